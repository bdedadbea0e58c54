// Event stream of an object with states and a log: the present state, the lines so far, further lines and states, and
// last the final state. The reader sets the pace; nothing is queued for a slow one.

import type { z } from "zod";
import type { errorEvent } from "../../lib/contract/events.ts";
import type { LogEvent } from "../../lib/contract/logs.ts";
import { type Clock, sinceTimestamp } from "./clock.ts";
import type { LineRing, LoggedLine } from "./line-ring.ts";

export interface Snapshot<State> {
  status: string;
  /** True once the status is final. */
  over: boolean;
  /** The state as events, built when they are sent. */
  state: () => readonly State[];
  /** The log of a running object. */
  ring: LineRing | undefined;
}

export interface Subject<State> {
  snapshot(): Snapshot<State>;
  /** The stored log of a finished object. */
  savedLines(): readonly LoggedLine[];
  /** Resolves at the next line or state. Request it before reading the snapshot, so that no change is missed. */
  news(): Promise<void>;
  /** True when the service is shutting down. */
  stopping(): boolean;
}

type FollowEvent<State> = LogEvent | State | z.infer<typeof errorEvent>;

const batchLines = 500;

/** Yields non-empty batches of events. Leaves out lines before `since`; `signal` ends it. */
export async function* follow<State>(
  subject: Subject<State>,
  { since, clock, signal }: { since: string | undefined; clock: Clock; signal: AbortSignal },
): AsyncGenerator<FollowEvent<State>[], void> {
  const from = since === undefined ? "" : sinceTimestamp(since, clock.now());
  let wake = () => {};
  signal.addEventListener("abort", () => wake(), { once: true });
  const log = ({ at, text }: LoggedLine): LogEvent => ({ event: "log", timestamp: at, message: text });
  const logsOf = (lines: readonly LoggedLine[]) => lines.filter(({ at }) => at >= from).map(log);
  let sentStatus: string | undefined;
  let ring: LineRing | undefined;
  let nextLine = 0;
  while (!signal.aborted) {
    const news = subject.news();
    const current = subject.snapshot();
    ring ??= current.ring;
    const batch: FollowEvent<State>[] = [];
    if (!current.over && current.status !== sentStatus) batch.push(...current.state());
    sentStatus = current.status;
    const reading = ring?.read(nextLine, batchLines);
    if (reading) {
      nextLine = reading.next;
      if (reading.skipped > 0) {
        const text = `[${reading.skipped} lines left out: they came faster than they were read]`;
        batch.push(log({ at: reading.lines[0]?.at ?? clock.timestamp(), text }));
      }
      batch.push(...logsOf(reading.lines));
    } else if (current.over) {
      batch.push(...logsOf(subject.savedLines()));
    }
    const more = reading?.lines.length === batchLines;
    if (current.over && !more) batch.push(...current.state());
    else if (subject.stopping() && !more) {
      const error = { code: "service_stopping", message: "the service stops; follow again when it is back" };
      batch.push({ event: "error", timestamp: clock.timestamp(), error });
    }
    if (batch.length > 0) yield batch;
    if (more) continue;
    if (current.over || subject.stopping()) return;
    await new Promise<void>((resolve) => {
      wake = resolve;
      void news.then(resolve);
      if (signal.aborted) resolve();
    });
  }
}
