"use client";

import clsx from "clsx";
import { type ReactNode, useMemo } from "react";
import { StatusGlyph } from "@/components/ui/status-glyph";
import type { BadRow, CellFilter, Column } from "./column.ts";

const cellClass =
  "h-8 overflow-hidden border-b border-line px-2.5 text-ellipsis whitespace-nowrap max-sm:flex max-sm:h-auto max-sm:min-h-6 max-sm:items-center max-sm:border-0 max-sm:px-0";

interface TableRowProps<Row> {
  readonly rowId: string;
  readonly row: Row;
  readonly columns: readonly Column<Row>[];
  readonly active: boolean;
  /** Reached by Tab: the active row, or the first when none is. */
  readonly tabbable: boolean;
  readonly onActivate: ((key: string) => void) | undefined;
  readonly onFilter: ((filter: CellFilter) => void) | undefined;
}

export function TableRow<Row>({
  rowId,
  row,
  columns,
  active,
  tabbable,
  onActivate,
  onFilter,
}: TableRowProps<Row>) {
  // A row made active is drawn anew, its cells are not.
  const cells = useMemo(
    () =>
      columns.map((column, index) => (
        <td
          key={column.id}
          data-label={column.header}
          className={clsx(
            cellClass,
            column.align === "right" && "sm:text-right",
            column.mono === true && "font-mono text-label",
            column.hideOnPhone === true && "max-sm:!hidden",
            column.hideWhenNarrow === true && "sm:@max-4xl:!hidden",
            index === 1 && "max-sm:font-medium",
            index > 1 &&
              "max-sm:col-span-2 max-sm:before:w-24 max-sm:before:shrink-0 max-sm:before:font-sans max-sm:before:text-label max-sm:before:text-ink-3 max-sm:before:content-[attr(data-label)]",
          )}
        >
          <CellValue column={column} row={row} onFilter={onFilter} />
        </td>
      )),
    [columns, row, onFilter],
  );
  return (
    <tr
      data-key={rowId}
      aria-current={active || undefined}
      tabIndex={onActivate === undefined ? undefined : tabbable ? 0 : -1}
      onClick={(event) => {
        // A dialog opened from a cell is no part of the row, though its clicks come by here.
        const own = event.target instanceof Node && event.currentTarget.contains(event.target);
        if (onActivate !== undefined && own && !isInsideControl(event.target) && !isSelectingText())
          onActivate(rowId);
      }}
      className={clsx(
        "focus-inset max-sm:grid max-sm:grid-cols-[auto_minmax(0,1fr)] max-sm:gap-x-2 max-sm:border-b max-sm:border-line max-sm:px-1 max-sm:py-2",
        active ? "bg-selected" : onActivate === undefined ? "" : "hover:bg-hover",
        onActivate !== undefined && "cursor-default",
      )}
    >
      {cells}
    </tr>
  );
}

function CellValue<Row>({
  column,
  row,
  onFilter,
}: {
  column: Column<Row>;
  row: Row;
  onFilter: ((filter: CellFilter) => void) | undefined;
}): ReactNode {
  const content = column.cell(row);
  const value = onFilter === undefined ? undefined : column.filterValue?.(row);
  if (value === undefined || value === "" || onFilter === undefined) {
    return <span className="max-sm:min-w-0 max-sm:truncate">{content}</span>;
  }
  return (
    <button
      type="button"
      // Fifty of these would stand between a keyboard user and the next thing; the filter bar does the same.
      tabIndex={-1}
      title={`Filter by ${value}`}
      onClick={(event) => onFilter({ columnId: column.id, value, exclude: event.altKey })}
      className="max-w-full truncate rounded-sm text-left underline-offset-2 hover:underline hover:decoration-dotted"
    >
      {content}
    </button>
  );
}

/** An item that could not be read, in its place. */
export function BadTableRow({ bad, span }: { bad: BadRow; span: number }) {
  return (
    <tr className="max-sm:block">
      <td
        colSpan={span}
        className="h-8 border-b border-line px-2.5 max-sm:block max-sm:h-auto max-sm:px-1 max-sm:py-2"
      >
        <span className="flex min-w-0 items-center gap-2 text-warn">
          <StatusGlyph glyph="question" />
          <span className="font-medium whitespace-nowrap">Unreadable item</span>
          <span className="truncate text-ink-2" title={bad.problem}>
            {bad.problem}
          </span>
        </span>
      </td>
    </tr>
  );
}

function isInsideControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("a, button, input, label, [role=checkbox]") !== null;
}

/** Marking text in a cell to copy it is not a click on the row. */
function isSelectingText(): boolean {
  return window.getSelection()?.type === "Range";
}
