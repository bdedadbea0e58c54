// Compares two versions of an action: failures and durations, with the figures behind each verdict. Small samples get
// the verdict `too_few`.
import type { VersionChange } from "../bff/insight.ts";
import { insightRules } from "../bff/insight-rules.ts";
import { countOf, type Histogram, quantile } from "./histogram.ts";
import { chanceOf, deviate, shareOf, z95 } from "./proportion.ts";

/** Sample of a version's invocations in a period. */
export interface VersionSample {
  readonly version: string;
  readonly ended: number;
  readonly failed: number;
  /** Durations of all ended invocations. */
  readonly durations: Histogram;
}

type FailureChange = VersionChange["failures"];
type DurationChange = VersionChange["median"];

function failureChange(base: VersionSample, newer: VersionSample): FailureChange {
  const { sample, points: leastPoints, chance: mostChance } = insightRules;
  const before = { part: base.failed, whole: base.ended };
  const after = { part: newer.failed, whole: newer.ended };
  const figures = {
    needed: sample,
    base: { failed: base.failed, ended: base.ended },
    newer: { failed: newer.failed, ended: newer.ended },
  };
  const [shareBefore, shareAfter] = [shareOf(before), shareOf(after)];
  if (shareBefore === null || shareAfter === null)
    return { ...figures, verdict: "too_few", points: null, chance: null };
  const points = shareAfter - shareBefore;
  if (Math.min(base.ended, newer.ended) < sample)
    return { ...figures, verdict: "too_few", points, chance: null };
  const chance = chanceOf(deviate(before, after));
  const differs = Math.abs(points) >= leastPoints && chance <= mostChance;
  return { ...figures, verdict: !differs ? "same" : points > 0 ? "worse" : "better", points, chance };
}

/** 95 % confidence interval of a quantile, by order statistics. */
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
  const figuresOf = ({ durations }: VersionSample) => ({
    ms: quantile(durations, share) ?? null,
    measured: countOf(durations),
  });
  const [before, after] = [figuresOf(base), figuresOf(newer)];
  const ratio = before.ms === null || after.ms === null || before.ms <= 0 ? null : after.ms / before.ms;
  const figures = { needed, base: before, newer: after, ratio };
  const [around, now] = [quantileInterval(base.durations, share), quantileInterval(newer.durations, share)];
  if (Math.min(before.measured, after.measured) < needed || around === null || now === null)
    return { ...figures, verdict: "too_few" };
  // Touching intervals may contain the same duration.
  const apart = (slow: typeof now, quick: typeof now, slowMs: number, quickMs: number) =>
    slow.low > quick.high && slowMs - quickMs >= insightRules.minMs && slowMs >= quickMs * leastRatio;
  const [beforeMs, afterMs] = [before.ms ?? 0, after.ms ?? 0];
  if (apart(now, around, afterMs, beforeMs)) return { ...figures, verdict: "worse" };
  return { ...figures, verdict: apart(around, now, beforeMs, afterMs) ? "better" : "same" };
}

/** Compares the newer version with the base. */
export function changeBetween(base: VersionSample, newer: VersionSample): VersionChange {
  const { sample, tailSample, medianRatio, tailRatio } = insightRules;
  return {
    base_version: base.version,
    failures: failureChange(base, newer),
    median: durationChange(base, newer, { share: 0.5, needed: sample, ratio: medianRatio }),
    tail: durationChange(base, newer, { share: 0.95, needed: tailSample, ratio: tailRatio }),
  };
}
