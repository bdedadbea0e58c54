// The capacity of pools over any range: as polled for the last two days, in five minutes before that.
import type { PoolHistory } from "../../bff/history.ts";
import { paces } from "../paces.ts";
import type { Database } from "../store/database.ts";
import {
  type HistoryRange,
  readBegan,
  readLastBuckets,
  readPoolHistory,
  type SliceSample,
} from "../store/pool-history.ts";
import { keptStandLaterMs, keptWidthMs } from "../store/thin-samples.ts";
import { thinned } from "./pool-series.ts";

const slices = 250;
/** The last answer, the last gap and the answer that ends it. */
const maxPoints = 3 * slices;
const standardMs = 48 * 3_600_000;
const longestMs = 30 * 24 * 3_600_000;

const isGap = ({ available }: SliceSample) => available === null;

/** What is missing to the size, for each point; of gaps directly behind one another only the first. */
function described(samples: readonly SliceSample[]) {
  return samples
    .filter((sample, at) => !(isGap(sample) && at > 0 && samples[at - 1]?.available === null))
    .map((sample) => ({ ...sample, unfilled: unfilledAt(sample) }));
}

function unfilledAt({ available, acquired, size }: SliceSample): number | null {
  if (available === null || acquired === null || size === null) return null;
  return Math.max(0, size - available - acquired);
}

async function readKept(db: Database, range: HistoryRange): Promise<Map<string, SliceSample[]>> {
  const kept = await readPoolHistory(db, "pool_samples_5m", {
    ...range,
    sinceMs: range.sinceMs - keptStandLaterMs,
    untilMs: range.untilMs - keptStandLaterMs,
    maxSilenceMs: 1.5 * keptWidthMs,
  });
  const atEnd = (sample: SliceSample) => ({ ...sample, at_ms: sample.at_ms + keptStandLaterMs });
  return new Map([...kept].map(([poolId, samples]) => [poolId, samples.map(atEnd)]));
}

/**
 * Bounds in epoch milliseconds; without them the last two days. At most 750 points per pool, 500 where every poll was
 * answered or none. `rawForMs`: how long the recorder keeps every single sample.
 */
export async function poolHistoryOf(
  db: Database,
  asked: { sinceMs?: number | undefined; untilMs?: number | undefined; poolId?: string | undefined },
  nowMs: number,
  rawForMs: number,
): Promise<PoolHistory> {
  const untilMs = Math.min(asked.untilMs ?? nowMs + 1, nowMs + 1);
  const sinceMs = Math.max(asked.sinceMs ?? nowMs - standardMs, untilMs - longestMs);
  const coarse = sinceMs < nowMs - rawForMs;
  const beganAtMs = await readBegan(db);
  const lastBucketMs = coarse ? await readLastBuckets(db, nowMs) : new Map<string, number>();
  const sliceMs = Math.max(1, Math.ceil((untilMs - sinceMs) / slices));
  const { maxSilenceMs } = paces.polling;
  const range: HistoryRange = { sinceMs, untilMs, sliceMs, maxSilenceMs, poolId: asked.poolId };
  const raw = await readPoolHistory(db, "pool_samples", range);
  const kept = coarse ? await readKept(db, range) : new Map<string, SliceSample[]>();
  const ids = [...new Set([...kept.keys(), ...raw.keys()])].sort();
  const pools = ids.map((poolId) => {
    // Where five minutes were kept, they stand for what was polled in them.
    const fromMs = coarse ? (lastBucketMs.get(poolId) ?? Number.NEGATIVE_INFINITY) + keptWidthMs : sinceMs;
    const samples = [
      ...(kept.get(poolId) ?? []),
      ...(raw.get(poolId) ?? []).filter(({ at_ms: atMs }) => atMs >= fromMs),
    ];
    return { pool_id: poolId, samples: described(thinned(samples, maxPoints)) };
  });
  return {
    began_at_ms: beganAtMs,
    since_ms: sinceMs,
    until_ms: untilMs,
    resolution: coarse ? "5m" : "raw",
    pools,
  };
}
