// Words of the stuck invocations: the line above the list, and the evidence of each. Pure.
import type { StuckInvocation, StuckInvocations } from "@/lib/bff/stuck-invocations";
import { formatAge, formatDuration } from "@/lib/format/duration";
import { formatCount } from "@/lib/format/numbers";
import { stuckRules } from "@/lib/insight/stuck";
import { stuckEvidenceTexts } from "./stuck-messages.ts";

/** `99 % of 87 successful invocations took less than 40.0 s`, after the running time. */
export function formatEvidence({ basis, limit_ms: limitMs, usual }: StuckInvocation): string {
  if (basis === "limit") return stuckEvidenceTexts.apiAllows(formatDuration(limitMs));
  if (basis === "long" || usual === null) return stuckEvidenceTexts.notEnoughData(formatDuration(limitMs));
  return stuckEvidenceTexts.mostTookLess(formatCount(usual.invocations), formatDuration(usual.p99_ms));
}

/** The answer: `2 invocations look stuck`; without one, whether that is certain. */
export function formatVerdict({ total, complete, read_at_ms: readAtMs }: StuckInvocations): string {
  if (total > 0) return stuckEvidenceTexts.lookStuck(formatCount(total));
  if (readAtMs === null) return stuckEvidenceTexts.notRecordedYet;
  return complete ? stuckEvidenceTexts.noStuckInvocations : stuckEvidenceTexts.noneFoundSoFar;
}

/** Counts of open invocations and the longest wait, when they were last read. */
export function formatOpen({
  running,
  queued,
  oldest_queued_ms: oldestMs,
  read_at_ms: readAtMs,
}: StuckInvocations): string {
  if (readAtMs === null) return "";
  return [
    stuckEvidenceTexts.running(formatCount(running)),
    `${stuckEvidenceTexts.queued(formatCount(queued))}${oldestMs === null ? "" : stuckEvidenceTexts.theOldestFor(formatAge(Math.max(0, readAtMs - oldestMs)))}`,
  ].join(" · ");
}

/** How stuck invocations are found, and what was left out. */
export function formatRule({ unmeasured, complete }: StuckInvocations): string {
  const longer = formatDuration(stuckRules.longMs);
  return [
    stuckEvidenceTexts.whatStuckMeans(stuckRules.isBeyondUsual, formatAge(stuckRules.minMs)),
    ...(unmeasured === 0
      ? []
      : [
          stuckEvidenceTexts.tooFewSuccessful({
            count: formatCount(unmeasured),
            unmeasured,
            minUsual: stuckRules.minUsual,
            longer,
          }),
        ]),
    ...(complete ? [] : [stuckEvidenceTexts.notAllRecorded]),
  ].join(" ");
}
