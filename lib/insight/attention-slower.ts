// Versions that insight calls slower and that still run. One that fails already is told once, as failing: runs that fail
// often take another time, too.
import type { AttentionItem } from "../bff/attention.ts";
import type { VersionChange } from "../bff/insight.ts";
import type { AttentionFacts, VerdictFacts } from "./attention-facts.ts";

/** How many times as slow is more than a notice. */
const seriousRatio = 2;

type Slower = Extract<AttentionItem, { kind: "slower" }>;

const slowed = ({ verdict, ...figures }: VersionChange["median"]): Slower["median"] => ({
  worse: verdict === "worse",
  ...figures,
});

type Facts = Pick<AttentionFacts, "nowMs" | "hour" | "verdicts">;

function itemOf({ app_name, action_name, from_ms, verdict }: VerdictFacts, facts: Facts): Slower[] {
  if (verdict.state !== "regressed") return [];
  const { version, since_version, since_ms, change } = verdict;
  const [median, tail] = [slowed(change.median), slowed(change.tail)];
  const ratios = [median, tail].flatMap(({ worse, ratio }) => (worse ? [ratio ?? 0] : []));
  const stillRuns = facts.hour.some(
    (each) =>
      each.app_name === app_name &&
      each.action_name === action_name &&
      each.version === version &&
      each.finished > 0,
  );
  if (ratios.length === 0 || !stillRuns) return [];
  return [
    {
      id: `slower:${JSON.stringify([app_name, action_name, version])}`,
      kind: "slower",
      severity: Math.max(...ratios) >= seriousRatio ? "serious" : "notice",
      sure: "likely",
      since_ms,
      app_name,
      action_name,
      version,
      base_version: change.base_version,
      since_version,
      median,
      tail,
      from_ms,
      to_ms: facts.nowMs,
    },
  ];
}

/** One item per action; `told` are the versions that are told as failing. */
export const slowerItems = (
  facts: Facts,
  told: readonly Pick<Slower, "app_name" | "action_name" | "version">[],
): Slower[] =>
  facts.verdicts
    .flatMap((each) => itemOf(each, facts))
    .filter(
      (item) =>
        !told.some(
          (each) =>
            each.app_name === item.app_name &&
            each.action_name === item.action_name &&
            each.version === item.version,
        ),
    );
