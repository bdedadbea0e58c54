// Following something that has states and a log until it is over, at the reader's pace: the present state, the
// lines so far, then what happens, and last the final state. Nothing is queued for a slow reader.

import type { z } from "zod";
import type { errorEvent } from "../../lib/contract/events.ts";
import type { LogEvent } from "../../lib/contract/logs.ts";
import type { LineRing, LoggedLine } from "./line-ring.ts";

export interface Look<State> {
  status: string;
  /** True once the status is final. */
  over: boolean;
  /** The state as events, made when they are sent. */
  state: () => readonly State[];
  /** The log while it grows. */
  ring: LineRing | undefined;
}

export interface Subject<State> {
  look(): Look<State>;
  /** The log as it was kept when it was over. */
  savedLines(): readonly LoggedLine[];
  /** Resolves at the next line or state. */
  news(): Promise<void>;
  /** True when the service takes no part in it any more. */
  stopping(): boolean;
}

type Said<State> = LogEvent | State | z.infer<typeof errorEvent>;

const batchLines = 500;

/** Batches of events, none empty. `sinceStamp` leaves out older lines; `signal` ends it when the reader leaves. */
export async function* follow<State>(
  subject: Subject<State>,
  options: { sinceStamp: string | undefined; timestamp: () => string; signal: AbortSignal },
): AsyncGenerator<Said<State>[], void> {
  const { sinceStamp = "", timestamp, signal } = options;
  let wake = () => {};
  signal.addEventListener("abort", () => wake(), { once: true });
  const log = ({ at, text }: LoggedLine): LogEvent => ({ event: "log", timestamp: at, message: text });
  const wanted = (lines: readonly LoggedLine[]) => lines.filter(({ at }) => at >= sinceStamp).map(log);
  let told: string | undefined;
  let ring: LineRing | undefined;
  let from = 0;
  while (!signal.aborted) {
    const news = subject.news();
    const seen = subject.look();
    ring ??= seen.ring;
    const batch: Said<State>[] = [];
    if (!seen.over && seen.status !== told) batch.push(...seen.state());
    told = seen.status;
    const reading = ring?.read(from, batchLines);
    if (reading) {
      from = reading.next;
      if (reading.skipped > 0) {
        const text = `[${reading.skipped} lines left out: they came faster than they were read]`;
        batch.push(log({ at: reading.lines[0]?.at ?? timestamp(), text }));
      }
      batch.push(...wanted(reading.lines));
    } else if (seen.over) {
      batch.push(...wanted(subject.savedLines()));
    }
    const more = reading?.lines.length === batchLines;
    if (seen.over && !more) batch.push(...seen.state());
    else if (subject.stopping() && !more) {
      const error = { code: "service_stopping", message: "the service stops; follow again when it is back" };
      batch.push({ event: "error", timestamp: timestamp(), error });
    }
    if (batch.length > 0) yield batch;
    if (more) continue;
    if (seen.over || subject.stopping()) return;
    await new Promise<void>((resolve) => {
      wake = resolve;
      void news.then(resolve);
      if (signal.aborted) resolve();
    });
  }
}
