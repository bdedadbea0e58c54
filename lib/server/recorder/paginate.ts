// Paginates a list by offset while it changes. Inserted rows only cause repetitions; removed rows would cause omissions, so
// each page overlaps the one before, and the reading goes back when there is no overlap.
import { epochMs } from "../kernel/epoch-ms.ts";
import type { InvocationPort, ListedPage, ListRequest } from "./invocation-port.ts";
import type { RequestBudget } from "./request-budget.ts";

const fullPage = 100;
const overlap = 10;

export interface PaginatedPage extends ListedPage {
  /** Offset to continue at; everything before it was read. */
  nextOffset: number;
  ended: boolean;
}

export interface PaginateOptions {
  port: InvocationPort;
  budget: RequestBudget;
  request: Pick<ListRequest, "since" | "status">;
  offset: number;
  maxPages: number;
  /** Requests of the budget reserved for others. */
  reserve?: number;
  /** Called for an item too large to be read, which is skipped. */
  onSkipped: () => void;
}

const lowestStart = (items: ListedPage["items"]): number =>
  Math.min(...items.map((item) => epochMs(item.started_at) ?? Number.POSITIVE_INFINITY));

/** Whether a page misses the overlap because rows were removed (and not because more than a page was inserted). */
function rowsHaveLeft(before: ListedPage["items"], items: ListedPage["items"]): boolean {
  const ids = new Set(before.map(({ id }) => id));
  return !items.some(({ id }) => ids.has(id)) && !(lowestStart(items) >= lowestStart(before));
}

/** Yields pages from `offset` on until the list, `maxPages` or the budget ends. Rejects with the port's errors. */
export async function* paginate(options: PaginateOptions): AsyncGenerator<PaginatedPage, void> {
  const { port, budget, request, maxPages, reserve, onSkipped } = options;
  let { offset } = options;
  let limit = fullPage;
  let before: ListedPage["items"] | undefined;
  for (let read = 0; read < maxPages && budget.take(reserve); read += 1) {
    let page: ListedPage;
    try {
      page = await port.list({ ...request, limit, offset });
    } catch (error) {
      if (!port.tooLarge(error)) throw error;
      if (limit === 1) {
        onSkipped();
        offset += 1;
      }
      limit = Math.max(1, Math.floor(limit / 4));
      before = undefined;
      continue;
    }
    const { items, count, hasMore } = page;
    if (before !== undefined && rowsHaveLeft(before, items) && offset > 0) {
      // Rows before this offset may not have been read.
      offset = Math.max(0, offset - fullPage);
      before = undefined;
      yield { ...page, nextOffset: offset, ended: false };
      continue;
    }
    // Advance also when a page is not longer than the overlap.
    const step = Math.max(1, count - (limit > overlap ? overlap : 0));
    offset += hasMore ? step : count;
    before = limit > overlap && items.length > 0 ? items : undefined;
    yield { ...page, nextOffset: offset, ended: !hasMore };
    if (!hasMore) return;
    if (limit < fullPage) limit = Math.min(fullPage, limit * 2);
  }
}
