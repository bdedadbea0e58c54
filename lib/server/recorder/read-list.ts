// Reads a list of the API page by page while it changes. Each page overlaps the one before: without an overlap, removed
// items may have caused omissions.
import type { RecorderList } from "../../bff/recorder.ts";

/** One page. `count`: its items, including unreadable ones. */
export interface PageRead {
  atMs: number;
  ids: readonly string[];
  count: number;
  hasMore: boolean;
}

type PartlyWhy = NonNullable<RecorderList["partly"]>["why"];

export interface ListRead {
  /** Time of the first page, epoch milliseconds. */
  atMs: number;
  ids: ReadonlySet<string>;
  pages: number;
  /** Why items that existed from `atMs` on may be missing; null: none are. */
  partly: PartlyWhy | null;
}

/** Incompleteness of a reading in the recorder's state; null when complete. */
export const partlyOf = (read: number, why: ListRead["partly"]): RecorderList["partly"] =>
  why === null ? null : { read, why };

export const pageSize = 100;
const overlap = 10;

/** Reads at most `maxPages` from the start; rejects with the errors of `read`. */
export async function readList(
  read: (offset: number) => Promise<PageRead>,
  maxPages: number,
): Promise<ListRead> {
  const first = await read(0);
  const ids = new Set(first.ids);
  let unreadable = first.count > first.ids.length;
  let moved = false;
  let page = first;
  let pages = 1;
  let offset = 0;
  while (page.hasMore && page.count > 0 && pages < maxPages) {
    offset += Math.max(1, page.count - overlap);
    const before = new Set(page.ids);
    page = await read(offset);
    pages += 1;
    unreadable ||= page.count > page.ids.length;
    moved ||= !page.ids.some((id) => before.has(id));
    for (const id of page.ids) ids.add(id);
  }
  const partly = page.hasMore ? "cut" : unreadable ? "unreadable" : moved ? "moved" : null;
  return { atMs: first.atMs, ids, pages, partly };
}
