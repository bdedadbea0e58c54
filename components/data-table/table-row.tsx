"use client";

import clsx from "clsx";
import { memo, type ReactNode, useMemo, useRef } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { StatusGlyph } from "@/components/ui/status-glyph";
import { withVisibleMarks } from "@/components/ui/visible-marks";
import { cardCellClass } from "./card-layout.ts";
import type { CellFilter, Column } from "./column.ts";
import type { FittedColumn } from "./column-fit.ts";
import { tableRowTexts } from "./data-table-messages.ts";

const cellClass =
  "h-8 overflow-hidden border-b border-line px-2.5 text-ellipsis whitespace-nowrap max-sm:h-6 max-sm:border-0 max-sm:px-0 max-sm:leading-6";

/** What a row does: the same functions for as long as the table is there. */
export interface RowActs {
  readonly activate: (key: string) => void;
  readonly toggle: (key: string) => void;
  /** Selects from the last selected row to this one. */
  readonly rangeTo: (key: string) => void;
  readonly filter: (filter: CellFilter) => void;
}

interface RowFrameProps {
  readonly rowId: string;
  /** CSS classes of the card that replaces the row on a phone. */
  readonly card: string;
  readonly active: boolean;
  /** Reached by Tab: the active row, or the first when none is active. */
  readonly tabbable: boolean;
  /** Whether a click opens it. */
  readonly isActivatable: boolean;
  /** Undefined: rows cannot be selected. */
  readonly selected: boolean | undefined;
  readonly acts: RowActs;
  readonly children: ReactNode;
}

interface TableRowProps<Row> extends Omit<RowFrameProps, "children"> {
  readonly row: Row;
  readonly columns: readonly FittedColumn<Row>[];
  /** Whether a click on a value filters by it. */
  readonly isFilterable: boolean;
}

export function TableRow<Row>({ row, columns, isFilterable, ...frame }: TableRowProps<Row>) {
  const { filter } = frame.acts;
  // Activating or selecting a row draws it again, but not its cells.
  const cells = useMemo(
    () =>
      columns.map((column) => {
        // What a row is called is read with each of its values.
        const isName = column.card === "name";
        const Cell = isName ? "th" : "td";
        return (
          <Cell
            key={column.id}
            scope={isName ? "row" : undefined}
            data-label={column.cardLabel === true ? column.header : undefined}
            className={clsx(
              cellClass,
              isName && "text-left font-normal",
              cardCellClass(column),
              column.leftOut,
              column.isOnCard?.(row) === false && "max-sm:hidden",
              column.cardLabel === true &&
                "max-sm:before:pr-1 max-sm:before:font-sans max-sm:before:text-ink-3 max-sm:before:content-[attr(data-label)]",
              column.cardWraps === true && "max-sm:h-auto! max-sm:whitespace-normal! max-sm:break-words",
              column.align === "right" && "sm:text-right",
              column.mono === true && "font-mono text-label",
            )}
          >
            <CellValue column={column} row={row} onFilter={isFilterable ? filter : undefined} />
          </Cell>
        );
      }),
    [columns, row, isFilterable, filter],
  );
  return <RowFrame {...frame}>{cells}</RowFrame>;
}

