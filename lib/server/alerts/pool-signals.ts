// Signals on pools, from the recorded samples. A poll without an answer says nothing.
import * as z from "zod/mini";
import { clearMargin, type Signal, type SignalReading } from "../../bff/alert-rules.ts";
import type { PoolInsight } from "../../bff/pool-insight.ts";
import { poolInsightOf } from "../../insight/pool-insight.ts";
import { paces } from "../paces.ts";
import type { Database } from "../store/database.ts";
import { readRawSamples } from "../store/pool-history.ts";
import { readPoolRates } from "../store/pool-rates.ts";
import { above, nothingKnown, type SignalOutcome, spanWords } from "./reading.ts";

type Of<Kind extends Signal["kind"]> = Extract<Signal, { kind: Kind }>;

type Judged = Pick<SignalReading, "verdict" | "words">;

/** A pool that the newest list does not hold is gone; the list and its samples are written this closely together. */
const listLagMs = 5_000;
const drainOverMs = 300_000;
/** How far back filling is learned from. */
const learnedOverMs = 6 * 3_600_000;
const whyUnknown = {
  not_measured: "the newest poll gave no answer",
  no_size: "its size is not known",
  no_rate: "its fill rate is not known",
} as const;

/** Whether a pool fills as it should, by what the pools page works out of the same samples. */
export function judgeFill({ state, size }: PoolInsight): Judged {
  if (state.kind === "unknown") return { verdict: "unknown", words: whyUnknown[state.why] };
  if (state.kind === "at_size") return { verdict: "clear", words: `at its size of ${size}` };
  if (state.kind === "not_filled")
    return { verdict: "clear", words: `${state.unfilled} of ${size} unfilled, and its fill rate is 0` };
  const { unfilled_now: unfilled, shrunk, expected, from_ms: fromMs, to_ms: toMs } = state.evidence;
  const short = `${unfilled} of ${size} unfilled`;
  const span = spanWords(toMs - fromMs);
  if (state.kind === "watching")
    return {
      verdict: "unknown",
      words: `${short}, watched for ${span} of the ${spanWords(state.needed_ms)} it takes to tell`,
    };
  // A gap that grew has not shrunk.
  const words = `${short}, ${Math.max(0, shrunk)} fewer in ${span} where its fill rate gives ${expected.toFixed(1)}`;
  return { verdict: state.kind === "cannot_fill" ? "bad" : "clear", words };
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
  // Until the next poll nothing tells a pool that is gone from one whose samples lie ahead of a clock that was set back.
  if (readAtMs > nowMs + listLagMs)
    return nothingKnown("the pools were not read since the clock was set back");
  const untilMs = nowMs + listLagMs;
  const sampled = await readRawSamples(db, {
    sinceMs: nowMs - learnedOverMs,
    untilMs,
    poolId: signal.pool,
  });
  const known = await db
    .selectFrom("seen")
    .select(["id", "name", "facts"])
    .where("kind", "=", "pool")
    .execute();
  const seen = new Map(known.map((row) => [row.id, row]));
  const rates = await readPoolRates(db);
  const readings = [...sampled].flatMap(([id, rows]): SignalReading[] => {
    const listed = rows.at(-1);
    if (listed === undefined || listed.at_ms < readAtMs - listLagMs) return [];
    const samples = rows.filter(({ at_ms: atMs }) => atMs <= nowMs);
    const insight = poolInsightOf({
      poolId: id,
      samples,
      config: { size: listed.size, fill_rate_per_minute: fillRateIn(seen.get(id)?.facts) },
      set: rates.get(id) ?? null,
      maxSilenceMs: paces.polling.maxSilenceMs,
      overMs: drainOverMs,
      targetMinutes: signal.minutes,
    });
    const judged = fills ? judgeFill(insight) : judgeEmpty(insight, signal.minutes);
    return [{ subject: id, label: seen.get(id)?.name ?? id, ...judged }];
  });
  return { known: true, readings, absent: "gone" };
}
