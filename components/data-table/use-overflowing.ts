"use client";

import { type RefObject, useEffect, useState } from "react";
import type { Column } from "./column.ts";

/** Minimum width of a column without a width of its own. */
const restWidth = "11rem";
const boxWidth = "2.25rem";

/**
 * CSS variables with the minimum widths of the table: with all columns, and with those left in narrow tables.
 */
export function tableWidths<Row>(columns: readonly Column<Row>[], boxed: boolean): Record<string, string> {
  const sum = (some: readonly Column<Row>[]) =>
    `calc(${[...(boxed ? [boxWidth] : []), ...some.map(({ width }) => width ?? restWidth)].join(" + ")})`;
  return {
    "--all-columns": sum(columns),
    "--narrow-columns": sum(columns.filter(({ hideWhenNarrow }) => hideWhenNarrow !== true)),
  };
}

/**
 * Whether the table is wider than its pane. The pane scrolls only then: inside a scrolling pane a header
 * cannot stick to the page.
 */
export function useOverflowing(
  pane: RefObject<HTMLElement | null>,
  table: RefObject<HTMLElement | null>,
  wanted: boolean,
): boolean {
  const [tooWide, setTooWide] = useState(false);
  useEffect(() => {
    const [outer, inner] = [pane.current, table.current];
    if (!wanted || outer === null || inner === null) return;
    const observer = new ResizeObserver(() => setTooWide(inner.offsetWidth > outer.clientWidth + 1));
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, [pane, table, wanted]);
  return tooWide;
}
