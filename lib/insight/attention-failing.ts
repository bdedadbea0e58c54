// Attention items for versions that fail often or whose failures have regressed, and for invocations lost with the service or a node.
// Regressions are insight's verdicts, so that both pages agree.
import type { AttentionItem } from "../bff/attention.ts";
import { insightRules } from "../bff/insight-rules.ts";
import type { AttentionInput, FailureGroup, VersionCounts } from "./attention-input.ts";
import { isInterruption, isNodeLoss, isServiceStop, withoutInterrupted } from "./interruption.ts";
import { wilson, z99 } from "./proportion.ts";

const failingRules = {
  /** Minimum of ended invocations of a version in the hour. */
  minFinished: 5,
  failingShare: 0.25,
  /** Minimum of ended invocations for `critical`, and the age from which failures are not of now. */
  minCritical: 10,
  recentMs: 20 * 60_000,
  /** Maximum number of failure kinds in an item. */
  reasons: 3,
} as const;

type FailingInput = Pick<
  AttentionInput,
  "nowMs" | "fromMs" | "hour" | "day" | "failures" | "inputs" | "verdicts"
>;
type Version = Pick<VersionCounts, "app_name" | "action_name" | "version">;
const keyOf = (of: Version) => JSON.stringify([of.app_name, of.action_name, of.version]);
type Action = Pick<VersionCounts, "app_name" | "action_name">;
const actionOf = (of: Action) => JSON.stringify([of.app_name, of.action_name]);
const sameAction = (a: Action, b: Action) => a.app_name === b.app_name && a.action_name === b.action_name;

const reasonOf = (group: FailureGroup) => group.example ?? group.key;
const interrupted = (group: FailureGroup) => isInterruption(reasonOf(group));

/** 99 % interval of the failure share; 0 to 1 without a sample. */
const bandOf = ({ failed, finished }: { failed: number; finished: number }) =>
  wilson({ part: failed, whole: finished }, z99) ?? { low: 0, high: 1 };

type Failing = Extract<AttentionItem, { kind: "failing" }>;

function othersOf(input: FailingInput, version: VersionCounts): Failing["others"] {
  const others = input.day.filter((each) => sameAction(each, version) && each.version !== version.version);
  const failed = others.reduce((sum, each) => sum + each.failed, 0);
  const finished = others.reduce((sum, each) => sum + each.finished, 0);
  return finished < failingRules.minFinished ? null : { failed, finished, share: failed / finished };
}

/** The insight verdict if the version's failures have regressed; null otherwise. */
function regressionOf(input: FailingInput, version: VersionCounts): Failing["regressed"] {
  const found = input.verdicts.find((each) => sameAction(each, version));
  if (found?.verdict.state !== "regressed") return null;
  const { verdict, from_ms } = found;
  if (verdict.version !== version.version || !verdict.kinds.includes("failures")) return null;
  const { base, newer } = verdict.change.failures;
  const { since_version, since_ms, change } = verdict;
  return { since_version, since_ms, base_version: change.base_version, base, newer, from_ms };
}

/**
 * Actions to compare by insight: something ended in the hour, and at least two versions have the sample size its rule
 * requires. Most failures in the hour first, then most ended invocations.
 */
export function actionsToCompare({ hour, day }: Pick<AttentionInput, "hour" | "day">): Action[] {
  const enough = Map.groupBy(
    day.filter(({ finished }) => finished >= insightRules.sample),
    actionOf,
  );
  const total = (versions: readonly VersionCounts[], what: "failed" | "finished") =>
    versions.reduce((sum, each) => sum + each[what], 0);
  return [...Map.groupBy(hour, actionOf)]
    .filter(([key, versions]) => total(versions, "finished") > 0 && (enough.get(key)?.length ?? 0) > 1)
    .sort(
      ([one, a], [other, b]) =>
        total(b, "failed") - total(a, "failed") ||
        total(b, "finished") - total(a, "finished") ||
        (one < other ? -1 : 1),
    )
    .flatMap(([, [first]]) =>
      first === undefined ? [] : [{ app_name: first.app_name, action_name: first.action_name }],
    );
}

/** Versions that fail, by the invocations that ended in the hour, without interrupted ones. */
export function failingItems(input: FailingInput): Failing[] {
  const groups = Map.groupBy(input.failures, keyOf);
  const inputs = new Map(input.inputs.map((each) => [keyOf(each), each]));
  return input.hour.flatMap((counts): Failing[] => {
    const all = groups.get(keyOf(counts)) ?? [];
    const cut = all.filter(interrupted).reduce((sum, group) => sum + group.invocations, 0);
    const { failed, ended } = withoutInterrupted({ failed: counts.failed, ended: counts.finished }, cut);
    const version = { ...counts, failed, finished: ended };
    const share = version.finished === 0 ? 0 : version.failed / version.finished;
    const others = othersOf(input, version);
    const regressed = version.failed === 0 ? null : regressionOf(input, version);
    const often = version.finished >= failingRules.minFinished && share >= failingRules.failingShare;
    if (!often && regressed === null) return [];
    const own = all.filter((group) => !interrupted(group)).sort((a, b) => b.invocations - a.invocations);
    const sure = regressed !== null || bandOf(version).low >= failingRules.failingShare ? "likely" : "guess";
    const known = inputs.get(keyOf(version));
    const lastMs = own.length === 0 ? input.fromMs : Math.max(...own.map((group) => group.last_ms));
    const isNow = input.nowMs - lastMs <= failingRules.recentMs;
    return [
      {
        id: `failing:${keyOf(version)}`,
        kind: "failing",
        severity: isNow && version.finished >= failingRules.minCritical ? "critical" : "serious",
        sure,
        since_ms: own.length === 0 ? null : Math.min(...own.map((group) => group.first_ms)),
        app_name: version.app_name,
        action_name: version.action_name,
        version: version.version,
        failed: version.failed,
        finished: version.finished,
        share,
        from_ms: input.fromMs,
        to_ms: input.nowMs,
        last_ms: lastMs,
        inputs: known?.inputs ?? 0,
        reasons: own
          .slice(0, failingRules.reasons)
          .map(({ key, example, invocations }) => ({ key: key ?? "", example, invocations })),
        kinds: own.length,
        interrupted: cut,
        others,
        regressed,
      },
    ];
  });
}

/** One item for all invocations stopped by the service in the hour, because one stop ends whatever runs, and one for those
 *  that were lost with nodes. */
export const interruptedItems = (input: AttentionInput): AttentionItem[] => [
  ...interruptedItem(input, "service"),
  ...interruptedItem(input, "node"),
];

function interruptedItem(input: AttentionInput, by: "service" | "node"): AttentionItem[] {
  const isOf = by === "service" ? isServiceStop : isNodeLoss;
  const groups = input.failures.filter((group) => isOf(reasonOf(group)));
  if (groups.length === 0) return [];
  const first = Math.min(...groups.map((group) => group.first_ms));
  const last = Math.max(...groups.map((group) => group.last_ms));
  return [
    {
      id: by === "service" ? "interrupted" : "interrupted:node",
      kind: "interrupted",
      by,
      severity: input.nowMs - last <= failingRules.recentMs ? "serious" : "notice",
      sure: "certain",
      since_ms: first,
      invocations: groups.reduce((sum, group) => sum + group.invocations, 0),
      actions: new Set(groups.map(actionOf)).size,
      from_ms: input.fromMs,
      to_ms: input.nowMs,
      last_ms: last,
    },
  ];
}
