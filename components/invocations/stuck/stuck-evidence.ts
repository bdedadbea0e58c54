// Words of the stuck invocations: the line above the list, and the evidence of each. Pure.
import type { StuckInvocation, StuckInvocations } from "@/lib/bff/stuck-invocations";
import { formatAge, formatDuration } from "@/lib/format/duration";
import { formatCount } from "@/lib/format/numbers";
import { stuckRules } from "@/lib/insight/stuck";

/** `99 % of 87 invocations took less than 40.0 s`, after the running time. */
export function formatEvidence({ basis, limit_ms: limitMs, usual }: StuckInvocation): string {
  if (basis === "limit") return `the time limit is ${formatDuration(limitMs)}`;
  if (basis === "long" || usual === null)
    return `more than ${formatDuration(limitMs)}, not enough data on what is usual`;
  return `99 % of ${formatCount(usual.invocations)} invocations took less than ${formatDuration(usual.p99_ms)}`;
}

/** The answer: `2 invocations look stuck`; without one, whether that is certain. */
export function formatVerdict({ total, complete, read_at_ms: readAtMs }: StuckInvocations): string {
  if (total > 0)
    return `${formatCount(total)} ${total === 1 ? "invocation looks" : "invocations look"} stuck`;
  if (readAtMs === null) return "Open invocations are not recorded yet";
  return complete ? "No stuck invocations" : "No stuck invocations found so far";
}

/** Counts of open invocations and the longest wait. */
export function formatOpen(
  { running, queued, oldest_queued_ms: oldestMs, read_at_ms }: StuckInvocations,
  nowMs: number,
): string {
  if (read_at_ms === null) return "";
  return [
    `${formatCount(running)} running`,
    `${formatCount(queued)} queued${oldestMs === null ? "" : `, the oldest for ${formatAge(Math.max(0, nowMs - oldestMs))}`}`,
  ].join(" · ");
}

/** How stuck invocations are found, and what was left out. */
export function formatRule({ unmeasured, complete }: StuckInvocations): string {
  const longer = formatDuration(stuckRules.longMs);
  return [
    "Stuck: running longer than 99 % of the action's ended invocations, or beyond its time limit.",
    ...(unmeasured === 0
      ? []
      : [
          `${formatCount(unmeasured)} ${unmeasured === 1 ? "action has" : "actions have"} fewer than ${stuckRules.minUsual} ended invocations and ${unmeasured === 1 ? "counts" : "count"} as stuck after ${longer}.`,
        ]),
    ...(complete ? [] : ["Not all invocations are recorded."]),
  ].join(" ");
}
