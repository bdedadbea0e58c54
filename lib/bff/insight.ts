// Insight from recorded invocations: figures of actions and versions, failure groups, and attributes of failures. Times
// are epoch milliseconds, shares 0 to 1.
import * as z from "zod/mini";
import { queryInteger } from "../contract/schema.ts";
import { insightLimits } from "./insight-rules.ts";
import { completeness } from "./invocation-history.ts";
import { noteLines } from "./note-lines.ts";

const during = {
  since_ms: z.optional(queryInteger({ min: 0 })),
  until_ms: z.optional(queryInteger({ min: 0 })),
};

/** Query of GET /api/insight/actions and /failures; the last day by default. */
export const insightQuery = z.object(during);
export type InsightQuery = z.infer<typeof insightQuery>;

const figures = {
  /** Started in the period, in any state. */
  invocations: z.int(),
  /** Succeeded or failed: the denominator of shares. */
  ended: z.int(),
  failed: z.int(),
  failure_share: z.nullable(z.number()),
  /** Wilson's 95 % interval of the share. */
  interval: z.nullable(z.object({ low: z.number(), high: z.number() })),
  /** Milliseconds, within 5 %, of all ended invocations including failed ones; null: none. */
  p50_ms: z.nullable(z.number()),
  p95_ms: z.nullable(z.number()),
  p99_ms: z.nullable(z.number()),
  /** Number of durations in the sample. */
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
  /** Ratio of the newer to the base; null if one is unknown or zero. */
  ratio: z.nullable(z.number()),
});

/** A version compared with its predecessor, with the figures behind each verdict. */
export const versionChange = z.object({
  base_version: z.string(),
  failures: z.object({
    verdict: changeVerdict,
    needed: z.int(),
    base: counted,
    newer: counted,
    /** The newer share minus the base share; null if one is unknown. */
    points: z.nullable(z.number()),
    /** The two-sided p-value; null with too few invocations. */
    chance: z.nullable(z.number()),
  }),
  median: durationChange,
  tail: durationChange,
});
export type VersionChange = z.infer<typeof versionChange>;

export const versionFigures = z.object({
  version: z.string(),
  ...figures,
  /** Failures due to a stop of the service or a cancellation; excluded from comparisons. */
  interrupted: z.int(),
  /** Start of its first recorded invocation; null when that is no longer stored. */
  first_invocation_at_ms: z.nullable(z.number()),
  /** Comparison with the previous version in this period; null for the first. */
  change: z.nullable(versionChange),
});
export type VersionFigures = z.infer<typeof versionFigures>;

export const changeKind = z.enum(["failures", "median", "tail"]);
export type ChangeKind = z.infer<typeof changeKind>;

