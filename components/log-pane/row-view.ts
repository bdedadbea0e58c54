// The rows a pane shows, counted from 0: the row that says where the log begins, then the store's rows, all of them or
// those a search lets through, up to where a paused pane stopped.
import type { LogSearch } from "@/lib/live/log-search";
import type { LogStore } from "@/lib/live/log-store";

/** Number of the row that says where the log begins. */
export const beginRow = -1;

export interface RowView {
  readonly count: number;
  /** Rows that have left at the old end, ever. */
  readonly gone: number;
  /** The store's number of row `index`, for as long as the view is kept. */
  numberAt(index: number): number;
  indexOf(number: number): number;
}

export function viewRows(store: LogStore, search: LogSearch | undefined, endRow: number): RowView {
  const end = Math.max(store.firstRow, Math.min(endRow, store.endRow));
  if (search === undefined) {
    const { firstRow } = store;
    return {
      count: 1 + end - firstRow,
      gone: firstRow,
      numberAt: (index) => (index === 0 ? beginRow : firstRow + index - 1),
      indexOf: (number) => (number === beginRow ? 0 : number - firstRow + 1),
    };
  }
  const gone = search.forgotten;
  return {
    count: 1 + search.shownBefore(end),
    gone,
    // A row keeps its index in this view while the search forgets older ones.
    numberAt: (index) => search.shown(index - 1 - (search.forgotten - gone)) ?? beginRow,
    indexOf: (number) => (number === beginRow ? 0 : search.shownBefore(number) + 1),
  };
}
