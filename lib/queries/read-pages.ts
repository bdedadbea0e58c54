// Reads a list page by page.
import type { BadItem, Page } from "./bff.ts";

/**
 * Reads pages sequentially until the list ends or `atMost` items were read. Items that move meanwhile are deduplicated
 * by `idOf`. The result is as old as its oldest page and stale if one of them is; `paging` is that of the last page.
 */
export async function readPages<Item>(
  readPage: (offset: number) => Promise<Page<Item>>,
  { atMost, idOf }: { atMost: number; idOf: (item: Item) => string },
): Promise<Page<Item>> {
  const items = new Map<string, Item>();
  const bad: BadItem[] = [];
  let page = await readPage(0);
  let { observedAtMs, stale } = page;
  for (;;) {
    const offset = page.paging?.offset ?? 0;
    for (const item of page.items) if (!items.has(idOf(item))) items.set(idOf(item), item);
    bad.push(...page.bad.map((one) => ({ ...one, index: offset + one.index })));
    observedAtMs = Math.min(observedAtMs, page.observedAtMs);
    stale ??= page.stale;
    const next = page.paging?.hasMore ? page.paging.nextOffset : undefined;
    if (next === undefined || next >= atMost) break;
    page = await readPage(next);
  }
  return { ...page, items: [...items.values()], bad, observedAtMs, stale };
}
