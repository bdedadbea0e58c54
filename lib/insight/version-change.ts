// One version of an action beside another: whether it fails more and whether it is slower, with the numbers behind it.
// Nothing is said from too few runs. Pure.
import { insightRules, type VersionChange } from "../bff/insight.ts";
import { countOf, type Histogram, quantile } from "./histogram.ts";
import { chanceOf, deviate, shareOf, z95 } from "./proportion.ts";

/** What is known of a version's runs in a time. */
export interface VersionSample {
  readonly version: string;
  readonly ended: number;
  readonly failed: number;
  /** Of all runs with an end. */
  readonly durations: Histogram;
}

type FailureChange = VersionChange["failures"];
type DurationChange = VersionChange["median"];

function failureChange(base: VersionSample, newer: VersionSample): FailureChange {
  const { sample, points: leastPoints, chance: mostChance } = insightRules;
  const [before, after] = [base, newer].map(({ failed, ended }) => ({ part: failed, whole: ended }));
  const facts = {
    needed: sample,
    base: { failed: base.failed, ended: base.ended },
    newer: { failed: newer.failed, ended: newer.ended },
  };
  const shares = [before && shareOf(before), after && shareOf(after)];
  const [shareBefore, shareAfter] = shares;
  if (before === undefined || after === undefined || shareBefore == null || shareAfter == null)
    return { ...facts, verdict: "too_few", points: null, chance: null };
  const points = shareAfter - shareBefore;
  if (Math.min(base.ended, newer.ended) < sample)
    return { ...facts, verdict: "too_few", points, chance: null };
  const chance = chanceOf(deviate(before, after));
  const differs = Math.abs(points) >= leastPoints && chance <= mostChance;
  return { ...facts, verdict: !differs ? "same" : points > 0 ? "worse" : "better", points, chance };
}

/** The values between which the true quantile lies in 95 of 100 samples, by the order of the values alone. */
export function quantileInterval(durations: Histogram, share: number): { low: number; high: number } | null {
  const count = countOf(durations);
  if (count === 0) return null;
  const half = z95 * Math.sqrt((share * (1 - share)) / count);
  const low = quantile(durations, Math.max(0, share - half));
  const high = quantile(durations, Math.min(1, share + half));
  return low === undefined || high === undefined ? null : { low, high };
}

function durationChange(
  base: VersionSample,
  newer: VersionSample,
  { share, needed, ratio: leastRatio }: { share: number; needed: number; ratio: number },
): DurationChange {
  const told = ({ durations }: VersionSample) => ({
    ms: quantile(durations, share) ?? null,
    measured: countOf(durations),
  });
  const [before, after] = [told(base), told(newer)];
  const ratio = before.ms === null || after.ms === null || before.ms <= 0 ? null : after.ms / before.ms;
  const facts = { needed, base: before, newer: after, ratio };
  const [around, now] = [quantileInterval(base.durations, share), quantileInterval(newer.durations, share)];
  if (Math.min(before.measured, after.measured) < needed || around === null || now === null)
    return { ...facts, verdict: "too_few" };
  // Ranges that touch may be one and the same duration.
  const apart = (slow: typeof now, quick: typeof now, slowMs: number, quickMs: number) =>
    slow.low > quick.high && slowMs - quickMs >= insightRules.leastMs && slowMs >= quickMs * leastRatio;
  const [beforeMs, afterMs] = [before.ms ?? 0, after.ms ?? 0];
  if (apart(now, around, afterMs, beforeMs)) return { ...facts, verdict: "worse" };
  return { ...facts, verdict: apart(around, now, beforeMs, afterMs) ? "better" : "same" };
}

/** The newer version beside the base. */
export function changeBetween(base: VersionSample, newer: VersionSample): VersionChange {
  const { sample, tailSample, medianRatio, tailRatio } = insightRules;
  return {
    base_version: base.version,
    failures: failureChange(base, newer),
    median: durationChange(base, newer, { share: 0.5, needed: sample, ratio: medianRatio }),
    tail: durationChange(base, newer, { share: 0.95, needed: tailSample, ratio: tailRatio }),
  };
}
