// Formats how much of a period was recorded. Pure.
import type { InvocationSeries } from "@/lib/bff/invocation-history";
import { formatAge } from "@/lib/format/duration";
import { formatGaps } from "@/lib/format/gap-messages";
import { presentMs } from "@/lib/present";
import { seriesCompletenessTexts } from "./overview-messages.ts";

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
  if (began_at_ms === null) return seriesCompletenessTexts.nothingRecordedYet;
  if (complete) return undefined;
  if (gaps.length > 0) {
    const [first] = gaps;
    const lasts = first?.to_ms === null ? seriesCompletenessTexts.oneIsStillOpen : "";
    return seriesCompletenessTexts.figuresMayBeTooLow(formatGaps(gaps.length), lasts);
  }
  return complete_from_ms === null || complete_from_ms <= since_ms
    ? seriesCompletenessTexts.historyIsStillLoading
    : seriesCompletenessTexts.historyOfTheLastOnly(formatAge(Math.max(0, presentMs() - complete_from_ms)));
}
