"use client";

import { startTransition, useEffect, useState } from "react";
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

/** Whether no key was pressed for some time, once since it was mounted: a slow machine draws no chart between two keys, which
 *  go from row to row or are typed. */
export function useRest(): boolean {
  const [rests, setRests] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const leftMs = pressedMs + paces.rest.chartMs - performance.now();
      if (leftMs <= 0) startTransition(() => setRests(true));
      else timer = setTimeout(look, leftMs);
    };
    look();
    return () => clearTimeout(timer);
  }, []);
  return rests;
}
