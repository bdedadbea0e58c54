// Versions that fail often or more than their like, and runs that the service itself cut short.
import type { AttentionItem } from "../bff/attention.ts";
import type { AttentionFacts, FailureGroup, VersionCounts } from "./attention-facts.ts";
import { wilson, z99 } from "./proportion.ts";

export const failingRules = {
  /** Ended runs of a version in the hour before its failure share means anything. */
  minFinished: 5,
  failingShare: 0.25,
  criticalShare: 0.5,
  /** For a comparison of versions: of the one, and of the others together. */
  minCompared: 10,
  minOthers: 20,
  /** Kinds of failure that an item names. */
  reasons: 3,
} as const;

type Version = Pick<VersionCounts, "app_name" | "action_name" | "version">;
const keyOf = (of: Version) => JSON.stringify([of.app_name, of.action_name, of.version]);
const sameAction = (a: Version, b: Version) => a.app_name === b.app_name && a.action_name === b.action_name;

/** Whether a reason says that the service stopped under the run. */
export const isInterruption = (reason: string | null): boolean =>
  reason !== null && /^the service (?:was )?(?:stopped|restarted)\b/i.test(reason);

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

function isWorse(version: VersionCounts, others: Failing["others"]): boolean {
  if (others === null || others.finished < failingRules.minOthers) return false;
  if (version.finished < failingRules.minCompared) return false;
  return bandOf(version).low > bandOf(others).high;
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
    const regressed = isWorse(version, others);
    const often = version.finished >= failingRules.minFinished && share >= failingRules.failingShare;
    if (!often && !regressed) return [];
    const own = all.filter((group) => !interrupted(group)).sort((a, b) => b.runs - a.runs);
    const band = bandOf(version);
    return [
      {
        id: `failing:${keyOf(version)}`,
        kind: "failing",
        severity:
          share >= failingRules.criticalShare && version.finished >= failingRules.minCompared
            ? "critical"
            : "serious",
        sure: regressed || band.low >= failingRules.failingShare ? "likely" : "guess",
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
      actions: new Set(groups.map((group) => JSON.stringify([group.app_name, group.action_name]))).size,
      from_ms: facts.fromMs,
      to_ms: facts.nowMs,
      last_ms: Math.max(...groups.map((group) => group.last_ms)),
    },
  ];
}
