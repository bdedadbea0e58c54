// Attention items for versions whose durations have regressed and that still run. A version with a `failing` item is
// excluded, because failures often change durations too.
import type { AttentionItem } from "../bff/attention.ts";
import type { VersionChange } from "../bff/insight.ts";
import type { AttentionInput, VerdictInput } from "./attention-input.ts";

/** Ratio of durations above which the item is more than a notice. */
const seriousRatio = 2;

type Slower = Extract<AttentionItem, { kind: "slower" }>;

const slowed = ({ verdict, ...figures }: VersionChange["median"]): Slower["median"] => ({
  worse: verdict === "worse",
  ...figures,
});

type SlowerInput = Pick<AttentionInput, "nowMs" | "hour" | "verdicts">;

function itemOf({ app_name, action_name, from_ms, verdict }: VerdictInput, input: SlowerInput): Slower[] {
  if (verdict.state !== "regressed") return [];
  const { version, since_version, since_ms, change } = verdict;
  const [median, tail] = [slowed(change.median), slowed(change.tail)];
  const ratios = [median, tail].flatMap(({ worse, ratio }) => (worse ? [ratio ?? 0] : []));
  const stillRuns = input.hour.some(
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
      to_ms: input.nowMs,
    },
  ];
}

/** One item per action; `failing` are the versions that already have a `failing` item. */
export const slowerItems = (
  input: SlowerInput,
  failing: readonly Pick<Slower, "app_name" | "action_name" | "version">[],
): Slower[] =>
  input.verdicts
    .flatMap((each) => itemOf(each, input))
    .filter(
      (item) =>
        !failing.some(
          (each) =>
            each.app_name === item.app_name &&
            each.action_name === item.action_name &&
            each.version === item.version,
        ),
    );
