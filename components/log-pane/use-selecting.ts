"use client";

import { type RefObject, useEffect } from "react";

/**
 * Sets `pressed` while the mouse is down over the rows, and calls `selected` when text was selected: rows
 * must not move during a selection.
 */
export function useSelecting(
  scroller: RefObject<HTMLElement | null>,
  pressed: RefObject<boolean>,
  selected: () => void,
): void {
  useEffect(() => {
    const element = scroller.current;
    const down = (event: PointerEvent) => {
      pressed.current = event.button === 0 && event.pointerType === "mouse";
    };
    const up = () => {
      if (!pressed.current) return;
      pressed.current = false;
      const selection = window.getSelection();
      if (selection !== null && !selection.isCollapsed && element?.contains(selection.anchorNode)) selected();
    };
    element?.addEventListener("pointerdown", down);
    window.addEventListener("pointerup", up);
    window.addEventListener("pointercancel", up);
    return () => {
      element?.removeEventListener("pointerdown", down);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", up);
    };
  }, [scroller, pressed, selected]);
}
