"use client";

import clsx from "clsx";
import { type ReactNode, useMemo, useRef } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { formatCount } from "@/lib/format/numbers";
import type { BadRow, CellFilter, Column } from "./column.ts";
import { interleave } from "./interleave.ts";
import type { TableSelection } from "./selection.ts";
import { SelectionStrip } from "./selection-strip.tsx";
import { TableFooter, type TablePaging } from "./table-footer.tsx";
import { PageBox, TableHeader } from "./table-header.tsx";
import { BadTableRow, TableRow } from "./table-row.tsx";
import { NewRows, NoResult, NothingThere, SkeletonRows, StaleSince } from "./table-states.tsx";
import { useKeptPlace } from "./use-kept-place.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { useSelection } from "./use-selection.ts";
import { tableWidths, useTooWide } from "./use-too-wide.ts";

/** A list of anything as a real table. It fetches nothing and owns no state but the DOM's: rows, paging, the active
 *  row and every state of loading come in as props, so that they can live in the URL and the query cache. */
export interface DataTableProps<Row> {
  /** What is listed, for assistive technology. */
  readonly caption: string;
  /** At module scope: a new array each render would draw every row anew. */
  readonly columns: readonly Column<Row>[];
  /** Undefined while the first answer is awaited: the skeleton is drawn. */
  readonly rows: readonly Row[] | undefined;
  /** The rows answer the question before this one, whose answer is awaited: they are dimmed, and nothing is said of it. */
  readonly awaited?: boolean;
  readonly rowKey: (row: Row) => string;
  readonly badRows?: readonly BadRow[] | undefined;

  readonly activeKey?: string | undefined;
  /** Row click, j/k, Esc. Absent: rows do nothing. */
  readonly onActiveKeyChange?: ((key: string | undefined) => void) | undefined;
  /** Enter on the active row, or on the one that has the focus; absent, Enter makes it the active one. */
  readonly onOpen?: ((key: string) => void) | undefined;
  /** Whether j/k are heard on the whole page; off where several tables share a page, each of which hears its own. */
  readonly pageKeys?: boolean;

  /** Puts a tick box before each row. */
  readonly selection?: TableSelection | undefined;
  /** The edge of a header was moved; undefined: to its usual place. Present, columns keep their widths and a table that
   *  does not fit scrolls sideways. */
  readonly onColumnWidth?: ((columnId: string, widthPx: number | undefined) => void) | undefined;

  readonly onFilter?: ((filter: CellFilter) => void) | undefined;
  /** Names of the filters in force: with them an empty list is a "no result". */
  readonly filters?: readonly string[];
  readonly onClearFilters?: (() => void) | undefined;
  /** Shown when there is nothing and no filter hides it: what this list is for. */
  readonly empty: ReactNode;

  readonly error?: unknown;
  readonly onRetry?: (() => void) | undefined;
  readonly retrying?: boolean;
  /** When the rows were read, if that is too long ago: epoch milliseconds. */
  readonly staleSinceMs?: number | undefined;

  readonly newCount?: number;
  readonly onShowNew?: (() => void) | undefined;
  readonly paging?: TablePaging | undefined;
  /** Whether the header sticks below the top bar. Off inside panes that scroll on their own. */
  readonly stickyHeader?: boolean;
  readonly skeletonRows?: number;
}

const noFilters: readonly string[] = [];
const noBadRows: readonly BadRow[] = [];