/** The verdict on the newest version compared with earlier ones. */
export const actionVerdict = z.discriminatedUnion("state", [
  z.object({ state: z.literal("one_version") }),
  z.object({ state: z.literal("too_few"), version: z.string(), have: z.int(), needed: z.int() }),
  z.object({ state: z.literal("steady"), version: z.string() }),
  z.object({ state: z.literal("better"), version: z.string(), change: versionChange }),
  z.object({
    state: z.literal("regressed"),
    /** The version that introduced the regression, and the start of its first invocation. */
    since_version: z.string(),
    since_ms: z.nullable(z.number()),
    /** The newest version compared with the last good one. */
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
  /** By first invocation, oldest first; the newest 20. */
  versions: z.array(versionFigures),
  versions_left_out: z.int(),
  verdict: actionVerdict,
  /** Failure shares in intervals of equal width from `since_ms` on; null if nothing ended. */
  trend: z.array(z.nullable(z.number())),
});
export type ActionFigures = z.infer<typeof actionFigures>;

export const actionInsight = z.object({
  since_ms: z.number(),
  until_ms: z.number(),
  /** Width of the steps by which invocations are counted; the requested period was rounded to them. */
  step_ms: z.number(),
  /** Most invocations first. */
  actions: z.array(actionFigures),
  actions_left_out: z.int(),
  ...completeness,
});
export type ActionInsight = z.infer<typeof actionInsight>;

/** `reopened`: acknowledged, then seen on a further version. */
export const failureState = z.enum(["open", "acknowledged", "muted", "reopened"]);
export type FailureState = z.infer<typeof failureState>;

const failurePlace = z.object({
  app_name: z.string(),
  action_name: z.string(),
  version: z.string(),
  count: z.int(),
  /** Over all stored invocations, not only the period. */
  first_seen_ms: z.number(),
});

export const failureGroup = z.object({
  /** Id of the group in URLs. */
  key: z.string(),
  /** The masked reason; empty: failures without a reason. */
  reason_key: z.string(),
  state: failureState,
  /** The operator who set the state, when, until when (muted), and why; null: not set. */
  decision: z.nullable(
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
  /** Share of all failures of the period. */
  share: z.number(),
  /** Over all stored invocations. */
  first_seen_ms: z.number(),
  /** Within the period. */
  last_seen_ms: z.number(),
  places: z.array(failurePlace),
  /** The newest reason, unmasked; null without one. */
  example: z.nullable(z.string()),
  newest_invocation_ids: z.array(z.string()),
  /** Failures in intervals of equal width over the period. */
  trend: z.array(z.int()),
});
export type FailureGroup = z.infer<typeof failureGroup>;

export const failureInsight = z.object({
  since_ms: z.number(),
  until_ms: z.number(),
  failed: z.int(),
  /** Most failures first. */
  groups: z.array(failureGroup),
  groups_left_out: z.int(),
  ...completeness,
});
export type FailureInsight = z.infer<typeof failureInsight>;

/** Body of PUT /api/insight/failures/{key}. Muting requires an end; `open` resets the state. */
export const failureSetting = z.object({
  state: z.enum(["open", "acknowledged", "muted"]),
  until_ms: z.optional(z.int().check(z.minimum(0))),
  note: z.string().check(z.trim(), noteLines, z.maxLength(insightLimits.noteMax)),
});
export type FailureSetting = z.infer<typeof failureSetting>;

/**
 * Query of GET /api/insight/similar_failures: a masked reason, as `reasonKey` gives it; the last day by default. An empty
 * text stands for failures without a reason.
 */
export const similarFailuresQuery = z.object({
  reason_key: z.string().check(z.maxLength(insightLimits.reasonKey)),
  /** The invocation that `others` leaves out. */
  invocation_id: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  ...during,
});
export type SimilarFailuresQuery = z.infer<typeof similarFailuresQuery>;

const sharedResource = z.object({
  id: z.string(),
  /** Null: unknown. */
  name: z.nullable(z.string()),
  count: z.int(),
});
export type SharedResource = z.infer<typeof sharedResource>;

/** Invocations of a period that failed for one reason, and what they ran with. */
export const similarFailures = z.object({
  since_ms: z.number(),
  until_ms: z.number(),
  /** All of the period. */
  count: z.int(),
  /** The same without the invocation of the query. */
  others: z.int(),
  /** Over all stored invocations; null: none is stored. */
  first_seen_ms: z.nullable(z.number()),
  /** Most failures first; the counts add up to `count`. */
  versions: z.array(z.object({ app_name: z.string(), version: z.string(), count: z.int() })),
  /** How many of the newest 500 have a recorded session: of these pools and proxies are counted. */
  sessions_known: z.int(),
  /** Most failures first. */
  pools: z.array(sharedResource),
  proxies: z.array(sharedResource),
  /** Failures in intervals of equal width over the period. */
  trend: z.array(z.int()),
  ...completeness,
});
export type SimilarFailures = z.infer<typeof similarFailures>;

/** Query of GET /api/insight/spike: the last minutes compared with the day before. */
export const spikeQuery = z.object({ minutes: z.optional(queryInteger({ min: 5, max: 180 })) });

const attributeKind = z.enum(["app", "action", "version", "pool", "proxy", "profile"]);
export type AttributeKind = z.infer<typeof attributeKind>;

export const sharedAttribute = z.object({
  kind: attributeKind,
  /** The API's id or name; actions and versions are prefixed with the application. */
  id: z.string(),
  /** Its name in the inventory; null when unknown. */
  name: z.nullable(z.string()),
  /** Parts of `id` as invocation filters; null if invocations cannot be filtered by it. */
  app_name: z.nullable(z.string()),
  action_name: z.nullable(z.string()),
  version: z.nullable(z.string()),
  /** Examined failed invocations that have it, and examined ended ones that have it. */
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
  /** Without interrupted invocations. */
  recent: counted,
  base: counted,
  /** Number of interrupted invocations that started in the last minutes. */
  interrupted: z.int(),
  verdict: z.enum(["too_few", "quiet", "spike"]),
  chance: z.nullable(z.number()),
  /** Highest lift first; empty with too few failures. */
  attributes: z.array(sharedAttribute),
  /** Invocations with recorded browser sessions, for which pool, proxy and profile are known. */
  sessions_known: counted,
  /** Examined ended invocations of the period; fewer than `recent` when there were too many. */
  looked_at: z.int(),
  ...completeness,
});
export type Spike = z.infer<typeof spike>;
