// The samples of the last hours, held in memory: read once, then only what is new, because the overview is worked out from all of
// them every few seconds.
import type { PoolSample } from "../../bff/history.ts";
import { hourMs } from "../../bff/time-units.ts";
import type { Clock } from "../../clock.ts";
import type { Database } from "../db/database.ts";
import { paces } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";
import { readRawSamples } from "./pool-sample-history.ts";

/** The period from which fill rates are estimated. */
export const learnedOverMs = 6 * hourMs;
/** Newer samples are read again: another replica may write one late. */
const overlapMs = 120_000;

interface Held {
  /** The wall time of the newest reading, and the monotonic time of the newest full one. */
  readAtMs: number;
  fullAtMs: number;
  pools: Map<string, PoolSample[]>;
}
const held = perProcess("recent-samples", () => new WeakMap<Database, Promise<Held>>());

async function renew(db: Database, before: Held | undefined, clock: Pick<Clock, "nowMs" | "monotonicMs">) {
  const nowMs = clock.nowMs();
  const atMs = clock.monotonicMs();
  const sinceMs = nowMs - learnedOverMs;
  const isFull =
    before === undefined ||
    nowMs < before.readAtMs ||
    nowMs - before.readAtMs > learnedOverMs ||
    atMs - before.fullAtMs > paces.attention.samplesForMs;
  if (isFull) {
    const pools = await readRawSamples(db, { sinceMs, untilMs: nowMs });
    return { readAtMs: nowMs, fullAtMs: atMs, pools };
  }
  const againMs = before.readAtMs - overlapMs;
  const read = await readRawSamples(db, { sinceMs: againMs, untilMs: nowMs });
  const pools = new Map(
    [...new Set([...before.pools.keys(), ...read.keys()])].flatMap((id) => {
      const known = before.pools.get(id) ?? [];
      const first = known.findIndex(({ at_ms }) => at_ms >= sinceMs);
      const last = known.findLastIndex(({ at_ms }) => at_ms < againMs);
      const samples = [...(first === -1 ? [] : known.slice(first, last + 1)), ...(read.get(id) ?? [])];
      return samples.length === 0 ? [] : [[id, samples] as const];
    }),
  );
  return { readAtMs: nowMs, fullAtMs: before.fullAtMs, pools };
}

/** The samples of the last `learnedOverMs` by pool, oldest first. */
export async function recentSamples(
  db: Database,
  clock: Pick<Clock, "nowMs" | "monotonicMs">,
): Promise<ReadonlyMap<string, readonly PoolSample[]>> {
  const all = held();
  const before = all.get(db);
  // One reading at a time; after a failed one everything is read again.
  const next = (async () => renew(db, await before?.catch(() => undefined), clock))();
  all.set(db, next);
  next.catch(() => {
    if (all.get(db) === next) all.delete(db);
  });
  return (await next).pools;
}
