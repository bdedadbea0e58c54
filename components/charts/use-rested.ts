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

/**
 * The newest value that was given while no key had been pressed for some time, undefined before the first: a slow machine
 * draws no chart, and redraws none, between two keys, which go from row to row or are typed.
 */
export function useRested<Value>(value: Value): Value | undefined {
  const [rested, setRested] = useState<{ value: Value }>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const leftMs = pressedMs + paces.rest.chartMs - performance.now();
      if (leftMs <= 0) startTransition(() => setRested({ value }));
      else timer = setTimeout(look, leftMs);
    };
    look();
    return () => clearTimeout(timer);
  }, [value]);
  return rested?.value;
}
