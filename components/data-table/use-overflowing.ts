"use client";

import { type RefObject, useEffect, useState } from "react";
import type { Column } from "./column.ts";

/** Minimum width of a column without a width of its own. */
const restWidth = "11rem";
const boxWidth = "2.25rem";
/** What such a column needs at most: on a wall the values of a row stay near its name. */
const ampleWidth = "24rem";
/** No table is narrower than this where there is room: the page of a laptop, also with its sidebar closed. */
const leastMaximum = "84rem";

const sumOf = <Row>(columns: readonly Column<Row>[], boxed: boolean, unset: string): string =>
  `calc(${[...(boxed ? [boxWidth] : []), ...columns.map(({ width }) => width ?? unset)].join(" + ")})`;

/** The maximum width of a table whose columns cannot be resized. */
export const tableMeasure = <Row>(columns: readonly Column<Row>[], boxed: boolean): string =>
  `max(${leastMaximum}, ${sumOf(columns, boxed, ampleWidth)})`;

/**
 * CSS variables with the minimum widths of the table: with all columns, and with those left in narrow tables.
 */
export function tableWidths<Row>(columns: readonly Column<Row>[], boxed: boolean): Record<string, string> {
  return {
    "--all-columns": sumOf(columns, boxed, restWidth),
    "--narrow-columns": sumOf(
      columns.filter(({ hideWhenNarrow }) => hideWhenNarrow !== true),
      boxed,
      restWidth,
    ),
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
