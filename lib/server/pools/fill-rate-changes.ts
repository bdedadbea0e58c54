// When the configured fill rate of each pool last changed, as the recorder saw it: what was observed before is of another rate.
import * as z from "zod/mini";
import type { Pool } from "../../contract/pools.ts";
import { readCheckpoint, writeCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { learnedOverMs } from "./recent-samples.ts";

const checkpoint = "pool_fill_rates";
/** By pool id. `percent`: of the size per minute; `since_ms`: null when no change was seen. */
const fillRates = z.record(
  z.string(),
  z.object({ percent: z.nullable(z.number()), since_ms: z.nullable(z.number()) }),
);
type FillRates = z.infer<typeof fillRates>;

/**
 * Records the fill rates of listed pools; `atMs`: when they were read, epoch milliseconds; `isWhole`: no pool is missing. In the
 * transaction of their samples.
 */
export async function recordFillRates(
  trx: Database,
  pools: readonly Pool[],
  { atMs, isWhole }: { atMs: number; isWhole: boolean },
): Promise<void> {
  const before = (await readCheckpoint(trx, checkpoint, fillRates)) ?? {};
  const recorded = new Map(Object.entries(before));
  const listed = pools.map(({ id, browser_pool_config: config }): [string, FillRates[string]] => {
    const percent = config.fill_rate_per_minute ?? null;
    const known = recorded.get(id);
    const sinceMs = known === undefined || known.percent === percent ? (known?.since_ms ?? null) : atMs;
    // The clock may have been set back.
    return [id, { percent, since_ms: sinceMs === null ? null : Math.min(sinceMs, atMs) }];
  });
  // Of a pool that is gone the time counts as long as its samples do.
  const kept = [...recorded].filter(([, { since_ms: sinceMs }]) => {
    return !isWhole || (sinceMs !== null && sinceMs > atMs - learnedOverMs);
  });
  const now: FillRates = Object.fromEntries([...kept, ...listed]);
  const isSame = ([id, { percent, since_ms: sinceMs }]: (typeof listed)[number]) =>
    recorded.get(id)?.percent === percent && recorded.get(id)?.since_ms === sinceMs;
  const isUnchanged = Object.keys(now).length === recorded.size && listed.every(isSame);
  if (!isUnchanged) await writeCheckpoint(trx, checkpoint, now);
}

/** Since when the pools have their fill rates, epoch milliseconds by pool id; without those of which no change was seen. */
export async function readFillRateTimes(db: Database): Promise<ReadonlyMap<string, number>> {
  const rates = (await readCheckpoint(db, checkpoint, fillRates)) ?? {};
  return new Map(
    Object.entries(rates).flatMap(([id, { since_ms: sinceMs }]) => (sinceMs === null ? [] : [[id, sinceMs]])),
  );
}
