// Identifies a log line across reloads by the hash of its text and its time, because the server's ids do not last.
// A log that is reread may get new times, so the text must match and the time selects among equal lines.
import type { LogStore } from "./log-store.ts";

/** Identity of a line in a link. */
export interface LineName {
  /** The time as it was sent. */
  readonly at: string;
  readonly hash: string;
}

/** 32-bit FNV-1a over the bytes of a text's UTF-16 units, as eight hexadecimal digits. */
export function lineHash(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    hash = Math.imul(hash ^ (unit & 0xff), 0x01000193);
    hash = Math.imul(hash ^ (unit >>> 8), 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** Rows on either side of the line's time that are searched before the whole store. */
const nearRows = 4000;

/** Row number of the line of a link: among lines with its text the one with the same time, else the nearest in time,
 *  the older of two. Undefined when no line has its text. */
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
    // The exact time wins over another time in the same millisecond.
    if (row.at === at) best = { number, offMs: 0, exact: true };
    else if (best === undefined || known < best.offMs) best = { number, offMs: known, exact: false };
  });
  return best;
}
