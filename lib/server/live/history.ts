// Reads what a log held before we came. An upstream may never end this stream, or the file may be huge: silence, time
// and size all end the reading, and of what was read only the newest part is kept.
import { deadlines } from "../paces.ts";
import { type Clock, isoTime, pause } from "./clock.ts";
import type { LogItem } from "./log-item.ts";
import { readLogItems } from "./sse-reader.ts";

const { silenceMs, firstByteMs, totalMs } = deadlines.logs;
const mostChars = 256 * 1024 * 1024;

export interface History {
  /** Oldest first; at most as many as asked for. */
  items: LogItem[];
  /** False: the reading was given up before the end, so what follows in the file is not here. */
  complete: boolean;
  /** The upstream itself said that this is the end; silence is only taken for it. */
  ended: boolean;
  /** How many lines were read, those no longer in `items` included. */
  readLines: number;
  /** True: there were more lines before the first of `items`. */
  trimmed: boolean;
}

/** The history of a log that could not be read. */
export const unreadHistory: History = {
  items: [],
  complete: false,
  ended: false,
  readLines: 0,
  trimmed: false,
};

/** Reads until the end, or until a bound is reached; `stop` ends the upstream's side. */
export async function readHistory(
  body: AsyncIterable<Uint8Array>,
  { clock, keepLines, stop }: { clock: Clock; keepLines: number; stop: AbortController },
): Promise<History> {
  const startMs = clock.monotonicMs();
  const batches = readLogItems(body, { now: () => isoTime(clock.nowMs()) });
  let items: LogItem[] = [];
  let readLines = 0;
  let readChars = 0;
  let waitMs: number = firstByteMs;
  let complete = false;
  let ended = false;
  for (;;) {
    const waiting = new AbortController();
    const first = await Promise.race([
      batches.next().catch(() => "broken" as const),
      pause(clock, waitMs, waiting.signal).then(() => "silent" as const),
    ]);
    waiting.abort();
    // Silence at the end of a stream that never ends is its end.
    if (first === "silent") complete = true;
    if (first === "silent" || first === "broken") break;
    if (first.done) {
      complete = true;
      ended = true;
      break;
    }
    for (const item of first.value) {
      readChars += item.text.length;
      items.push(item);
    }
    readLines += first.value.length;
    if (items.length > 2 * keepLines) items = items.slice(-keepLines);
    if (readChars > mostChars || clock.monotonicMs() - startMs > totalMs) break;
    waitMs = silenceMs;
  }
  stop.abort();
  const trimmed = readLines > keepLines;
  return { items: items.slice(-keepLines), complete, ended, readLines, trimmed };
}
