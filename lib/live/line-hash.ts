// A line named without ids of the server: by what it says and when. The same text may come again and again, and a log
// that is read anew may time its lines anew, so that the text decides and the time chooses among equals.
import type { LogStore } from "./log-store.ts";

/** What a link to a line carries. */
export interface LineName {
  /** The time as it was sent. */
  readonly at: string;
  readonly hash: string;
}

/** FNV-1a over a text's UTF-16 units: eight hexadecimal digits. */
export function lineHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** Row number of the line that a link means: of those with its text the one sent at that very time, else the nearest
 *  in time, the older of two. Undefined when no line has its text. */
export function findLine(store: LogStore, { at, hash }: LineName): number | undefined {
  const wantedMs = Date.parse(at);
  let best: number | undefined;
  let bestMs = Number.POSITIVE_INFINITY;
  store.scan(store.firstRow, store.endRow, (number, text) => {
    if (text === undefined || lineHash(text) !== hash) return;
    const row = store.row(number);
    if (row?.kind !== "line") return;
    // A line sent at exactly that time is nearer than one of the same millisecond.
    const offMs = row.at === at ? -1 : Math.abs(row.atMs - wantedMs);
    const known = Number.isNaN(offMs) ? Number.MAX_VALUE : offMs;
    if (known < bestMs) [best, bestMs] = [number, known];
  });
  return best;
}
