"use client";

import { type RefObject, useEffect, useState } from "react";
import type { Column } from "./column.ts";

/** What a column without a width is given at least. */
const restWidth = "11rem";
const boxWidth = "2.25rem";

/** How wide a table must be for its columns, as variables: all of them, and those left where it is narrow. */
export function tableWidths<Row>(columns: readonly Column<Row>[], boxed: boolean): Record<string, string> {
  const sum = (some: readonly Column<Row>[]) =>
    `calc(${[...(boxed ? [boxWidth] : []), ...some.map(({ width }) => width ?? restWidth)].join(" + ")})`;
  return {
    "--all-columns": sum(columns),
    "--narrow-columns": sum(columns.filter(({ hideWhenNarrow }) => hideWhenNarrow !== true)),
  };
}

/** Whether the table is wider than its pane. Only then the pane scrolls, since a header cannot stick to the page from
 *  inside of a pane that does. */
export function useTooWide(
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
