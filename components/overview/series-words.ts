// How much of a time was recorded, in words. Pure.
import type { RunSeries } from "@/lib/bff/run-history";
import { formatAge } from "@/lib/format/duration";

type Known = Pick<
  RunSeries,
  "complete" | "began_at_ms" | "complete_from_ms" | "gaps" | "last_good_at_ms" | "since_ms"
>;

/** `complete`, or what is missing and why that is known. */
export function recordedWords({ complete, began_at_ms, complete_from_ms, gaps, since_ms }: Known): string {
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
