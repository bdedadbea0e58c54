import { insightLimits } from "@/lib/bff/insight";
import { formatCount } from "@/lib/format/numbers";
import { type Past, pastFacts } from "./insight-screen.ts";

const words = {
  action: {
    listed: `the ${insightLimits.actions} actions with the most runs`,
    none: (time: string) => `No run of it is recorded in ${time}.`,
  },
  failure: {
    listed: `the ${insightLimits.groups} kinds of failures that come up most`,
    none: (time: string) =>
      `No run that failed for this reason is recorded in ${time}. A longer time may hold some.`,
  },
} as const;

/** Why there is nothing of what the address names: it is still read, may be one of those left out, or is not there. */
export function missingWords(
  what: keyof typeof words,
  { past, reading, leftOut }: { past: Past; reading: boolean; leftOut: number },
): string {
  const { listed, none } = words[what];
  const time = pastFacts[past].words;
  if (reading) return `Reading what is recorded of ${time}…`;
  if (leftOut === 0) return none(time);
  return `It is not among ${listed} in ${time}; ${formatCount(leftOut)} more are not listed.`;
}
