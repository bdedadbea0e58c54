// Formats how much of a period was recorded. Pure.
import type { InvocationSeries } from "@/lib/bff/invocation-history";
import { formatAge } from "@/lib/format/duration";

type Coverage = Pick<
  InvocationSeries,
  "complete" | "began_at_ms" | "complete_from_ms" | "gaps" | "last_good_at_ms" | "since_ms"
>;

/** `complete`, or what is missing and why. */
export function formatSeriesCompleteness({
  complete,
  began_at_ms,
  complete_from_ms,
  gaps,
  since_ms,
}: Coverage): string {
  if (began_at_ms === null) return "nothing recorded yet";
  if (complete) return "complete";
  if (gaps.length > 0) {
    const [first] = gaps;
    const lasts = first?.to_ms === null ? ", one lasts" : "";
    return `${gaps.length} ${gaps.length === 1 ? "gap" : "gaps"}${lasts}: figures may be too low`;
  }
  return complete_from_ms === null || complete_from_ms <= since_ms
    ? "still being read back"
    : `recorded for the last ${formatAge(Math.max(0, Date.now() - complete_from_ms))} of it only`;
}
