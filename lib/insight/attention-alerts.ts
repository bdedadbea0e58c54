// The open alerts as one attention item; the alerts page lists them individually.
import type { SignalKind } from "../bff/alert-rules.ts";
import type { AttentionItem } from "../bff/attention.ts";
import type { AttentionInput, OpenAlert } from "./attention-input.ts";

/** Order of alert kinds, those with the widest impact first. */
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

/** Order: alerts with data first, then by kind, then the oldest. */
const bySeverity = (a: OpenAlert, b: OpenAlert) =>
  Number(b.known) - Number(a.known) ||
  gravity.indexOf(a.kind) - gravity.indexOf(b.kind) ||
  a.fired_at_ms - b.fired_at_ms;

/** One item for all open alerts that are not muted, with the text of the most severe; none if all are muted. */
export function alertItems({ alerts: { open, complete } }: Pick<AttentionInput, "alerts">): AttentionItem[] {
  const loud = open.filter(({ muted_until_ms: until }) => until === null).sort(bySeverity);
  const mostSevere = loud[0];
  if (mostSevere === undefined) return [];
  const { rule_name, label, message, known } = mostSevere;
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
      mostSevere: { rule_name, label, message, known },
    },
  ];
}
