// Signals on pools, from the recorded samples. An unanswered poll is unknown.
import { clearMargin, type Signal, type SignalReading } from "../../bff/alert-rules.ts";
import type { PoolInsight } from "../../bff/pool-insight.ts";
import { hourMs } from "../../bff/time-units.ts";
import { poolInsightOf } from "../../insight/pool-insight.ts";
import type { Database } from "../db/database.ts";
import { resourcesOfKind } from "../inventory/resources.ts";
import { paces } from "../kernel/paces.ts";
import { readFillRateTimes } from "../pools/fill-rate-changes.ts";
import { readPoolRates } from "../pools/pool-rates.ts";
import { readRawSamples } from "../pools/pool-sample-history.ts";
import { recordedFillRate } from "../pools/recorded-fill-rate.ts";
import { above, formatSpan, type SignalOutcome } from "./signal-outcome.ts";

type Of<Kind extends Signal["kind"]> = Extract<Signal, { kind: Kind }>;

type Judgement = Pick<SignalReading, "verdict" | "message">;

/** Samples of one reading differ by less than this; a pool without a sample of the last reading has been deleted. */
const listLagMs = 5_000;
const drainOverMs = 300_000;
/** The period from which fill rates are estimated. */
const estimateOverMs = 6 * hourMs;
const whyUnknown = {
  not_measured: "the newest poll gave no answer",
  no_size: "its size is not known",
  no_rate: "its fill rate is not known",
} as const;

/** Whether a pool fills as expected, by the same insight as on the pools page. */
function judgeFill({ state, size }: PoolInsight): Judgement {
  if (state.kind === "unknown") return { verdict: "unknown", message: whyUnknown[state.why] };
  if (state.kind === "at_size") return { verdict: "clear", message: `at its size of ${size}` };
  if (state.kind === "not_filled")
    return { verdict: "clear", message: `${state.unfilled} of ${size} missing, and its fill rate is 0` };
  const { unfilled_now: unfilled, shrunk, expected, from_ms: fromMs, to_ms: toMs } = state.evidence;
  const unfilledText = `${unfilled} of ${size} missing`;
  const span = formatSpan(toMs - fromMs);
  if (state.kind === "watching")
    return {
      verdict: "unknown",
      message: `${unfilledText}, observed for ${span} of the ${formatSpan(state.needed_ms)} needed`,
    };
  // `shrunk` is negative when the gap grew.
  const message = `${unfilledText}, ${Math.max(0, shrunk)} fewer than ${span} ago; its fill rate should give ${expected.toFixed(1)}`;
  return { verdict: state.kind === "cannot_fill" ? "bad" : "clear", message };
}

/** When a pool will be empty, by the same insight as on the pools page. */
export function judgeEmpty(insight: PoolInsight, minutes: number): Judgement {
  const { available, size, consumption, empty } = insight;
  if (available === null) return { verdict: "unknown", message: "the newest poll gave no answer" };
  if (available === 0)
    return size === 0
      ? { verdict: "clear", message: "its size is 0" }
      : { verdict: "bad", message: "none available" };
  if (consumption === null || empty === null)
    return { verdict: "unknown", message: "recorded for too short a time" };
  if (empty.minutes === null)
    return { verdict: "clear", message: `${available} available, does not run empty at this rate` };
  const rate = consumption.taken_per_minute.toFixed(1);
  return {
    verdict: above(-empty.minutes, -minutes, -minutes / clearMargin),
    message: `${available} available, empty in about ${formatSpan(empty.minutes * 60_000)} at ${rate} taken per minute`,
  };
}

/** The reading of each pool. `readAtMs`: when the pools were last listed. */
export async function poolSignal(
  db: Database,
  signal: Of<"pool_cannot_fill"> | Of<"pool_time_to_empty">,
  nowMs: number,
  readAtMs: number,
): Promise<SignalOutcome> {
  const isFillSignal = signal.kind === "pool_cannot_fill";
  const untilMs = nowMs + listLagMs;
  const sampled = await readRawSamples(db, {
    sinceMs: nowMs - estimateOverMs,
    untilMs,
    poolId: signal.pool,
  });
  const known = await resourcesOfKind(db, "pool");
  const recorded = new Map(known.map((row) => [row.id, row]));
  const rates = await readPoolRates(db);
  const rateTimes = await readFillRateTimes(db);
  const readings = [...sampled].flatMap(([id, rows]): SignalReading[] => {
    const listed = rows.at(-1);
    if (listed === undefined || listed.at_ms < readAtMs - listLagMs) return [];
    const samples = rows.filter(({ at_ms: atMs }) => atMs <= nowMs);
    const insight = poolInsightOf({
      poolId: id,
      samples,
      config: { size: listed.size, fill_rate_per_minute: recordedFillRate(recorded.get(id)?.details) },
      set: rates.get(id) ?? null,
      rateSinceMs: rateTimes.get(id),
      maxSilenceMs: paces.polling.maxSilenceMs,
      overMs: drainOverMs,
      targetMinutes: signal.minutes,
    });
    const judgement = isFillSignal ? judgeFill(insight) : judgeEmpty(insight, signal.minutes);
    return [{ subject: id, label: recorded.get(id)?.name ?? id, ...judgement }];
  });
  return { known: true, readings, absent: "gone" };
}
