// Reads the lines that a log already has, as they arrive. An upstream may never end this stream, so silence is reported
// and the caller decides when the history is complete.
import { type Clock, isoTime, pause } from "../../clock.ts";
import { deadlines } from "../kernel/paces.ts";
import type { LogItem } from "./log-item.ts";
import { readLogItems } from "./sse-reader.ts";

/** What the streams so far have shown of the API, for all logs. */
export interface HistoryHabits {
  /** It ends the history of a file by itself, as the local service does: silence is not the end of one. */
  endsFiles: boolean;
}

/** Yields batches of lines, and "silent" each time `silenceMs` passed without one. Throws the body's errors. */
export async function* readHistory(
  body: AsyncIterable<Uint8Array>,
  clock: Clock,
): AsyncGenerator<LogItem[] | "silent", void> {
  const batches = readLogItems(body, { now: () => isoTime(clock.nowMs()) });
  try {
    let next = batches.next();
    for (;;) {
      const waiting = new AbortController();
      const first = await Promise.race([
        next,
        pause(clock, deadlines.logs.silenceMs, waiting.signal).then(() => "silent" as const),
      ]).finally(() => waiting.abort());
      if (first === "silent") yield first;
      else if (first.done) return;
      else {
        yield first.value;
        next = batches.next();
      }
    }
  } finally {
    // Not awaited: a pending read ends only when the caller closes the stream.
    batches.return().catch(() => undefined);
  }
}
