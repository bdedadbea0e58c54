// Reads a list of the API by its pages, while it changes. Each page begins inside the one before: what leaves the list
// meanwhile pulls the rest forward, and a page that does not meet the one before may hide what was not read.
import type { RecorderList } from "../../bff/recorder.ts";

/** One page as it was answered. `count`: how many items it had, those included that could not be read. */
export interface PageRead {
  atMs: number;
  ids: readonly string[];
  count: number;
  hasMore: boolean;
}

type PartlyWhy = NonNullable<RecorderList["partly"]>["why"];

export interface ListRead {
  /** When the first page was said, epoch milliseconds. */
  atMs: number;
  ids: ReadonlySet<string>;
  pages: number;
  /** Why not everything was read that was there at `atMs` and is still there; null: it was. */
  partly: PartlyWhy | null;
}

/** How much of a list was read, as the recorder tells it: null when everything was. */
export const partlyOf = (read: number, why: ListRead["partly"]): RecorderList["partly"] =>
  why === null ? null : { read, why };

export const pageSize = 100;
const overlap = 10;

/** Reads at most `mostPages` from the start; rejects as `read` does. */
export async function readList(
  read: (offset: number) => Promise<PageRead>,
  mostPages: number,
): Promise<ListRead> {
  const first = await read(0);
  const ids = new Set(first.ids);
  let unreadable = first.count > first.ids.length;
  let moved = false;
  let page = first;
  let pages = 1;
  let offset = 0;
  while (page.hasMore && page.count > 0 && pages < mostPages) {
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
