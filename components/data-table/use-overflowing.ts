"use client";

import { type RefObject, useEffect, useState } from "react";

/**
 * Whether the table is wider than its pane. The pane scrolls only then: inside a scrolling pane a header
 * cannot stick to the page.
 */
export function useOverflowing(
  pane: RefObject<HTMLElement | null>,
  table: RefObject<HTMLElement | null>,
): boolean {
  const [tooWide, setTooWide] = useState(false);
  useEffect(() => {
    const [outer, inner] = [pane.current, table.current];
    if (outer === null || inner === null) return;
    const observer = new ResizeObserver(() => setTooWide(inner.offsetWidth > outer.clientWidth + 1));
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, [pane, table]);
  return tooWide;
}
