"use client";

import clsx from "clsx";
import { type RefObject, useEffect, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import type { Column, TableSort } from "./column.ts";
import type { FittedColumn } from "./column-fit.ts";
import { ColumnResizer } from "./column-resizer.tsx";
import { tableHeaderTexts } from "./data-table-messages.ts";
import type { SelectionActions } from "./use-selection.ts";

/** Column names, the page checkbox, and the resize handles. */
export function TableHeader<Row>({
  columns,
  table,
  stick,
  selection,
  sort,
  onColumnWidth,
}: {
  columns: readonly FittedColumn<Row>[];
  table: RefObject<HTMLTableElement | null>;
  /** Below the top bar, at the top of a scrolling pane, or not at all. */
  stick: "page" | "pane" | "none";
  selection: SelectionActions | undefined;
  sort: TableSort | undefined;
  onColumnWidth: ((columnId: string, widthPx: number | undefined) => void) | undefined;
}) {
  const [draft, setDraft] = useState<{ id: string; widthPx: number; replaces: string | undefined }>();
  const drawn = useDrawnWidths(table, columns, onColumnWidth !== undefined);
  // Another width of its column ends the draft, as the settled one does. Columns that are new for another reason do not: a
  // key could come before and one after them.
  if (draft !== undefined && columns.find(({ id }) => id === draft.id)?.width !== draft.replaces)
    setDraft(undefined);
  // With a width on every column, the last one takes the remaining space; otherwise all would be stretched
  // slightly.
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
      data-sticky-head={stick === "page" ? "" : undefined}
      className={clsx(
        "max-sm:sr-only",
        stick === "page" && "sticky top-12 z-10",
        stick === "pane" && "sticky top-0 z-10",
      )}
    >
      <tr>
        {selection === undefined ? null : (
          <th scope="col" className={clsx(cell, "w-9 pl-2.5 text-left max-sm:hidden")}>
            <PageBox selection={selection} />
          </th>
        )}
        {columns.map((column) => {
          const wanted = draft?.id === column.id ? `${draft.widthPx}px` : column.width;
          const width = column === rest ? undefined : wanted;
          // What was drawn last is measured with the next frame, and a key may come before it.
          const setPx = /^(\d+)px$/.exec(width ?? "")?.[1];
          return (
            <th
              key={column.id}
              scope="col"
              // Leaves out the name of the resize handle, which would be read with every cell below.
              aria-label={column.header === "" ? undefined : column.header}
              data-column={column.id}
              style={width === undefined ? undefined : { width }}
              className={clsx(
                cell,
                "relative truncate px-2.5",
                column.leftOut,
                column.align === "right" ? "text-right" : "text-left",
              )}
              title={column.hint}
              aria-sort={sort === undefined ? undefined : sortedAs(column, sort)}
            >
              {sort === undefined || column.sortable !== true ? (
                <span className={clsx(column.hidesHeader && "sr-only")}>{column.header}</span>
              ) : (
                <>
                  <SortButton column={column} sort={sort} />
                  <span className="sm:hidden">{column.header}</span>
                </>
              )}
              {onColumnWidth === undefined ? null : (
                <ColumnResizer
                  header={column.header}
                  widthPx={setPx === undefined ? drawn[column.id] : Number(setPx)}
                  onDraft={(widthPx) => setDraft({ id: column.id, widthPx, replaces: column.width })}
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

const sortedAs = ({ id }: Pick<Column<never>, "id">, { by, descending }: TableSort) =>
  by !== id ? undefined : descending ? "descending" : "ascending";

/** Sorts by a column, or reverses its order. */
function SortButton<Row>({ column: { id, header }, sort }: { column: Column<Row>; sort: TableSort }) {
  const order = sortedAs({ id }, sort);
  return (
    <button
      type="button"
      onClick={() => sort.onSort(id)}
      // The heads of cards are read but not shown: what has the focus there would be out of sight.
      className={clsx(
        "rounded-sm hover:text-ink hover:underline max-sm:hidden",
        order !== undefined && "text-ink",
      )}
    >
      {header}
      {order === undefined ? null : <span aria-hidden="true">{order === "descending" ? " ↓" : " ↑"}</span>}
    </button>
  );
}

/** Selects or deselects the whole page. */
export function PageBox({ selection }: { selection: SelectionActions }) {
  return (
    <Checkbox
      checked={selection.page}
      disabled={!selection.isPageKnown}
      onCheckedChange={selection.togglePage}
      label={tableHeaderTexts.selectAllRows}
      hideLabel
    />
  );
}

/** Rendered widths of the columns, reported by their resize handles. */
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
