"use client";

import { type RefObject, useEffect } from "react";

/** Tells the page how much of its lower end the tray takes, from its upper edge down: `--tray-height`. */
export function useTrayHeight(tray: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const topPx = tray.current?.getBoundingClientRect().top ?? window.innerHeight;
      style.setProperty("--tray-height", `${Math.ceil(window.innerHeight - topPx)}px`);
    });
    if (tray.current !== null) observer.observe(tray.current);
    return () => {
      observer.disconnect();
      style.removeProperty("--tray-height");
    };
  }, [tray]);
}
