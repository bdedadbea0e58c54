"use client";

import { type RefObject, useEffect, useRef } from "react";

/** Calls `clicked` with the row that is clicked: not with one whose text was selected, or a control in it used. */
export function useRowClicks(
  scroller: RefObject<HTMLElement | null>,
  clicked: (number: number) => void,
): void {
  const now = useRef(clicked);
  useEffect(() => {
    now.current = clicked;
  });
  useEffect(() => {
    const element = scroller.current;
    const click = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || target.closest("button") !== null) return;
      if (window.getSelection()?.isCollapsed === false) return;
      const number = Number(target.closest("[data-row]")?.getAttribute("data-row") ?? Number.NaN);
      if (Number.isInteger(number)) now.current(number);
    };
    element?.addEventListener("click", click);
    return () => element?.removeEventListener("click", click);
  }, [scroller]);
}
