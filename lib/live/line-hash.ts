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

/** So far around its time a line is looked for before all others are. */
const nearRows = 4000;

/** Row number of the line that a link means: of those with its text the one sent at that very time, else the nearest
 *  in time, the older of two. Undefined when no line has its text. */
export function findLine(store: LogStore, name: LineName): number | undefined {
  const { firstRow, endRow } = store;
  const near = store.rowAtTime(Date.parse(name.at));
  if (near !== undefined) {
    const found = nearest(store, name, near - nearRows, near + nearRows);
    if (found?.exact) return found.number;
  }
  return nearest(store, name, firstRow, endRow)?.number;
}

interface Candidate {
  readonly number: number;
  readonly offMs: number;
  readonly exact: boolean;
}

function nearest(store: LogStore, { at, hash }: LineName, from: number, to: number): Candidate | undefined {
  const wantedMs = Date.parse(at);
  let best: Candidate | undefined;
  store.scan(from, Math.min(to, store.endRow), (number, text) => {
    if (best?.exact || text === undefined || lineHash(text) !== hash) return;
    const row = store.row(number);
    if (row?.kind !== "line") return;
    const offMs = Math.abs(row.atMs - wantedMs);
    const known = Number.isNaN(offMs) ? Number.MAX_VALUE : offMs;
    // A line sent at exactly that time is nearer than one of the same millisecond.
    if (row.at === at) best = { number, offMs: 0, exact: true };
    else if (best === undefined || known < best.offMs) best = { number, offMs: known, exact: false };
  });
  return best;
}
