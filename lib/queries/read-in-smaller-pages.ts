// Reads a page of a list whose items may be megabytes each. The dashboard refuses responses beyond a limit, so a page
// that is too large is requested in smaller parts: one huge output must not make its list unreadable.

import { paces } from "../paces.ts";
import { type BadItem, BffError, type Page } from "./bff.ts";

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

const isTooLarge = (error: unknown): boolean =>
  error instanceof BffError && error.code === "upstream_too_large";

/**
 * Reads `limit` items from `offset` on, in as few responses as possible. Items that move meanwhile are deduplicated by
 * `idOf`; an item that is too large by itself becomes a bad item. The result is as old as its oldest part and stale if
 * one of them is. Throws other failures.
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
  let size = Math.min(limit, known ?? limit);
  const items = new Map<string, Item>();
  const bad: BadItem[] = [];
  const end = offset + limit;
  let last: Page<Item> | undefined;
  let observedAtMs = Number.POSITIVE_INFINITY;
  let stale: string | undefined;
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
        memory.remember(question, size);
        continue;
      }
      failure = error;
      bad.push({ index: at - offset, raw: undefined, fault: "is too large to be listed; open it by its id" });
      at += 1;
      continue;
    }
    if (count === limit) return page;
    for (const item of page.items) if (!items.has(idOf(item))) items.set(idOf(item), item);
    const from = at - offset;
    bad.push(...page.bad.map((one) => ({ ...one, index: from + one.index })));
    observedAtMs = Math.min(observedAtMs, page.observedAtMs);
    stale ??= page.stale;
    last = page;
    at += count;
    if (page.paging?.hasMore !== true) break;
  }
  // Without any response there is no page to attach the bad items to.
  if (last === undefined) throw failure;
  const hasMore = last.paging?.hasMore === true;
  return {
    items: [...items.values()],
    bad,
    observedAtMs,
    stale,
    requestId: last.requestId,
    paging: { limit, offset, hasMore, nextOffset: hasMore ? at : 0 },
  };
}
