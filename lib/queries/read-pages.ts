// Reads a list in several responses and joins them to one page.
import { paces } from "../paces.ts";
import { type BadItem, BffError, type Page } from "./bff.ts";
import { bffTexts } from "./query-messages.ts";

/**
 * Joins pages: items that move meanwhile are deduplicated by `idOf`; the result is as old as the oldest page, and stale
 * if one of them is.
 */
function joinPages<Item>(idOf: (item: Item) => string) {
  const items = new Map<string, Item>();
  const bad: BadItem[] = [];
  let observedAtMs = Number.POSITIVE_INFINITY;
  let stale: string | undefined;
  return {
    bad,
    /** Adds a page whose first item is number `from` of the result. */
    add(page: Page<Item>, from: number): void {
      for (const item of page.items) if (!items.has(idOf(item))) items.set(idOf(item), item);
      bad.push(...page.bad.map((one) => ({ ...one, index: from + one.index })));
      observedAtMs = Math.min(observedAtMs, page.observedAtMs);
      stale ??= page.stale;
    },
    result: () => ({ items: [...items.values()], bad, observedAtMs, stale }),
  };
}

/** Reads pages sequentially until the list ends or `atMost` items were read; `paging` is that of the last page. */
export async function readPages<Item>(
  readPage: (offset: number) => Promise<Page<Item>>,
  { atMost, idOf }: { atMost: number; idOf: (item: Item) => string },
): Promise<Page<Item>> {
  const joined = joinPages(idOf);
  let page = await readPage(0);
  for (;;) {
    joined.add(page, page.paging?.offset ?? 0);
    const next = page.paging?.hasMore ? page.paging.nextOffset : undefined;
    if (next === undefined || next >= atMost) break;
    page = await readPage(next);
  }
  return { ...page, ...joined.result() };
}

const rememberAtMost = 50;

export interface PageSizeCache {
  /** Number of items that fit into one response; undefined when unknown. */
  fitting(question: string): number | undefined;
  remember(question: string, size: number): void;
}

/** Caches the fitting size for a while, so that a polled list does not fail first each time. */
export function createPageSizeCache(nowMs: () => number): PageSizeCache {
  const known = new Map<string, { size: number; untilMs: number }>();
  return {
    fitting(question) {
      const found = known.get(question);
      return found !== undefined && nowMs() < found.untilMs ? found.size : undefined;
    },
    remember(question, size) {
      known.delete(question);
      known.set(question, { size, untilMs: nowMs() + paces.stale.slowMs });
      for (const oldest of known.keys()) {
        if (known.size <= rememberAtMost) break;
        known.delete(oldest);
      }
    },
  };
}

/** After an oversized item the size begins at one and grows so with each response. */
const growth = 4;

const isTooLarge = (error: unknown): boolean =>
  error instanceof BffError && error.code === "upstream_too_large";

/**
 * Reads `limit` items from `offset` on, in as few responses as possible: items may be megabytes each, the dashboard
 * refuses responses beyond a limit, and one huge output must not make its list unreadable. An item that is too large by
 * itself becomes a bad item. Throws other failures.
 */
export async function readInSmallerPages<Item>(
  readPage: (part: { limit: number; offset: number }) => Promise<Page<Item>>,
  {
    limit,
    offset,
    question,
    memory,
    idOf,
  }: { limit: number; offset: number; question: string; memory: PageSizeCache; idOf: (item: Item) => string },
): Promise<Page<Item>> {
  const known = memory.fitting(question);
  const firstSize = Math.min(limit, known ?? limit);
  let size = firstSize;
  let largestRead = 0;
  let grows = false;
  const joined = joinPages(idOf);
  const end = offset + limit;
  let last: Page<Item> | undefined;
  let at = offset;
  let failure: unknown;
  while (at < end) {
    const count = Math.min(size, end - at);
    let page: Page<Item>;
    try {
      page = await readPage({ limit: count, offset: at });
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      if (count > 1) {
        size = Math.ceil(count / 2);
        grows = false;
        continue;
      }
      failure = error;
      // The search for this item made the size small, not the others; but there may be more like it.
      size = 1;
      grows = true;
      joined.bad.push({
        index: at - offset,
        raw: undefined,
        fault: bffTexts.tooLargeToList,
      });
      at += 1;
      continue;
    }
    if (count === limit) return page;
    joined.add(page, at - offset);
    last = page;
    at += count;
    largestRead = Math.max(largestRead, count);
    if (grows) size = Math.min(firstSize, growth * count);
    if (page.paging?.hasMore !== true) break;
  }
  // Without any response there is no page to attach the bad items to.
  if (last === undefined) throw failure;
  if (largestRead < firstSize) memory.remember(question, largestRead);
  const hasMore = last.paging?.hasMore === true;
  return {
    ...joined.result(),
    requestId: last.requestId,
    paging: { limit, offset, hasMore, nextOffset: hasMore ? at : 0 },
  };
}
