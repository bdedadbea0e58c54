"use client";

import clsx from "clsx";
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { cardClass } from "./card-layout.ts";
import { CardsBar } from "./cards-bar.tsx";
import type { CellFilter, Column, TableSort } from "./column.ts";
import { type FittedColumn, fitColumns, tableMeasure } from "./column-fit.ts";
import { interleave, type Line, type UnreadableItem } from "./interleave.ts";
import { useRestoredRowFocus } from "./row-focus.ts";
import type { TableSelection } from "./selection.ts";
import { SelectionBanner } from "./selection-banner.tsx";
import { TableHeader } from "./table-header.tsx";
import type { TablePaging } from "./table-paging.ts";
import { BadTableRow, type RowActs, TableRow } from "./table-row.tsx";
import { NewRows, NoRows, SkeletonRows, type TableFilters } from "./table-states.tsx";
import { TableStatusBar } from "./table-status-bar.tsx";
import { useUnchangedRows } from "./unchanged-rows.ts";
import { useFirstLines } from "./use-first-lines.ts";
import { useOverflowing } from "./use-overflowing.ts";
import { type ActiveRow, useRowKeys } from "./use-row-keys.ts";
import { type SelectionActions, useSelection } from "./use-selection.ts";

/** How the rows were read. The result of a query fits. */
export interface TableRead {
  readonly error?: unknown;
  readonly isFetching?: boolean;
  readonly refetch?: () => unknown;
  /** The rows answer the previous query while the next one loads: they are dimmed, without status text. */
  readonly isPlaceholderData?: boolean;
  readonly data?:
    | {
        readonly bad?: readonly UnreadableItem[] | undefined;
        /** Why the rows are not newer; undefined while they are. */
        readonly stale?: string | undefined;
        /** Epoch milliseconds. */
        readonly observedAtMs: number;
      }
    | undefined;
}

/**
 * A generic list as a real table. It fetches nothing and holds no state but the DOM's: rows, paging, the
 * active row and every loading state are props, so that they can live in the URL and the query cache.
 */
export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  readonly caption: string;
  /** Declare at module scope: a new array on each render would re-render every row. */
  readonly columns: readonly Column<Row>[];
  /** Undefined until the first response: a skeleton is drawn. */
  readonly rows: readonly Row[] | undefined;
  readonly rowKey: (row: Row) => string;
  /** Shown for an empty list without filters: the purpose of the list. */
  readonly empty: ReactNode;
  readonly read?: TableRead;
  /** Absent: rows cannot be activated. */
  readonly active?: ActiveRow;
  /** Adds a checkbox to each row. */
  readonly selection?: TableSelection;
  readonly filters?: TableFilters;
  readonly onFilter?: (filter: CellFilter) => void;
  /** Absent: no column sorts. */
  readonly sort?: TableSort;
  /** Rows that wait to be shown; `mayBeMore`: only the first of them are counted. */
  readonly newRows?: { readonly count: number; readonly mayBeMore: boolean; readonly onShow: () => void };
  readonly paging?: TablePaging;
  /**
   * Called when a column is resized; undefined: back to the default width. When present, columns keep their
   * widths and a table that does not fit scrolls sideways.
   */
  readonly onColumnWidth?: (columnId: string, widthPx: number | undefined) => void;
  /** One of several parts of a page: its header does not stick, and its keys work in its own rows only. */
  readonly embedded?: boolean;
  readonly skeletonRows?: number;
}

const unread: TableRead = {};
const noUnreadable: readonly UnreadableItem[] = [];

