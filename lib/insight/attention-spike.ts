// More failures now than in the day before, whatever fails. That the service stopped is told apart, and is no spike.
import type { AttentionItem } from "../bff/attention.ts";
import type { AttentionFacts } from "./attention-facts.ts";
import { failingRules } from "./attention-failing.ts";
import { judgedSpike } from "./spike.ts";

type Spike = Extract<AttentionItem, { kind: "spike" }>;

/** The spike by insight's rule, of the runs that were not interrupted. */
export function spikeItems({ spike }: Pick<AttentionFacts, "spike">): Spike[] {
  if (spike === null) return [];
  const { recent, base, verdict } = judgedSpike(spike);
  if (verdict !== "spike") return [];
  return [
    {
      id: "spike",
      kind: "spike",
      severity: recent.failed / recent.ended >= failingRules.criticalShare ? "critical" : "serious",
      sure: "likely",
      // The minutes that were looked at are no moment at which it began.
      since_ms: null,
      recent,
      base,
      from_ms: spike.since_ms,
      to_ms: spike.until_ms,
      base_from_ms: spike.base_since_ms,
      shared: spike.shared,
    },
  ];
}
