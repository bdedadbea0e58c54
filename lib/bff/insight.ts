// What recorded runs say: figures of actions and versions, groups of failures, and what failing runs share. Times are
// epoch milliseconds, shares 0 to 1.
import * as z from "zod/mini";
import { queryInteger } from "../contract/schema.ts";
import { completeness } from "./run-history.ts";

/** What a comparison needs before it says anything, and how far apart two versions must be. */
export const insightRules = {
  /** Ended runs of each version, before a failure share or a median is compared. */
  sample: 30,
  /** Ended runs of each version, before p95 is compared. */
  tailSample: 100,
  /** Failure shares this far apart, and this unlikely by chance (two-sided). */
  points: 0.05,
  chance: 0.01,
  /** The slower over the quicker, and the least difference that matters. */
  medianRatio: 1.25,
  tailRatio: 1.5,
  leastMs: 20,
} as const;

export const insightLimits = { actions: 100, versions: 20, groups: 100, runs: 5_000, noteMax: 500 } as const;

const during = {
  since_ms: z.optional(queryInteger({ min: 0 })),
  until_ms: z.optional(queryInteger({ min: 0 })),
};

/** Query of GET /api/insight/actions and /failures; the last day when left out. */
export const insightQuery = z.object(during);
export type InsightQuery = z.infer<typeof insightQuery>;

const figures = {
  /** Started in the time, in any state. */
  runs: z.int(),
  /** Succeeded or failed: what shares are of. */
  ended: z.int(),
  failed: z.int(),
  failure_share: z.nullable(z.number()),
  /** Wilson's 95 % interval of the share. */
  interval: z.nullable(z.object({ low: z.number(), high: z.number() })),
  /** Milliseconds, within 5 %, of all runs with an end, failed ones too; null: none. */
  p50_ms: z.nullable(z.number()),
  p95_ms: z.nullable(z.number()),
  p99_ms: z.nullable(z.number()),
  /** How many durations stand behind them. */
  measured: z.int(),
};

/** `too_few`: the smaller sample is below `needed`. */
export const changeVerdict = z.enum(["too_few", "same", "worse", "better"]);
export type ChangeVerdict = z.infer<typeof changeVerdict>;

const counted = z.object({ failed: z.int(), ended: z.int() });
const timed = z.object({ ms: z.nullable(z.number()), measured: z.int() });
const durationChange = z.object({
  verdict: changeVerdict,
  needed: z.int(),
  base: timed,
  newer: timed,
  /** The newer over the base; null where one is unknown or zero. */
  ratio: z.nullable(z.number()),
});

/** A version beside the one that came before it, with the numbers behind each verdict. */
export const versionChange = z.object({
  base_version: z.string(),
  failures: z.object({
    verdict: changeVerdict,
    needed: z.int(),
    base: counted,
    newer: counted,
    /** The newer share less the base share; null where one is unknown. */
    points: z.nullable(z.number()),
    /** The chance of such a difference when nothing differs; null with too few. */
    chance: z.nullable(z.number()),
  }),
  median: durationChange,
  tail: durationChange,
});
export type VersionChange = z.infer<typeof versionChange>;

export const versionFigures = z.object({
  version: z.string(),
  ...figures,
  /** Of the failed, those the service cut short by stopping: they are in no comparison. */
  interrupted: z.int(),
  /** When its first recorded run started; null when that is not kept any more. */
  first_run_at_ms: z.nullable(z.number()),
  /** Against the version before it in this time; null for the first. */
  change: z.nullable(versionChange),
});
export type VersionFigures = z.infer<typeof versionFigures>;

export const changeKind = z.enum(["failures", "median", "tail"]);
export type ChangeKind = z.infer<typeof changeKind>;

/** What the newest version is, beside earlier ones. */
export const actionVerdict = z.discriminatedUnion("state", [
  z.object({ state: z.literal("one_version") }),
  z.object({ state: z.literal("too_few"), version: z.string(), have: z.int(), needed: z.int() }),
  z.object({ state: z.literal("steady"), version: z.string() }),
  z.object({ state: z.literal("better"), version: z.string(), change: versionChange }),
  z.object({
    state: z.literal("regressed"),
    /** The version that made it worse, and when its first run started. */
    since_version: z.string(),
    since_ms: z.nullable(z.number()),
    /** The newest version beside the last good one. */
    version: z.string(),
    kinds: z.array(changeKind),
    change: versionChange,
  }),
]);
export type ActionVerdict = z.infer<typeof actionVerdict>;

export const actionFigures = z.object({
  app_name: z.string(),
  action_name: z.string(),
  ...figures,
  /** Oldest first, by the first run; the newest 20. */
  versions: z.array(versionFigures),
  versions_left_out: z.int(),
  verdict: actionVerdict,
  /** Of equal width from `since_ms` on; failure share, null where nothing ended. */
  trend: z.array(z.nullable(z.number())),
});
export type ActionFigures = z.infer<typeof actionFigures>;