/** Drawn again only when it shows something else: whoever goes from row to row waits for two of them. */
const RowFrame = memo(function RowFrame({
  rowId,
  card,
  active,
  tabbable,
  isActivatable,
  selected,
  acts,
  children,
}: RowFrameProps) {
  // A checkbox's change event does not carry the modifier keys.
  const shift = useRef(false);
  const selectable = selected !== undefined;
  const focusHandoffRef = useFocusHandoff();
  return (
    <tr
      ref={focusHandoffRef}
      data-key={rowId}
      aria-current={active || undefined}
      // Without keys of its own it takes the focus of a row that is removed.
      tabIndex={isActivatable && tabbable ? 0 : -1}
      onClickCapture={(event) => {
        shift.current = event.shiftKey;
      }}
      onMouseDown={(event) => {
        // Shift selects rows here, not their text.
        if (selectable && event.shiftKey) event.preventDefault();
      }}
      onClick={(event) => {
        // A dialog opened from a cell is outside the row's DOM, but React bubbles its clicks here.
        const own = event.target instanceof Node && event.currentTarget.contains(event.target);
        const forRow = selectable && (event.shiftKey || event.metaKey || event.ctrlKey);
        const inControl = isInsideControl(event.target, forRow ? keepsOwnClicks : anyControl);
        if (!own || inControl) return;
        if (selectable && isInsideControl(event.target, "[data-select]")) {
          // The area around the checkbox counts as the checkbox, which is small for touch.
          if (event.shiftKey) acts.rangeTo(rowId);
          else acts.toggle(rowId);
          return;
        }
        if (selectable && event.shiftKey) acts.rangeTo(rowId);
        else if (selectable && (event.metaKey || event.ctrlKey)) acts.toggle(rowId);
        else if (isActivatable && !isSelectingText()) acts.activate(rowId);
      }}
      className={clsx(
        // A layer of its own: what changes in one row paints that row, not the whole table.
        "isolate focus-inset",
        card,
        active || selected === true ? "bg-selected" : isActivatable ? "hover:bg-hover" : "",
        isActivatable && "cursor-default",
      )}
    >
      {selected === undefined ? null : (
        <td
          data-select=""
          className="h-8 border-b border-line pl-2.5 max-sm:hidden max-sm:border-0 max-sm:p-3 max-sm:[grid-column:box] max-sm:[grid-row:1/3] max-sm:group-data-selecting/table:block"
        >
          <Checkbox
            checked={selected}
            onCheckedChange={() => (shift.current ? acts.rangeTo(rowId) : acts.toggle(rowId))}
            label={tableRowTexts.select(rowId)}
            hideLabel
            // One tab stop for the whole table, at the current row: keys navigate and select the others.
            tabIndex={tabbable || !isActivatable ? undefined : -1}
          />
        </td>
      )}
      {children}
    </tr>
  );
});

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
    return withVisibleMarks(content);
  }
  return withVisibleMarks(
    <button
      type="button"
      // Fifty of these would be tab stops; the filter bar offers the same filters.
      tabIndex={-1}
      title={tableRowTexts.filterHint(value)}
      onClick={(event) => {
        // With these modifiers the click selects the row.
        if (event.shiftKey || event.metaKey || event.ctrlKey) return;
        onFilter({ columnId: column.id, value, exclude: event.altKey });
      }}
      // On a phone the whole card opens the row.
      className="max-w-full truncate rounded-sm text-left underline-offset-2 hover:underline hover:decoration-dotted max-sm:pointer-events-none"
    >
      {content}
    </button>,
  );
}

/** An unreadable item, at its position. */
export function BadTableRow({ fault, span }: { fault: string; span: number }) {
  return (
    <tr className="max-sm:block">
      <td
        colSpan={span}
        className="h-8 border-b border-line px-2.5 max-sm:block max-sm:h-auto max-sm:px-1 max-sm:py-2"
      >
        <span className="flex min-w-0 items-center gap-2 text-warn">
          <StatusGlyph glyph="question" />
          <span className="font-medium whitespace-nowrap">{tableRowTexts.unreadableItem}</span>
          <span className="truncate text-ink-2" title={fault}>
            {fault}
          </span>
        </span>
      </td>
    </tr>
  );
}

const anyControl = "a, button, input, label, [role=checkbox]";
const keepsOwnClicks = "a, input, label, [role=checkbox]";

function isInsideControl(target: EventTarget, controls: string): boolean {
  return target instanceof Element && target.closest(controls) !== null;
}

/** Selecting text in a cell in order to copy it is not a click on the row. */
function isSelectingText(): boolean {
  return window.getSelection()?.type === "Range";
}
