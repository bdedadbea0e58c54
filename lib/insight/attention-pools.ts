// Attention items for pools that are or will soon be unable to serve: one per pool, the most severe. Filling and
// emptying are the pool insight's verdicts.
import type { AttentionItem } from "../bff/attention.ts";
import type { AttentionInput, PoolInput } from "./attention-input.ts";
import { lastAnswers, type Measured, unfilledOf } from "./counts.ts";
import { isKeptShort, poolConditionOf, poolSeverity } from "./pool-condition.ts";

type PoolItem = Extract<AttentionItem, { kind: "pool" }>;

/** The newest samples without a gap, newest first. */
const newestStretch = ({ samples, maxSilenceMs }: PoolInput): Measured[] =>
  lastAnswers(samples, maxSilenceMs).toReversed();

/** Start of an uninterrupted condition, as far back as the samples go. */
function sinceOf(stretch: readonly Measured[], holds: (counts: Measured) => boolean): number | null {
  const end = stretch.findIndex((counts) => !holds(counts));
  return (end === -1 ? stretch.at(-1) : stretch[end - 1])?.atMs ?? null;
}

function itemOf(pool: PoolInput): PoolItem[] {
  const { id, name, insight } = pool;
  const stretch = newestStretch(pool);
  const now = stretch[0];
  if (now === undefined) return [];
  const unfilled = unfilledOf(now);
  const { state, consumption, empty } = insight;
  const common = {
    id: `pool:${id}`,
    kind: "pool",
    pool_id: id,
    name,
    available: now.available,
    acquired: now.acquired,
    size: now.size,
    unfilled,
    sampled_at_ms: now.atMs,
    drain_per_minute: null,
    minutes_left: null,
    unfilled_at_start: null,
  } as const;
  const since = (holds: (counts: Measured) => boolean) => sinceOf(stretch, holds);
  const emptySinceMs = since((counts) => counts.available === 0);
  const from = { from_ms: stretch.at(-1)?.atMs ?? null, samples: stretch.length };
  const samplesFrom = (fromMs: number) => ({
    from_ms: fromMs,
    samples: stretch.filter(({ atMs }) => atMs >= fromMs).length,
  });
  const condition = poolConditionOf({ ...now, unfilled }, insight);
  const severity = poolSeverity(condition);
  // What is known of why a pool is empty is more than that it is.
  if (state.kind === "cannot_fill" && isKeptShort(condition))
    return [
      {
        ...common,
        ...samplesFrom(state.evidence.from_ms),
        state: "cannot_fill",
        severity,
        sure: "likely",
        since_ms: since((counts) => (unfilledOf(counts) ?? 0) > 0),
        unfilled_at_start: state.evidence.unfilled_at_start,
      },
    ];
  switch (condition) {
    case "empty":
      return [
        {
          ...common,
          ...from,
          state: "empty",
          severity,
          sure: "certain",
          since_ms: emptySinceMs,
        },
      ];
    case "acquired":
      return [
        {
          ...common,
          ...from,
          state: "acquired",
          severity,
          sure: "certain",
          since_ms: emptySinceMs,
        },
      ];
    case "emptying":
      return consumption === null || empty === null || empty.minutes === null
        ? []
        : [
            {
              ...common,
              ...samplesFrom(consumption.from_ms),
              state: "emptying",
              severity,
              sure: "guess",
              since_ms: consumption.from_ms,
              drain_per_minute: consumption.taken_per_minute,
              minutes_left: empty.minutes,
            },
          ];
    default:
      return [];
  }
}

export const poolItems = ({ pools }: Pick<AttentionInput, "pools">): PoolItem[] => pools.flatMap(itemOf);
