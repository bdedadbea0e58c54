// Event stream of an object with states and a log: the present state, the lines so far, further lines and states, and
// last the final state. The reader sets the pace; nothing is queued for a slow one.

import type { z } from "zod";
import type { errorEvent } from "../../lib/contract/events.ts";
import type { LogEvent } from "../../lib/contract/logs.ts";
import { type Clock, sinceTimestamp } from "./clock.ts";
import type { LineReader, LoggedLine } from "./log-lines.ts";

export interface Snapshot<State> {
  status: string;
  /** True once the status is final and the log is complete. */
  over: boolean;
  /** The state as events, built when they are sent. */
  state: () => readonly State[];
}

export interface Subject<State> {
  snapshot(): Snapshot<State>;
  /** A reader of the log from its first line; closed by `follow`. */
  log(): LineReader;
  /**
   * Whether lines that are added are new whatever their times, which another machine's clock has given. Not when absent, nor
   * where lines are sent again.
   */
  addsNewLines?(): boolean;
  /** Resolves at the next line or state. Request it before reading the snapshot, so that no change is missed. */
  news(): Promise<void>;
  /** True when the service is shutting down. */
  stopping(): boolean;
}

type FollowEvent<State> = LogEvent | State | z.infer<typeof errorEvent>;

/**
 * Yields non-empty batches of events. Leaves out lines before `since`; `signal` ends it. After the last batch it ends
 * without waiting for anything, so that a heartbeat cannot follow the final state.
 */
export async function* follow<State>(
  subject: Subject<State>,
  { since, clock, signal }: { since: string | undefined; clock: Clock; signal: AbortSignal },
): AsyncGenerator<FollowEvent<State>[], void> {
  const from = since === undefined ? "" : sinceTimestamp(since, clock.timestamp());
  let wake = () => {};
  signal.addEventListener("abort", () => wake(), { once: true });
  const event = ({ at, text }: LoggedLine): LogEvent => ({ event: "log", timestamp: at, message: text });
  let sentStatus: string | undefined;
  /** All lines that there were have been read. */
  let isCaughtUp = false;
  let last: FollowEvent<State>[] = [];
  const log = subject.log();
  try {
    while (!signal.aborted) {
      const news = subject.news();
      const current = subject.snapshot();
      const stopping = subject.stopping();
      const lines = await log.read();
      const batch: FollowEvent<State>[] = [];
      if (!current.over && current.status !== sentStatus) batch.push(...current.state());
      sentStatus = current.status;
      const areNew = isCaughtUp && subject.addsNewLines?.() === true;
      batch.push(...(areNew ? lines : lines.filter(({ at }) => at >= from)).map(event));
      const more = lines.length > 0;
      isCaughtUp ||= !more;
      if (current.over && !more) batch.push(...current.state());
      else if (stopping && !more) {
        const error = {
          code: "service_stopping",
          message: "the service is stopping; follow again when it is back",
        };
        batch.push({ event: "error", timestamp: clock.timestamp(), error });
      }
      if (!more && (current.over || stopping)) {
        last = batch;
        break;
      }
      if (batch.length > 0) yield batch;
      if (more) continue;
      await new Promise<void>((resolve) => {
        wake = resolve;
        void news.then(resolve);
        if (signal.aborted) resolve();
      });
    }
  } finally {
    await log.close();
  }
  if (last.length > 0) yield last;
}

/** A reader of the lines that `load` returns at its first reading. */
export function readerOf(load: () => readonly LoggedLine[]): LineReader {
  let loaded = false;
  return {
    async read() {
      const lines = loaded ? [] : load();
      loaded = true;
      return lines;
    },
    close: async () => undefined,
  };
}
