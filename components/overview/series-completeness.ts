// Formats how much of a period was recorded. Pure.
import type { InvocationSeries } from "@/lib/bff/invocation-history";
import { formatAge } from "@/lib/format/duration";

type Coverage = Pick<
  InvocationSeries,
  "complete" | "began_at_ms" | "complete_from_ms" | "gaps" | "last_good_at_ms" | "since_ms"
>;

/** What is missing and why; undefined if nothing is. */
export function formatMissing({
  complete,
  began_at_ms,
  complete_from_ms,
  gaps,
  since_ms,
}: Coverage): string | undefined {
  if (began_at_ms === null) return "Nothing recorded yet";
  if (complete) return undefined;
  if (gaps.length > 0) {
    const [first] = gaps;
    const lasts = first?.to_ms === null ? ", one is still open" : "";
    return `${gaps.length} ${gaps.length === 1 ? "gap" : "gaps"} in the history${lasts}: figures may be too low`;
  }
  return complete_from_ms === null || complete_from_ms <= since_ms
    ? "History is still loading"
    : `History of the last ${formatAge(Math.max(0, Date.now() - complete_from_ms))} only`;
}
