// Walks a list by offset while it changes. Arriving rows push the others back, which only repeats some; rows that leave
// pull the others forward, which would skip some: so each page begins inside the one before, and one that does not
// is read again from further up.
import { epochMs } from "../store/run-rows.ts";
import type { InvocationPort, ListedPage, ListQuestion } from "./invocation-port.ts";
import type { RequestBudget } from "./request-budget.ts";

const fullPage = 100;
const overlap = 10;

export interface WalkStep extends ListedPage {
  /** Where to go on: everything above was read. */
  nextOffset: number;
  ended: boolean;
}

export interface WalkOptions {
  port: InvocationPort;
  budget: RequestBudget;
  question: Pick<ListQuestion, "since" | "status">;
  offset: number;
  maxPages: number;
  /** Requests of the budget that are left to others. */
  reserve?: number;
  /** Told of a single row that is too large to be read, which is passed over. */
  onSkipped: () => void;
}

const lowestStart = (items: ListedPage["items"]): number =>
  Math.min(...items.map((item) => epochMs(item.started_at) ?? Number.POSITIVE_INFINITY));

/** Whether a page has nothing of the one before it, other than because more arrived than a page holds. */
function rowsHaveLeft(before: ListedPage["items"], items: ListedPage["items"]): boolean {
  const ids = new Set(before.map(({ id }) => id));
  return !items.some(({ id }) => ids.has(id)) && !(lowestStart(items) >= lowestStart(before));
}

/** Pages from `offset` on until the list, the pages or the budget end. Rejects as the port does. */
export async function* walkPages(options: WalkOptions): AsyncGenerator<WalkStep, void> {
  const { port, budget, question, maxPages, reserve, onSkipped } = options;
  let { offset } = options;
  let limit = fullPage;
  let before: ListedPage["items"] | undefined;
  for (let read = 0; read < maxPages && budget.take(reserve); read += 1) {
    let page: ListedPage;
    try {
      page = await port.list({ ...question, limit, offset });
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
      // What stands here now may hide what was not read.
      offset = Math.max(0, offset - fullPage);
      before = undefined;
      yield { ...page, nextOffset: offset, ended: false };
      continue;
    }
    // A page that is not longer than the overlap must still lead on.
    const step = Math.max(1, count - (limit > overlap ? overlap : 0));
    offset += hasMore ? step : count;
    before = limit > overlap && items.length > 0 ? items : undefined;
    yield { ...page, nextOffset: offset, ended: !hasMore };
    if (!hasMore) return;
    if (limit < fullPage) limit = Math.min(fullPage, limit * 2);
  }
}
