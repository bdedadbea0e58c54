// Versions that fail often, or that insight calls regressed and that still fail, and runs that the service itself cut
// short. Whether a version is worse than those before it is asked of insight, so that two pages never disagree.
import type { AttentionItem } from "../bff/attention.ts";
import { insightRules } from "../bff/insight.ts";
import type { AttentionFacts, FailureGroup, VersionCounts } from "./attention-facts.ts";
import { isInterruption } from "./interruption.ts";
import { wilson, z99 } from "./proportion.ts";

export const failingRules = {
  /** Ended runs of a version in the hour before its failure share means anything. */
  minFinished: 5,
  failingShare: 0.25,
  criticalShare: 0.5,
  /** Ended runs before a high share is critical. */
  minCritical: 10,
  /** Kinds of failure that an item names. */
  reasons: 3,
} as const;

type Version = Pick<VersionCounts, "app_name" | "action_name" | "version">;
const keyOf = (of: Version) => JSON.stringify([of.app_name, of.action_name, of.version]);
type Action = Pick<VersionCounts, "app_name" | "action_name">;
const actionOf = (of: Action) => JSON.stringify([of.app_name, of.action_name]);
const sameAction = (a: Action, b: Action) => a.app_name === b.app_name && a.action_name === b.action_name;

const interrupted = (group: FailureGroup) => isInterruption(group.example ?? group.key);

/** Where the true share lies, with 99 % certainty; of nothing anywhere. */
const bandOf = ({ failed, finished }: { failed: number; finished: number }) =>
  wilson({ part: failed, whole: finished }, z99) ?? { low: 0, high: 1 };

type Failing = Extract<AttentionItem, { kind: "failing" }>;

function othersOf(facts: AttentionFacts, version: VersionCounts): Failing["others"] {
  const others = facts.day.filter((each) => sameAction(each, version) && each.version !== version.version);
  const failed = others.reduce((sum, each) => sum + each.failed, 0);
  const finished = others.reduce((sum, each) => sum + each.finished, 0);
  return finished < failingRules.minFinished ? null : { failed, finished, share: failed / finished };
}

/** What insight says of a version where it says that its failures regressed; null where it does not. */
function regressionOf(facts: AttentionFacts, version: VersionCounts): Failing["regressed"] {
  const told = facts.verdicts.find((each) => sameAction(each, version));
  if (told?.verdict.state !== "regressed") return null;
  const { verdict, from_ms } = told;
  if (verdict.version !== version.version || !verdict.kinds.includes("failures")) return null;
  const { base, newer } = verdict.change.failures;
  const { since_version, since_ms, change } = verdict;
  return { since_version, since_ms, base_version: change.base_version, base, newer, from_ms };
}

/**
 * Actions of which insight is to be asked: something of them ended in the hour, and two versions at least have the runs
 * that its rule needs. Those with the most failures in the hour first, then those with the most runs.
 */
export function actionsToCompare({ hour, day }: Pick<AttentionFacts, "hour" | "day">): Action[] {
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

/** Versions that fail, by what ended in the hour. Interrupted runs are in neither figure. */
export function failingItems(facts: AttentionFacts): Failing[] {
  const groups = Map.groupBy(facts.failures, keyOf);
  const inputs = new Map(facts.inputs.map((each) => [keyOf(each), each.inputs]));
  return facts.hour.flatMap((told): Failing[] => {
    const all = groups.get(keyOf(told)) ?? [];
    const cut = all.filter(interrupted).reduce((sum, group) => sum + group.runs, 0);
    const version = { ...told, failed: told.failed - cut, finished: told.finished - cut };
    const share = version.finished === 0 ? 0 : version.failed / version.finished;
    const others = othersOf(facts, version);
    const regressed = version.failed === 0 ? null : regressionOf(facts, version);
    const often = version.finished >= failingRules.minFinished && share >= failingRules.failingShare;
    if (!often && regressed === null) return [];
    const own = all.filter((group) => !interrupted(group)).sort((a, b) => b.runs - a.runs);
    const band = bandOf(version);
    return [
      {
        id: `failing:${keyOf(version)}`,
        kind: "failing",
        severity:
          share >= failingRules.criticalShare && version.finished >= failingRules.minCritical
            ? "critical"
            : "serious",
        sure: regressed !== null || band.low >= failingRules.failingShare ? "likely" : "guess",
        since_ms: own.length === 0 ? null : Math.min(...own.map((group) => group.first_ms)),
        app_name: version.app_name,
        action_name: version.action_name,
        version: version.version,
        failed: version.failed,
        finished: version.finished,
        share,
        from_ms: facts.fromMs,
        to_ms: facts.nowMs,
        last_ms: own.length === 0 ? facts.fromMs : Math.max(...own.map((group) => group.last_ms)),
        inputs: inputs.get(keyOf(version)) ?? 0,
        reasons: own
          .slice(0, failingRules.reasons)
          .map(({ key, example, runs }) => ({ key: key ?? "", example, runs })),
        kinds: own.length,
        others,
        regressed,
      },
    ];
  });
}

/** Everything the service cut short in the hour, as one thing: it stopped once, whatever was running. */
export function interruptedItems(facts: AttentionFacts): AttentionItem[] {
  const groups = facts.failures.filter(interrupted);
  if (groups.length === 0) return [];
  const first = Math.min(...groups.map((group) => group.first_ms));
  return [
    {
      id: "interrupted",
      kind: "interrupted",
      severity: "serious",
      sure: "certain",
      since_ms: first,
      runs: groups.reduce((sum, group) => sum + group.runs, 0),
      actions: new Set(groups.map(actionOf)).size,
      from_ms: facts.fromMs,
      to_ms: facts.nowMs,
      last_ms: Math.max(...groups.map((group) => group.last_ms)),
    },
  ];
}
