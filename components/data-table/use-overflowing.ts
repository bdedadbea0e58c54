"use client";

import { type RefObject, useEffect, useState } from "react";
import type { Column } from "./column.ts";

const boxWidth = "2.25rem";
/** What a column without a width of its own needs at most: on a wall the values of a row stay near its name. */
const ampleWidth = "24rem";
/** No table is narrower than this where there is room: the page of a laptop, also with its sidebar closed. */
const leastMaximum = "84rem";

/** The maximum width of a table whose columns cannot be resized. */
export const tableMeasure = <Row>(columns: readonly Column<Row>[], boxed: boolean): string => {
  const widths = columns.map(({ width }) => width ?? ampleWidth);
  return `max(${leastMaximum}, ${[...(boxed ? [boxWidth] : []), ...widths].join(" + ")})`;
};

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
