// Audits what an operator opens in live streams, once per opening: a page that reconnects, or changes its topics, goes on
// with what it had open. Another replica records it again, as it cannot know. The outcome is written once it is known whether
// there was something to read.
import "server-only";
import { LRUCache } from "lru-cache";
import { systemClock } from "../../clock.ts";
import type { FileOpening } from "../audit/acts.ts";
import { perProcess } from "../kernel/per-process.ts";
import type { Problem } from "../kernel/problem.ts";
import { type Act, audited } from "./audited.ts";

/** After the last stream with it has ended. A stream lasts an hour at most, a broken one is replaced within a minute. */
const openForMs = 10 * 60_000;

interface OpeningAct {
  streams: number;
  /** Settles once the intent is written, or could not be. */
  intended: Promise<void>;
  outcome: PromiseWithResolvers<{ status: number }>;
  wasRead: boolean;
}

interface Openings {
  /** Streams with it, by sign-in and target. */
  open: Map<string, OpeningAct>;
  recent: LRUCache<string, true>;
}
const openings = perProcess(
  "stream-openings",
  (): Openings => ({
    open: new Map(),
    recent: new LRUCache({
      max: 10_000,
      ttl: openForMs,
      ttlResolution: 0,
      perf: { now: systemClock.monotonicMs },
    }),
  }),
);

/** Begins the act of an opening. A stream may open several: each is an act of its own. */
function beginAct(act: Act): Pick<OpeningAct, "intended" | "outcome"> {
  const outcome = Promise.withResolvers<{ status: number }>();
  const intent = Promise.withResolvers<void>();
  const work = () => {
    intent.resolve();
    return outcome.promise;
  };
  // Without the intent nothing is opened; a failed outcome is in the audit.
  audited({ ...act, requestId: crypto.randomUUID() }, work).catch(intent.reject);
  return { intended: intent.promise, outcome };
}

/**
 * Audits an opening unless its operator has read the target within ten minutes or has it open. Throws a Problem (503)
 * when it cannot be audited: then nothing may be read.
 */
export async function auditOpening(act: Act): Promise<FileOpening> {
  const { open, recent } = openings();
  const key = JSON.stringify([act.operator.sid, act.action, act.target]);
  const wasRead = recent.has(key);
  const entry = open.get(key) ?? {
    streams: 0,
    wasRead,
    ...(wasRead
      ? { intended: Promise.resolve(), outcome: Promise.withResolvers<{ status: number }>() }
      : beginAct(act)),
  };
  open.set(key, entry);
  entry.streams += 1;
  const read = () => {
    entry.wasRead = true;
    entry.outcome.resolve({ status: 200 });
  };
  const leave = (failure: Problem | undefined) => {
    entry.streams -= 1;
    if (entry.wasRead) recent.set(key, true);
    if (entry.streams > 0) return;
    open.delete(key);
    if (failure !== undefined && !entry.wasRead) entry.outcome.reject(failure);
  };
  try {
    await entry.intended;
  } catch (error) {
    leave(undefined);
    throw error;
  }
  let left = false;
  return {
    read,
    leave: (failure) => {
      if (!left) leave(failure);
      left = true;
    },
  };
}