export const actionInsight = z.object({
  since_ms: z.number(),
  until_ms: z.number(),
  /** Runs are counted by the time of their start, in steps this wide: the time asked for was rounded to them. */
  step_ms: z.number(),
  /** The most runs first. */
  actions: z.array(actionFigures),
  actions_left_out: z.int(),
  ...completeness,
});
export type ActionInsight = z.infer<typeof actionInsight>;

/** `reopened`: it was acknowledged and then came up on a version it had not been on. */
export const failureState = z.enum(["open", "acknowledged", "muted", "reopened"]);
export type FailureState = z.infer<typeof failureState>;

const failurePlace = z.object({
  app_name: z.string(),
  action_name: z.string(),
  version: z.string(),
  count: z.int(),
  /** Of all kept, not of the time alone. */
  first_seen_ms: z.number(),
});

export const failureGroup = z.object({
  /** Names the group in addresses. */
  key: z.string(),
  /** The masked reason; empty: runs that failed without one. */
  reason_key: z.string(),
  state: failureState,
  /** Who said so, when, until when (muted), and why; null: nobody did. */
  said: z.nullable(
    z.object({
      by: z.string(),
      at_ms: z.number(),
      until_ms: z.nullable(z.number()),
      note: z.string(),
    }),
  ),
  /** Versions that reopened it, as `app version`. */
  reopened_by: z.array(z.string()),
  count: z.int(),
  /** Of all failed runs of the time. */
  share: z.number(),
  /** Of everything kept. */
  first_seen_ms: z.number(),
  /** Within the time. */
  last_seen_ms: z.number(),
  places: z.array(failurePlace),
  /** The newest, in its own words; null without one. */
  example: z.nullable(z.string()),
  newest_run_ids: z.array(z.string()),
  /** Failures over the time, in parts of equal width. */
  trend: z.array(z.int()),
});
export type FailureGroup = z.infer<typeof failureGroup>;

export const failureInsight = z.object({
  since_ms: z.number(),
  until_ms: z.number(),
  failed: z.int(),
  /** The most failures first. */
  groups: z.array(failureGroup),
  groups_left_out: z.int(),
  ...completeness,
});

/** Body of PUT /api/insight/failures/{key}. Muting needs a time to end; `open` takes back what was said. */
export const failureSetting = z.object({
  state: z.enum(["open", "acknowledged", "muted"]),
  until_ms: z.optional(z.int().check(z.minimum(0))),
  note: z.string().check(z.trim(), z.maxLength(insightLimits.noteMax)),
});
export type FailureSetting = z.infer<typeof failureSetting>;

/** Query of GET /api/insight/spike: the last minutes, beside the day before them. */
export const spikeQuery = z.object({ minutes: z.optional(queryInteger({ min: 5, max: 180 })) });

export const spikeRules = {
  minutes: 15,
  /** Ended runs before anything is said, and failed ones before anything is ranked. */
  recent: 20,
  base: 30,
  failed: 5,
  points: 0.1,
  chance: 0.01,
  /** An attribute is named when this many failed runs have it, and it is this much more usual among them. */
  support: 5,
  lift: 1.1,
} as const;

const attributeKind = z.enum(["app", "action", "version", "pool", "proxy", "profile"]);
export type AttributeKind = z.infer<typeof attributeKind>;

export const sharedAttribute = z.object({
  kind: attributeKind,
  /** As the API names it; for actions and versions with the app before it. */
  id: z.string(),
  /** What is remembered as its name; null when nothing is. */
  name: z.nullable(z.string()),
  /** The parts of `id` by which runs are found; null for what runs cannot be filtered by. */
  app_name: z.nullable(z.string()),
  action_name: z.nullable(z.string()),
  version: z.nullable(z.string()),
  /** Failed runs that have it, of those looked at; and all ended runs that have it, of those looked at. */
  failed_with: z.int(),
  failed: z.int(),
  ended_with: z.int(),
  ended: z.int(),
  /** (failed_with / failed) / (ended_with / ended). */
  lift: z.number(),
});
export type SharedAttribute = z.infer<typeof sharedAttribute>;

export const spike = z.object({
  since_ms: z.number(),
  until_ms: z.number(),
  base_since_ms: z.number(),
  /** Without the runs that the service cut short. */
  recent: counted,
  base: counted,
  /** How many of those that started in the last minutes the service cut short. */
  interrupted: z.int(),
  verdict: z.enum(["too_few", "quiet", "spike"]),
  chance: z.nullable(z.number()),
  /** By lift, the highest first; empty when too few runs failed. */
  attributes: z.array(sharedAttribute),
  /** Runs whose browser sessions were seen, so that pool, proxy and profile are known. */
  sessions_known: counted,
  /** Ended runs of the time that were looked at; fewer than `recent` when there were too many. */
  looked_at: z.int(),
  ...completeness,
});
export type Spike = z.infer<typeof spike>;
