"use client";

import { type RefObject, useEffect } from "react";

/** Publishes the height from an element's upper edge to the bottom of the viewport as a variable of the page, in pixels. */
export function usePublishedHeight(
  element: RefObject<HTMLElement | null>,
  name: "--tray-height" | "--selection-height",
): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const topPx = element.current?.getBoundingClientRect().top ?? window.innerHeight;
      style.setProperty(name, `${Math.ceil(window.innerHeight - topPx)}px`);
    });
    if (element.current !== null) observer.observe(element.current);
    return () => {
      observer.disconnect();
      style.removeProperty(name);
    };
  }, [element, name]);
}
