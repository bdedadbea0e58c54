// A page of a list whose items may be megabytes each. The dashboard takes no answer beyond a bound, so a page that is
// too large as one is asked for in smaller ones: one run with a huge output must not darken the list it stands in.

import { paces } from "../paces.ts";
import { type BadItem, BffError, type Page } from "./bff.ts";

const rememberAtMost = 50;

export interface PartsMemory {
  /** How many items fitted into one answer; undefined when nothing is known. */
  fitting(question: string): number | undefined;
  remember(question: string, size: number): void;
}

/** Remembers for a while what fitted, so that a list that is read again and again does not fail first each time. */
export function partsMemory(nowMs: () => number): PartsMemory {
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
 * Reads `limit` items from `offset` on, in as few answers as fit. What moves meanwhile counts once, by `idOf`. An item
 * that is too large by itself is a bad one in its place. As old as the oldest part, stale when one of them is; other
 * failures are thrown.
 */
export async function readInParts<Item>(
  readPage: (part: { limit: number; offset: number }) => Promise<Page<Item>>,
  {
    limit,
    offset,
    question,
    memory,
    idOf,
  }: { limit: number; offset: number; question: string; memory: PartsMemory; idOf: (item: Item) => string },
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
    const asked = Math.min(size, end - at);
    let page: Page<Item>;
    try {
      page = await readPage({ limit: asked, offset: at });
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      if (asked > 1) {
        size = Math.ceil(asked / 2);
        memory.remember(question, size);
        continue;
      }
      failure = error;
      bad.push({ index: at - offset, raw: undefined, fault: "is too large to be listed; open it by its id" });
      at += 1;
      continue;
    }
    if (asked === limit) return page;
    for (const item of page.items) if (!items.has(idOf(item))) items.set(idOf(item), item);
    const from = at - offset;
    bad.push(...page.bad.map((one) => ({ ...one, index: from + one.index })));
    observedAtMs = Math.min(observedAtMs, page.observedAtMs);
    stale ??= page.stale;
    last = page;
    at += asked;
    if (page.paging?.hasMore !== true) break;
  }
  // Without any answer there is nothing for the bad ones to stand beside, and no time to say of it.
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
