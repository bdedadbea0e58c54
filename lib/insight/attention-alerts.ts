// The alerts that are open, as one thing: their page has them one by one.
import type { SignalKind } from "../bff/alert-rules.ts";
import type { AttentionItem } from "../bff/attention.ts";
import type { AttentionFacts, OpenAlert } from "./attention-facts.ts";

/** What takes the most along comes first. */
const gravity = [
  "upstream_unreachable",
  "pool_cannot_fill",
  "failure_share",
  "proxy_down",
  "recorder_behind",
  "stuck",
  "pool_time_to_empty",
  "proxy_flapping",
] as const satisfies readonly SignalKind[];

/** Of what there is data about, then by kind, then the oldest. */
const byGravity = (a: OpenAlert, b: OpenAlert) =>
  Number(b.known) - Number(a.known) ||
  gravity.indexOf(a.kind) - gravity.indexOf(b.kind) ||
  a.fired_at_ms - b.fired_at_ms;

/** One item of all that are open and not muted, with the gravest's words; none where all are muted. */
export function alertItems({ alerts: { open, complete } }: Pick<AttentionFacts, "alerts">): AttentionItem[] {
  const loud = open.filter(({ muted_until_ms: until }) => until === null).sort(byGravity);
  const gravest = loud[0];
  if (gravest === undefined) return [];
  const { rule_name, label, words, known } = gravest;
  return [
    {
      id: "alerts",
      kind: "alerts",
      severity: known ? "serious" : "notice",
      sure: "certain",
      since_ms: Math.min(...loud.map(({ fired_at_ms: at }) => at)),
      open: loud.length,
      muted: open.length - loud.length,
      complete,
      gravest: { rule_name, label, words, known },
    },
  ];
}
