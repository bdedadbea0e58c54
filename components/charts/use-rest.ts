"use client";

import { useEffect, useState } from "react";
import { paces } from "@/lib/paces";

let pressedMs = Number.NEGATIVE_INFINITY;
if (typeof document !== "undefined")
  document.addEventListener(
    "keydown",
    () => {
      pressedMs = performance.now();
    },
    { capture: true, passive: true },
  );

/** Whether no key was pressed for some time, once since it was mounted: a slow machine draws no charts between two keys,
 *  as with `j` `j` from row to row. */
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
