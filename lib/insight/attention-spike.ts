// Attention item for a spike of failures over all actions. Interrupted invocations have their own item.
import type { AttentionItem } from "../bff/attention.ts";
import type { AttentionInput } from "./attention-input.ts";
import { judgedSpike } from "./spike.ts";

type Spike = Extract<AttentionItem, { kind: "spike" }>;

/** The spike by insight's rule, without interrupted invocations. */
export function spikeItems({ spike }: Pick<AttentionInput, "spike">): Spike[] {
  if (spike === null) return [];
  const { recent, base, verdict } = judgedSpike(spike);
  if (verdict !== "spike") return [];
  return [
    {
      id: "spike",
      kind: "spike",
      severity: "critical",
      sure: "likely",
      // The start of the examined minutes is not the start of the spike.
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
