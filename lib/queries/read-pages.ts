// A list read page by page, for numbers that must not stop at one page.
import type { BadItem, Page } from "./bff.ts";

/**
 * Reads from the first page on, one after another, until the list ends or `atMost` items were read. What moves to a
 * later page meanwhile counts once, by `idOf`. As old as its oldest page, stale when one of them is; `paging` is that
 * of the last page.
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
