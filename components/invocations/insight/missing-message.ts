import { insightLimits } from "@/lib/bff/insight";
import { formatPeriod } from "@/lib/charts/periods";
import { formatCount } from "@/lib/format/numbers";
import type { Lookback } from "./insight-search-params.ts";

const messages = {
  action: {
    listed: `the ${insightLimits.actions} actions with the most invocations`,
    none: (time: string) => `No invocation of this action in ${time}.`,
  },
  failure: {
    listed: `the ${insightLimits.groups} most frequent failures`,
    none: (time: string) => `No invocation failed for this reason in ${time}. Choose a longer time.`,
  },
} as const;

/** Why the item in the address is not shown: still loading, possibly left out of the list, or missing. */
export function missingMessage(
  what: keyof typeof messages,
  { past, reading, leftOut }: { past: Lookback; reading: boolean; leftOut: number },
): string {
  const { listed, none } = messages[what];
  const time = formatPeriod(past);
  if (reading) return `Loading ${time}…`;
  if (leftOut === 0) return none(time);
  return `Not among ${listed} in ${time}. ${formatCount(leftOut)} more are not listed.`;
}
