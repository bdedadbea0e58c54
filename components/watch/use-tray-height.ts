"use client";

import { type RefObject, useEffect } from "react";

const gapPx = 12;

/** Tells the page how much of its lower end the tray takes: `--tray-height`. */
export function useTrayHeight(tray: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty("--tray-height", `${(tray.current?.offsetHeight ?? 0) + gapPx}px`);
    });
    if (tray.current !== null) observer.observe(tray.current);
    return () => {
      observer.disconnect();
      style.removeProperty("--tray-height");
    };
  }, [tray]);
}
