import { insightLimits } from "@/lib/bff/insight-rules";
import { formatPeriod } from "@/lib/charts/periods";
import { formatCount } from "@/lib/format/numbers";
import { missingMessageTexts } from "./failure-on-demand-messages.ts";
import type { Lookback } from "./insight-search-params.ts";

const messages = {
  action: {
    listed: missingMessageTexts.mostInvokedActions(insightLimits.actions),
    none: missingMessageTexts.noInvocationOfAction,
  },
  failure: {
    listed: missingMessageTexts.mostFrequentFailures(insightLimits.groups),
    none: missingMessageTexts.noFailureForReason,
  },
} as const;

/** Why the item in the address is not shown: still loading, possibly left out of the list, or missing. */
export function missingMessage(
  what: keyof typeof messages,
  { past, reading, leftOut }: { past: Lookback; reading: boolean; leftOut: number },
): string {
  const { listed, none } = messages[what];
  const time = formatPeriod(past);
  if (reading) return missingMessageTexts.loading(time);
  if (leftOut === 0) return none(time);
  return missingMessageTexts.notAmongListed(listed, time, formatCount(leftOut));
}
