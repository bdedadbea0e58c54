// The rows a pane shows, counted from 0: the row that marks the beginning of the log, then the store's rows,
// all or only matches, up to where a paused pane stopped.
import type { LogSearch } from "@/lib/live/log-search";
import type { LogStore } from "@/lib/live/log-store";

/** Number of the row that marks the beginning of the log. */
export const beginRow = -1;

export interface RowView {
  readonly count: number;
  /** Total of rows evicted at the old end. */
  readonly evictedRows: number;
  /** The store's number of row `index`, valid as long as this view. */
  numberAt(index: number): number;
  indexOf(number: number): number;
}

export function viewRows(store: LogStore, search: LogSearch | undefined, endRow: number): RowView {
  const end = Math.max(store.firstRow, Math.min(endRow, store.endRow));
  if (search === undefined) {
    const { firstRow } = store;
    return {
      count: 1 + end - firstRow,
      evictedRows: firstRow,
      numberAt: (index) => (index === 0 ? beginRow : firstRow + index - 1),
      indexOf: (number) => (number === beginRow ? 0 : number - firstRow + 1),
    };
  }
  const evictedRows = search.forgotten;
  return {
    count: 1 + search.shownBefore(end),
    evictedRows,
    // Corrects for rows the search has evicted since this view was made.
    numberAt: (index) => search.shown(index - 1 - (search.forgotten - evictedRows)) ?? beginRow,
    indexOf: (number) => (number === beginRow ? 0 : search.shownBefore(number) + 1),
  };
}
