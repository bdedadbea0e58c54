// Signals on pools, from the recorded samples. A poll without an answer says nothing.
import * as z from "zod/mini";
import { clearMargin, type Signal, type SignalReading } from "../../bff/alert-rules.ts";
import type { PoolInsight } from "../../bff/pool-insight.ts";
import { poolInsightOf } from "../../insight/pool-insight.ts";
import type { Database } from "../store/database.ts";
import { readPoolRates } from "../store/pool-rates.ts";
import { maxSilenceMs } from "../watch/pool-history.ts";
import { above, type SignalOutcome, spanWords } from "./reading.ts";

type Of<Kind extends Signal["kind"]> = Extract<Signal, { kind: Kind }>;

/** One answered poll of a pool. */
export interface PoolLevel {
  atMs: number;
  available: number;
  acquired: number;
  size: number | null;
}
type Judged = Pick<SignalReading, "verdict" | "words">;

/** A pool that the newest list does not hold is gone; the list and its samples are written this closely together. */
const listLagMs = 5_000;
const drainOverMs = 300_000;
/** How far back filling is learned from. */
const learnedOverMs = 6 * 3_600_000;
/** A window counts as watched when its first sample is no later than this after its beginning. */
const slackMs = 40_000;

const gapOf = (level: PoolLevel) => Math.max(0, (level.size ?? 0) - level.available - level.acquired);

/** Whether a pool stays short of its size: levels of the window, oldest first. */
export function judgeFill(levels: readonly PoolLevel[], minutes: number, nowMs: number): Judged {
  const first = levels[0];
  const last = levels.at(-1);
  if (first === undefined || last === undefined || last.size === null)
    return { verdict: "unknown", words: "its size is not known" };
  const gap = gapOf(last);
  if (gap === 0) return { verdict: "clear", words: `at its size of ${last.size}` };
  const watched = first.atMs <= nowMs - minutes * 60_000 + slackMs;
  if (!watched)
    return {
      verdict: "unknown",
      words: `${gap} unfilled, watched for ${spanWords(nowMs - first.atMs)} only`,
    };
  const least = Math.min(...levels.map(gapOf));
  const stays = least > 0 && gap >= gapOf(first);
  const words = stays
    ? `${gap} of ${last.size} unfilled, and not fewer than ${minutes} min ago`
    : `${gap} of ${last.size} unfilled, fewer than ${gapOf(first)} ${minutes} min ago`;
  return { verdict: stays ? "bad" : "between", words };
}

/** When a pool is empty, by what the pools page works out of the same samples. */
export function judgeEmpty(insight: PoolInsight, minutes: number): Judged {
  const { available, size, drain, empty } = insight;
  if (available === null) return { verdict: "unknown", words: "the newest poll gave no answer" };
  if (available === 0)
    return size === 0
      ? { verdict: "clear", words: "its size is 0" }
      : { verdict: "bad", words: "none available" };
  if (drain === null || empty === null) return { verdict: "unknown", words: "recorded for too short a time" };
  if (empty.minutes === null)
    return { verdict: "clear", words: `${available} available, does not run empty at this drain` };
  const rate = drain.taken_per_minute.toFixed(1);
  return {
    verdict: above(-empty.minutes, -minutes, -minutes / clearMargin),
    words: `${available} available, empty in about ${spanWords(empty.minutes * 60_000)} at ${rate} taken a minute`,
  };
}

const poolFacts = z.object({ fill_rate_per_minute: z.optional(z.int()) });

/** The fill rate that the pool was last seen to be configured with. */
function fillRateIn(facts: string | undefined): number | undefined {
  try {
    return poolFacts.safeParse(JSON.parse(facts ?? "{}")).data?.fill_rate_per_minute;
  } catch {
    return undefined;
  }
}

/** Pools with what a signal says of each. `readAtMs`: when the pools were last listed. */
export async function poolSignal(
  db: Database,
  signal: Of<"pool_cannot_fill"> | Of<"pool_time_to_empty">,
  nowMs: number,
  readAtMs: number,
): Promise<SignalOutcome> {
  const fills = signal.kind === "pool_cannot_fill";
  const windowMs = fills ? signal.minutes * 60_000 + slackMs : learnedOverMs;
  let query = db
    .selectFrom("pool_samples")
    .selectAll()
    .where("at_ms", ">=", nowMs - windowMs)
    .where("at_ms", "<=", nowMs)
    .orderBy("at_ms");
  if (signal.pool !== undefined) query = query.where("pool_id", "=", signal.pool);
  const pools = Map.groupBy(await query.execute(), (row) => row.pool_id);
  const known = await db
    .selectFrom("seen")
    .select(["id", "name", "facts"])
    .where("kind", "=", "pool")
    .execute();
  const seen = new Map(known.map((row) => [row.id, row]));
  const rates = fills ? undefined : await readPoolRates(db);
  const readings = [...pools].flatMap(([id, rows]): SignalReading[] => {
    const newest = rows.at(-1);
    if (newest === undefined || newest.at_ms < readAtMs - listLagMs) return [];
    const levels = rows.flatMap(({ at_ms: atMs, available, acquired, size }) =>
      available === null || acquired === null ? [] : [{ atMs, available, acquired, size }],
    );
    const label = seen.get(id)?.name ?? id;
    if (newest.available === null || newest.acquired === null)
      return [{ subject: id, label, verdict: "unknown", words: "the newest poll gave no answer" }];
    const insight = () =>
      poolInsightOf({
        poolId: id,
        samples: rows,
        config: { size: newest.size, fill_rate_per_minute: fillRateIn(seen.get(id)?.facts) },
        set: rates?.get(id) ?? null,
        maxSilenceMs,
        overMs: drainOverMs,
        targetMinutes: signal.minutes,
      });
    const judged = fills ? judgeFill(levels, signal.minutes, nowMs) : judgeEmpty(insight(), signal.minutes);
    return [{ subject: id, label, ...judged }];
  });
  return { known: true, readings, absent: "gone" };
}
