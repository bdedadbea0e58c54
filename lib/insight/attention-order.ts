// The order of attention items: by severity, then by kind, then by what is affected. Pure.
import type { AttentionItem } from "../bff/attention.ts";
import { attentionSeverities } from "../bff/attention-invocations.ts";

const kinds = [
  "silent",
  "proxy",
  "failing",
  "spike",
  "pool",
  "waiting",
  "stuck",
  "interrupted",
  "slower",
  "recorder",
  "alerts",
] as const satisfies readonly AttentionItem["kind"][];

/** Weight within a severity: invocations or dependents. */
function weightOf(item: AttentionItem): number {
  switch (item.kind) {
    case "failing":
      return item.failed;
    case "spike":
      return item.recent.failed;
    case "slower":
      return item.median.newer.measured;
    case "alerts":
      return item.open;
    case "stuck":
    case "interrupted":
      return item.invocations;
    case "waiting":
      return item.queued;
    case "pool":
      return item.acquired + (item.unfilled ?? 0);
    case "proxy":
      return item.dependents.invocations * 100 + item.dependents.sessions * 10 + item.dependents.pools;
    case "silent":
    case "recorder":
      return 0;
  }
}

const rankOf = ({ severity }: Pick<AttentionItem, "severity">) => attentionSeverities.indexOf(severity);

/** The worst first; deterministic. */
export const compareItems = (a: AttentionItem, b: AttentionItem): number =>
  rankOf(a) - rankOf(b) ||
  kinds.indexOf(a.kind) - kinds.indexOf(b.kind) ||
  weightOf(b) - weightOf(a) ||
  (a.id < b.id ? -1 : 1);

/** The worst severity of items; `notice` of none. */
export const severest = (items: readonly AttentionItem[]): AttentionItem["severity"] =>
  attentionSeverities.find((severity) => items.some((item) => item.severity === severity)) ?? "notice";
