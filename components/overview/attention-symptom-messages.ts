// What a cause hits, as links: the failed invocations, pools, stuck invocations. Pure.
import type { AttentionItem } from "@/lib/bff/attention";
import { formatAge } from "@/lib/format/duration";
import { formatCountOf, formatPercent } from "@/lib/format/numbers";
import { paths } from "@/lib/paths";
import { failedEvidence, stuckPath } from "./attention-invocation-messages.ts";
import { actionOf, type Evidence, type Of } from "./attention-parts.ts";

type Kind = AttentionItem["kind"];

const ofKind = <K extends Kind>(items: readonly AttentionItem[], kind: K) =>
  items.filter((item): item is Of<K> => item.kind === kind);

const failed = (items: readonly Of<"failing">[]): Evidence[] =>
  items.length === 0 ? [] : failedEvidence(items);

const poolWords = {
  cannot_fill: ["cannot fill", "cannot fill"],
  empty: ["is empty", "are empty"],
  acquired: ["has no browser left", "have no browser left"],
  emptying: ["is emptying", "are emptying"],
} as const satisfies Record<Of<"pool">["state"], readonly [one: string, many: string]>;

const pools = (items: readonly Of<"pool">[]): Evidence[] =>
  [...Map.groupBy(items, ({ state }) => state)].flatMap(([state, group]) => {
    const [first] = group;
    const [one, many] = poolWords[state];
    if (first === undefined) return [];
    return group.length === 1
      ? [{ text: `pool ${first.name ?? first.pool_id} ${one}`, href: paths.pool(first.pool_id) }]
      : [{ text: `${formatCountOf(group.length, "pool")} ${many}`, href: paths.pools({ state: "trouble" }) }];
  });

function stuck(items: readonly Of<"stuck">[]): Evidence[] {
  const [first] = items;
  if (first === undefined) return [];
  const count = items.reduce((sum, item) => sum + item.invocations, 0);
  const href =
    items.length === 1 ? stuckPath(first) : paths.invocations({ status: "running", stuck: "open" });
  return [{ text: formatCountOf(count, "stuck invocation"), href }];
}

const slower = (items: readonly Of<"slower">[]): Evidence[] =>
  items.map((item) => ({
    text: `${actionOf(item)} is slower on ${item.version || "?"}`,
    href: paths.insight({ app: item.app_name, action: item.action_name }),
  }));

const spikes = (items: readonly Of<"spike">[]): Evidence[] =>
  items.map(({ from_ms, to_ms }) => ({
    text: `failure spike in the last ${formatAge(to_ms - from_ms)}`,
    href: paths.insight(),
  }));

const queues = (items: readonly Of<"waiting">[]): Evidence[] =>
  items.map(({ queued }) => ({
    text: `${formatCountOf(queued, "invocation")} queued`,
    href: paths.invocations({ status: "queued" }),
  }));

/** The symptoms of an entry, those that hit users first. */
export const symptomEvidence = (symptoms: readonly AttentionItem[]): Evidence[] => [
  ...failed(ofKind(symptoms, "failing")),
  ...pools(ofKind(symptoms, "pool")),
  ...stuck(ofKind(symptoms, "stuck")),
  ...queues(ofKind(symptoms, "waiting")),
  ...slower(ofKind(symptoms, "slower")),
  ...spikes(ofKind(symptoms, "spike")),
];

/** What the worst failing action of a cause does: `31 % of shop / pay fails.` */
export function symptomDetail(symptoms: readonly AttentionItem[]): string | undefined {
  const [worst] = ofKind(symptoms, "failing").toSorted((a, b) => b.failed - a.failed);
  return worst && `${formatPercent(worst.share)} of ${actionOf(worst)} invocations fail.`;
}
