"use client";

import clsx from "clsx";
import { type RefObject, useEffect, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import type { Column } from "./column.ts";
import { ColumnResizer } from "./column-resizer.tsx";
import type { SelectionActs } from "./use-selection.ts";

/** The names of the columns, the box that selects the page, and the edges that set the widths. */
export function TableHeader<Row>({
  columns,
  table,
  stick,
  selection,
  onColumnWidth,
}: {
  columns: readonly Column<Row>[];
  table: RefObject<HTMLTableElement | null>;
  /** Below the top bar, at the top of a pane of its own, or not at all. */
  stick: "page" | "pane" | "none";
  selection: SelectionActs | undefined;
  onColumnWidth: ((columnId: string, widthPx: number | undefined) => void) | undefined;
}) {
  const [draft, setDraft] = useState<{ id: string; widthPx: number }>();
  const drawn = useDrawnWidths(table, columns, onColumnWidth !== undefined);
  // What was settled arrives with the columns: the draft has done its work.
  const [settled, setSettled] = useState(columns);
  if (settled !== columns) {
    setSettled(columns);
    setDraft(undefined);
  }
  // Where every column has a width the last one takes what is left, or all would be stretched by a little.
  const rest =
    onColumnWidth !== undefined && columns.every((column) => column.width !== undefined)
      ? columns.at(-1)
      : undefined;
  const cell = clsx(
    "h-[30px] border-b border-line text-label font-medium text-ink-3",
    stick !== "none" && "bg-bg",
  );

  return (
    <thead
      className={clsx(
        "max-sm:sr-only",
        stick === "page" && "sticky top-12 z-10",
        stick === "pane" && "sticky top-0 z-10",
      )}
    >
      <tr>
        {selection === undefined ? null : (
          <th scope="col" className={clsx(cell, "w-9 pl-2.5 text-left max-sm:hidden")}>
            <span className="flex">
              <PageBox selection={selection} />
            </span>
          </th>
        )}
        {columns.map((column) => {
          const wanted = draft?.id === column.id ? `${draft.widthPx}px` : column.width;
          const width = column === rest ? undefined : wanted;
          return (
            <th
              key={column.id}
              scope="col"
              // Without the name of its edge, which would be read with every cell below.
              aria-label={column.header === "" ? undefined : column.header}
              data-column={column.id}
              style={width === undefined ? undefined : { width }}
              className={clsx(
                cell,
                "relative truncate px-2.5",
                column.hideWhenNarrow === true && "sm:@max-4xl:hidden",
                column.align === "right" ? "text-right" : "text-left",
              )}
              title={column.hint}
            >
              {column.header}
              {onColumnWidth === undefined ? null : (
                <ColumnResizer
                  header={column.header}
                  widthPx={draft?.id === column.id ? draft.widthPx : drawn[column.id]}
                  onDraft={(widthPx) => setDraft({ id: column.id, widthPx })}
                  onSettle={(widthPx) => {
                    if (widthPx === undefined) setDraft(undefined);
                    onColumnWidth(column.id, widthPx);
                  }}
                />
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Selects all of the page, or lets it go. */
export function PageBox({ selection }: { selection: SelectionActs }) {
  return (
    <Checkbox
      checked={selection.page}
      onCheckedChange={selection.togglePage}
      label="Select all rows on this page"
      hideLabel
    />
  );
}

/** The widths the columns have on the screen, which their edges tell. */
function useDrawnWidths<Row>(
  table: RefObject<HTMLTableElement | null>,
  columns: readonly Column<Row>[],
  wanted: boolean,
): Readonly<Record<string, number>> {
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({});
  useEffect(() => {
    const element = table.current;
    if (!wanted || element === null || columns.length === 0) return;
    const measure = () => {
      const heads = [...element.querySelectorAll<HTMLElement>("th[data-column]")];
      setWidths(
        Object.fromEntries(heads.map((head) => [head.dataset.column ?? "", Math.round(head.offsetWidth)])),
      );
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [table, columns, wanted]);
  return widths;
}
