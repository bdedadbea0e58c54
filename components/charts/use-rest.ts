"use client";

import { useEffect, useState } from "react";
import { paces } from "@/lib/paces";

/** The keys that go from row to row. */
const rowKeys: ReadonlySet<string> = new Set(["j", "k", "ArrowDown", "ArrowUp"]);

let pressedMs = Number.NEGATIVE_INFINITY;
if (typeof document !== "undefined")
  document.addEventListener(
    "keydown",
    ({ key }) => {
      if (rowKeys.has(key)) pressedMs = performance.now();
    },
    { capture: true, passive: true },
  );

/** Whether nobody has gone from row to row for some time, once since it was mounted: a slow machine does not draw the chart
 *  of each row between two keys. */
export function useRest(): boolean {
  const [rests, setRests] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const leftMs = pressedMs + paces.rest.chartMs - performance.now();
      if (leftMs <= 0) setRests(true);
      else timer = setTimeout(look, leftMs);
    };
    look();
    return () => clearTimeout(timer);
  }, []);
  return rests;
}
