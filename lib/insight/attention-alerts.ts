// Open alerts count at the attention item they are about; the others are one item. The alerts page lists them individually.
import type { SignalKind } from "../bff/alert-rules.ts";
import type { AttentionItem } from "../bff/attention.ts";
import type { AttentionInput, OpenAlert } from "./attention-input.ts";
import { type Action, isSameAction } from "./stuck.ts";

/** Order of alert kinds, those with the widest impact first. */
const gravity = [
  "upstream_unreachable",
  "nothing_recorded",
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

const actionsOf = (subject: string): Action => {
  const [app_name = "", action_name = ""] = subject.split("/").map(decodeURIComponent);
  return { app_name, action_name };
};

/** Whether the item is what the alert is about. */
function isAbout({ kind, subject }: OpenAlert, item: AttentionItem): boolean {
  switch (kind) {
    case "upstream_unreachable":
      return item.kind === "silent";
    case "recorder_behind":
    case "nothing_recorded":
      return item.kind === "recorder";
    case "pool_cannot_fill":
    case "pool_time_to_empty":
      return item.id === `pool:${subject}`;
    case "proxy_down":
    case "proxy_flapping":
      return item.id === `proxy:${subject}`;
    case "failure_share":
      return item.kind === "failing" && isSameAction(item, actionsOf(subject));
    case "stuck":
      return item.kind === "stuck" && isSameAction(item, actionsOf(subject));
  }
}

/** Open alerts by the items they are about: their number if not muted, by item id; `alerts` are the others. */
export function alertsAbout(
  items: readonly AttentionItem[],
  open: readonly OpenAlert[],
): { explained: ReadonlyMap<string, number>; alerts: OpenAlert[] } {
  const explained = new Map<string, number>();
  const alerts = open.filter((alert) => {
    const item = items.find((each) => isAbout(alert, each));
    if (item !== undefined && alert.muted_until_ms === null)
      explained.set(item.id, (explained.get(item.id) ?? 0) + 1);
    return item === undefined;
  });
  return { explained, alerts };
}

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
