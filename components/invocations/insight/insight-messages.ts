import type { ActionInsight, ActionVerdict, ChangeKind, VersionChange } from "@/lib/bff/insight";
import { insightRules, spikeRules } from "@/lib/bff/insight-rules";
import { formatDuration } from "@/lib/format/duration";
import { formatClock, formatDate } from "@/lib/format/full-time";
import { formatCount, formatPercent } from "@/lib/format/numbers";

/** The rule for calling two versions different; with the numbers shown, the verdict can be verified. */
export const comparisonRule = `Needs ${insightRules.sample} ended invocations of each version (${insightRules.tailSample} for p95). Counts as different: failure share by ${insightRules.points * 100} points (two-sided p ≤ ${formatPercent(insightRules.chance)}), p50 by ×${insightRules.medianRatio} or p95 by ×${insightRules.tailRatio}, both by ${insightRules.minMs} ms and with separate 95 % intervals.`;

/** The rule for calling failures a spike. */
export const spikeRule = `A spike is at least ${spikeRules.failed} failures with a share ${spikeRules.points * 100} points above the day before (two-sided p ≤ ${formatPercent(spikeRules.chance)}).`;

/** `2.0 % of 100 → 15 % of 100`: the numbers behind a verdict on failures. */
export function failureEvidence({ base, newer }: VersionChange["failures"]): string {
  const one = ({ failed, ended }: { failed: number; ended: number }) =>
    ended === 0 ? "none ended" : `${formatPercent(failed / ended)} of ${formatCount(ended)}`;
  return `${one(base)} → ${one(newer)}`;
}

/** `1.0 s → 3.0 s (×3.0)`: the numbers behind a verdict on durations. */
export function durationEvidence({ base, newer, ratio }: VersionChange["median"]): string {
  const times = ratio === null ? "" : ` (×${ratio.toFixed(ratio < 10 ? 2 : 0)})`;
  return `${formatDuration(base.ms)} → ${formatDuration(newer.ms)}${times}`;
}

/** `too few to judge: 12 of 30`: the smaller sample, and the required size. */
export const tooFewMessage = (have: number, needed: number): string =>
  `not enough data: ${formatCount(have)} of ${formatCount(needed)}`;

const kindLabels = {
  failures: ({ failures }: VersionChange) => `failures ${failureEvidence(failures)}`,
  median: ({ median }: VersionChange) => `p50 ${durationEvidence(median)}`,
  tail: ({ tail }: VersionChange) => `p95 ${durationEvidence(tail)}`,
} as const satisfies Record<ChangeKind, (change: VersionChange) => string>;

/** The verdict on an action: its text, and the numbers behind it. */
export function formatVerdict(verdict: ActionVerdict): { text: string; evidence: string } {
  switch (verdict.state) {
    case "one_version":
      return { text: "one version", evidence: "no other in this time range" };
    case "too_few":
      return {
        text: "not enough data",
        evidence: `${formatCount(verdict.have)} of ${formatCount(verdict.needed)} ended invocations`,
      };
    case "steady":
      return { text: "steady", evidence: "same as the version before" };
    case "better":
      return {
        text: `better in ${verdict.version}`,
        evidence: evidenceOf(verdict.change, "better"),
      };
    case "regressed":
      return {
        text: `regressed since ${verdict.since_version}`,
        evidence: evidenceOf(verdict.change, "worse"),
      };
  }
}

function evidenceOf(change: VersionChange, which: "worse" | "better"): string {
  const kinds = (["failures", "median", "tail"] as const).filter((kind) => change[kind].verdict === which);
  return kinds.map((kind) => kindLabels[kind](change)).join("; ");
}

type Completeness = Pick<
  ActionInsight,
  "complete" | "began_at_ms" | "complete_from_ms" | "gaps" | "since_ms" | "until_ms"
>;

/**
 * How much of the period is recorded, as read at `readAtMs` (epoch milliseconds): `recorded since 10:02; 12 min missing`;
 * undefined where all is.
 */
export function formatCompleteness(
  {
    complete,
    began_at_ms: beganMs,
    complete_from_ms: fromMs,
    gaps,
    since_ms: sinceMs,
    until_ms: untilMs,
  }: Completeness,
  readAtMs: number,
  zone: string,
): string | undefined {
  if (complete) return undefined;
  if (beganMs === null) return "Nothing recorded yet";
  // The period is rounded up to a step, so it may end in the future.
  const endMs = Math.min(untilMs, readAtMs);
  const moment = (atMs: number) =>
    formatDate(atMs, zone) === formatDate(endMs, zone)
      ? formatClock(atMs, zone, "minute")
      : `${formatDate(atMs, zone)} ${formatClock(atMs, zone, "minute")}`;
  // Gaps may overlap: each minute counts once.
  let missingMs = 0;
  let coveredTo = Math.max(sinceMs, fromMs ?? sinceMs);
  for (const gap of [...gaps].sort((a, b) => a.from_ms - b.from_ms)) {
    const to = Math.min(gap.to_ms ?? endMs, endMs);
    missingMs += Math.max(0, to - Math.max(gap.from_ms, coveredTo));
    coveredTo = Math.max(coveredTo, to);
  }
  const parts = [
    fromMs === null
      ? "history still loading"
      : fromMs > sinceMs
        ? `recorded since ${moment(fromMs)}`
        : undefined,
    missingMs === 0 ? undefined : `${formatDuration(missingMs)} missing`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? "history still loading" : parts.join("; ");
}