export function DataTable<Row>({
  caption,
  columns: wanted,
  rows: given,
  rowKey,
  empty,
  read = unread,
  active,
  selection,
  filters,
  onFilter,
  sort,
  newRows,
  paging,
  onColumnWidth,
  embedded = false,
  skeletonRows = 10,
}: DataTableProps<Row>) {
  const table = useRef<HTMLTableElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const awaited = read.isPlaceholderData === true;
  const bad = read.data?.bad ?? noUnreadable;
  const rows = useUnchangedRows(given, rowKey);
  const lines = useMemo(() => interleave(rows ?? [], rowKey, bad), [rows, rowKey, bad]);
  const keys = useMemo(() => lines.filter((line) => line.kind === "row").map((line) => line.key), [lines]);
  const { drawn, left } = useFirstLines(lines);
  const acts = useSelection(selection, keys, awaited);
  const [selecting, setSelecting] = useState(false);
  const resizable = onColumnWidth !== undefined;
  const boxed = acts !== undefined;
  const { columns, leastWidth } = useMemo(
    () => fitColumns(wanted, { boxed, scrolls: resizable }),
    [wanted, boxed, resizable],
  );
  const tooWide = useOverflowing(pane, table);
  const rowActs = useRowActs({ active, onFilter, selection: acts });
  useRowKeys({ table, keys, active, selection: acts, onPage: !embedded });
  const [firstSelected] = acts?.selected ?? [];
  useRestoredRowFocus(table, { active: active?.key, selected: firstSelected });
  const firstRow = () => table.current?.querySelector("tr[data-key]");

  const failure = failureOf(read);
  const awaitsFirstRows = awaited && lines.length === 0;
  const isEmpty = rows !== undefined && lines.length === 0 && !awaitsFirstRows;
  const loading = (rows === undefined || awaitsFirstRows) && failure === undefined;

  return (
    <div
      // Takes the focus of the last row when that is removed.
      tabIndex={-1}
      style={resizable ? undefined : { maxWidth: tableMeasure(wanted, boxed) }}
      className="group/table focus-inset @container relative min-w-0"
      data-selecting={selecting || undefined}
      aria-busy={loading || awaited || undefined}
    >
      {newRows === undefined ? null : (
        <NewRows {...newRows} sticky={!embedded} onGone={firstRow}>
          {selection?.matching !== undefined && (acts?.page === true || selection.matching.done) ? (
            <SelectionBanner offer={selection.matching} count={selection.selected.size} onGone={firstRow} />
          ) : null}
        </NewRows>
      )}
      <CardsBar
        columns={columns}
        sort={sort}
        selection={acts}
        offered={loading || lines.length > 0}
        selecting={selecting}
        onSelecting={setSelecting}
      />
      <div
        ref={pane}
        className={clsx(
          awaited && "opacity-50 transition-opacity",
          tooWide && "sm:max-h-[calc(100dvh-9.5rem)] sm:overflow-auto sm:overscroll-x-contain",
        )}
      >
        <table
          ref={table}
          aria-rowcount={paging?.hasMore === true ? -1 : undefined}
          style={variables({ "--least-width": leastWidth })}
          className="w-full table-fixed border-separate border-spacing-0 max-sm:block sm:min-w-(--least-width)"
        >
          <caption className="sr-only">{caption}</caption>
          <TableHeader
            columns={columns}
            table={table}
            stick={tooWide ? "pane" : embedded ? "none" : "page"}
            selection={acts}
            sort={sort}
            onColumnWidth={onColumnWidth}
          />
          <tbody className="max-sm:block">
            {loading ? <SkeletonRows columns={columns} count={skeletonRows} boxed={boxed} /> : null}
            <TableLines
              lines={drawn}
              columns={columns}
              activeKey={active?.key}
              isActivatable={active !== undefined}
              isFilterable={onFilter !== undefined}
              selected={acts?.selected}
              acts={rowActs}
            />
          </tbody>
        </table>
        {left === 0 ? null : <LinesRoom count={left} />}
      </div>
      {rows === undefined && failure !== undefined ? <ErrorState {...failure} /> : null}
      {isEmpty ? <NoRows paging={paging} filters={filters} empty={empty} /> : null}
      <TableStatusBar
        rowCount={rows === undefined ? undefined : lines.length}
        loading={loading}
        awaited={awaited}
        failure={failure}
        paging={paging}
        sticky={!embedded}
      />
    </div>
  );
}

/** CSS variables as a style. */
const variables = (given: Record<string, string | number>) => given;

/** The height of lines that are not drawn yet, so that what follows the table stays, and the page can be scrolled to them. */
function LinesRoom({ count }: { count: number }) {
  return (
    <div
      style={variables({ "--lines": count })}
      className="h-[calc(var(--lines)*2rem)] max-sm:h-[calc(var(--lines)*3.8rem)]"
    />
  );
}

/** How the rows could not be read; undefined if they could. */
function failureOf(read: TableRead) {
  const { error, refetch } = read;
  if (error === undefined || error === null) return undefined;
  // Read for a failed query only: else the table would be drawn at the start of each poll as well.
  return { error, onRetry: refetch && (() => void refetch()), retrying: read.isFetching === true };
}

function TableLines<Row>({
  lines,
  columns,
  activeKey,
  isActivatable,
  isFilterable,
  selected,
  acts,
}: {
  lines: readonly Line<Row>[];
  columns: readonly FittedColumn<Row>[];
  activeKey: string | undefined;
  isActivatable: boolean;
  isFilterable: boolean;
  /** Undefined: rows cannot be selected. */
  selected: ReadonlySet<string> | undefined;
  acts: RowActs;
}) {
  const rows = lines.filter((line) => line.kind === "row");
  const tabbable = rows.find(({ key }) => key === activeKey) ?? rows[0];
  const card = cardClass(columns);
  return lines.map((line) =>
    line.kind === "bad" ? (
      <BadTableRow
        key={line.key}
        fault={line.fault}
        span={columns.length + (selected === undefined ? 0 : 1)}
      />
    ) : (
      <TableRow
        key={line.key}
        rowId={line.key}
        row={line.row}
        columns={columns}
        card={card}
        active={line.key === activeKey}
        tabbable={line === tabbable}
        isActivatable={isActivatable}
        isFilterable={isFilterable}
        selected={selected?.has(line.key)}
        acts={acts}
      />
    ),
  );
}

interface RowCallbacks {
  readonly active: ActiveRow | undefined;
  readonly onFilter: ((filter: CellFilter) => void) | undefined;
  readonly selection: SelectionActions | undefined;
}

/** What rows do, by the newest callbacks. */
function useRowActs(callbacks: RowCallbacks): RowActs {
  const latest = useRef(callbacks);
  useLayoutEffect(() => {
    latest.current = callbacks;
  });
  const [acts] = useState<RowActs>(() => ({
    activate: (key) => {
      const { onOpen, onChange = onOpen } = latest.current.active ?? {};
      onChange?.(key);
    },
    toggle: (key) => latest.current.selection?.toggle(key),
    rangeTo: (key) => latest.current.selection?.rangeTo(key),
    filter: (cell) => latest.current.onFilter?.(cell),
  }));
  return acts;
}
