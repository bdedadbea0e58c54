// Audits what an operator opens in live streams, once per opening: a page that reconnects, or changes its topics, goes on
// with what it had open.
import "server-only";
import { LRUCache } from "lru-cache";
import { systemClock } from "../../clock.ts";
import { perProcess } from "../kernel/per-process.ts";
import { type Act, audited } from "./audited.ts";

/** After the last stream with it has ended. A stream lasts an hour at most, a broken one is replaced within a minute. */
const openForMs = 10 * 60_000;

interface Openings {
  /** Streams with it, by sign-in and target; the promise settles once the first one's audit rows are written. */
  open: Map<string, { streams: number; recorded: Promise<unknown> }>;
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

/**
 * Audits an opening unless its operator has the target open, or had within ten minutes. Returns the function to call when
 * the stream ends. Throws a Problem (503) when it cannot be audited: then nothing may be read.
 */
export async function auditOpening(act: Act): Promise<() => void> {
  const { open, recent } = openings();
  const key = JSON.stringify([act.operator.sid, act.action, act.target]);
  const entry = open.get(key) ?? {
    streams: 0,
    // A stream may open several: each is an act of its own.
    recorded: recent.has(key)
      ? Promise.resolve()
      : audited({ ...act, requestId: crypto.randomUUID() }, async () => ({ status: 200 })),
  };
  open.set(key, entry);
  entry.streams += 1;
  const leave = (wasRead: boolean) => {
    entry.streams -= 1;
    if (wasRead) recent.set(key, true);
    if (entry.streams === 0) open.delete(key);
  };
  try {
    await entry.recorded;
  } catch (error) {
    leave(false);
    throw error;
  }
  let left = false;
  return () => {
    if (!left) leave(true);
    left = true;
  };
}