export function DataTable<Row>({
  caption,
  columns,
  rows,
  awaited = false,
  rowKey,
  badRows = noBadRows,
  activeKey,
  onActiveKeyChange,
  onOpen,
  pageKeys = true,
  selection,
  onColumnWidth,
  onFilter,
  filters = noFilters,
  onClearFilters,
  empty,
  error,
  onRetry,
  retrying = false,
  staleSinceMs,
  newCount = 0,
  onShowNew,
  paging,
  stickyHeader = true,
  skeletonRows = 10,
}: DataTableProps<Row>) {
  const table = useRef<HTMLTableElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => interleave(rows ?? [], rowKey, badRows), [rows, rowKey, badRows]);
  const keys = useMemo(() => lines.filter((line) => line.kind === "row").map((line) => line.key), [lines]);
  const acts = useSelection(selection, keys);
  const resizable = onColumnWidth !== undefined;
  const tooWide = useTooWide(pane, table, resizable);
  useRowKeys({
    table,
    keys,
    activeKey,
    onActiveKeyChange: onActiveKeyChange ?? ignore,
    onOpen,
    selection: acts,
    enabled: onActiveKeyChange !== undefined,
    onPage: pageKeys,
  });

  const [firstSelected] = acts?.selected ?? [];
  useKeptPlace(table, { active: activeKey, selected: firstSelected });
  const firstRow = () => table.current?.querySelector("tr[data-key]");

  const failed = error !== undefined && error !== null;
  const bare = awaited && lines.length === 0;
  const loading = (rows === undefined || bare) && !failed;
  const tabbableKey = activeKey !== undefined && keys.includes(activeKey) ? activeKey : keys[0];
  const nothingToPage = rows !== undefined && lines.length === 0 && paging?.offset === 0 && !paging.hasMore;
  const hasFooter =
    loading || rows !== undefined
      ? (paging !== undefined && !nothingToPage) || staleSinceMs !== undefined || failed
      : false;

  return (
    <div className="@container relative min-w-0" aria-busy={loading || awaited || undefined}>
      {onShowNew === undefined ? null : (
        <NewRows count={newCount} onShow={onShowNew} sticky={stickyHeader} onGone={firstRow}>
          {selection?.matching !== undefined && (acts?.page === true || selection.matching.done) ? (
            <SelectionStrip offer={selection.matching} count={selection.selected.size} onGone={firstRow} />
          ) : null}
        </NewRows>
      )}
      {acts === undefined ? null : (
        <>
          <p role="status" className="sr-only">
            {acts.selected.size === 0 ? "" : `${formatCount(acts.selected.size)} selected`}
          </p>
          {/* Where rows are cards there is no header to hold it. */}
          <div className="flex h-8 items-center justify-end gap-2 border-b border-line px-2 text-label text-ink-3 sm:hidden">
            <span aria-hidden="true">All on this page</span>
            <PageBox selection={acts} />
          </div>
        </>
      )}
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
          style={resizable ? tableWidths(columns, acts !== undefined) : undefined}
          className={clsx(
            "w-full table-fixed border-separate border-spacing-0 max-sm:block",
            resizable && "sm:min-w-(--all-columns) sm:@max-4xl:min-w-(--narrow-columns)",
          )}
        >
          <caption className="sr-only">{caption}</caption>
          <TableHeader
            columns={columns}
            table={table}
            stick={tooWide ? "pane" : stickyHeader ? "page" : "none"}
            selection={acts}
            onColumnWidth={onColumnWidth}
          />
          <tbody className="max-sm:block">
            {loading ? (
              <SkeletonRows columns={columns} count={skeletonRows} boxed={acts !== undefined} />
            ) : null}
            {lines.map((line) =>
              line.kind === "bad" ? (
                <BadTableRow
                  key={line.key}
                  bad={line.bad}
                  span={columns.length + (acts === undefined ? 0 : 1)}
                />
              ) : (
                <TableRow
                  key={line.key}
                  rowId={line.key}
                  row={line.row}
                  columns={columns}
                  active={line.key === activeKey}
                  tabbable={line.key === tabbableKey}
                  onActivate={onActiveKeyChange}
                  onFilter={onFilter}
                  selection={acts}
                />
              ),
            )}
          </tbody>
        </table>
      </div>
      {rows === undefined && failed ? (
        <ErrorState error={error} onRetry={onRetry} retrying={retrying} />
      ) : null}
      {rows !== undefined && lines.length === 0 && !bare ? (
        paging !== undefined && paging.offset > 0 ? (
          <NothingThere onFirst={() => paging.onOffsetChange(0)} />
        ) : filters.length > 0 ? (
          <NoResult filters={filters} onClear={onClearFilters} />
        ) : (
          empty
        )
      ) : null}
      {hasFooter ? (
        <div
          className={clsx(
            "grid gap-2 py-2",
            stickyHeader && "sticky bottom-0 z-10 -mt-px border-t border-line bg-bg",
          )}
        >
          {failed && rows !== undefined ? (
            <ErrorState
              shape="strip"
              title="Not up to date"
              error={error}
              onRetry={onRetry}
              retrying={retrying}
            />
          ) : null}
          <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            {staleSinceMs === undefined ? null : <StaleSince atMs={staleSinceMs} />}
            {paging === undefined || nothingToPage ? null : (
              <TableFooter paging={paging} shown={loading || awaited ? undefined : lines.length} />
            )}
          </div>
        </div>
      ) : null}
    </div>
  );
}

function ignore(): void {}
