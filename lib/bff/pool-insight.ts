// What the dashboard works out about pools from what it recorded: how they fill, drain and run empty, and what would
// help. Rates are browsers per minute, durations minutes or milliseconds as named, times epoch milliseconds. Null is
// not known, never zero.
import * as z from "zod/mini";
import { queryInteger } from "../contract/schema.ts";

/** How far back the drain is read. */
export const drainSpans = ["5m", "15m", "60m"] as const;
export const drainSpan = z.enum(drainSpans);
export type DrainSpan = z.infer<typeof drainSpan>;
export const standardDrainSpan: DrainSpan = "5m";

/** Bounds and standard of the time a pool should last, in minutes. */
export const lastingMinutes = { min: 1, max: 1440, standard: 60 } as const;

/** Query of GET /api/pools/insight. */
export const poolInsightQuery = z.object({
  /** One pool only; drift is worked out only then. */
  pool_id: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
  over: z.optional(drainSpan),
  /** Remedies make the pool last at least this long. */
  target_minutes: z.optional(queryInteger({ min: lastingMinutes.min, max: lastingMinutes.max })),
});

/** The rate at which recorded samples rose; the band is what the distance of the samples leaves open. */
export const fillObservation = z.object({
  per_minute: z.number(),
  low_per_minute: z.number(),
  /** Null: the samples lie too far apart to say. */
  high_per_minute: z.nullable(z.number()),
  /** How many browsers were seen to come, and in how many minutes. */
  browsers: z.int(),
  minutes: z.number(),
});
export type FillObservation = z.infer<typeof fillObservation>;

export const fillReadings = z.object({
  /** The field as the API gives it. */
  configured: z.int(),
  /** Read as per cent of the size: at least one browser a minute. */
  as_percent: z.number(),
  /** Read as browsers. */
  as_count: z.number(),
  supported: z.enum(["percent", "count", "both", "neither", "unobserved"]),
});
export type FillReadings = z.infer<typeof fillReadings>;

export const setRate = z.object({ per_minute: z.number(), by: z.string(), at_ms: z.int() });
export type SetRate = z.infer<typeof setRate>;

export const fillRate = z.object({
  /** What everything below is worked out with. */
  per_minute: z.nullable(z.number()),
  source: z.enum(["set", "learned", "configured", "unknown"]),
  set: z.nullable(setRate),
  learned: z.nullable(fillObservation),
  readings: z.nullable(fillReadings),
});
export type FillRate = z.infer<typeof fillRate>;

/** What was expected of filling, and what was seen, over one window. */
export const fillEvidence = z.object({
  from_ms: z.int(),
  to_ms: z.int(),
  unfilled_at_start: z.int(),
  unfilled_now: z.int(),
  /** By how many the gap should have shrunk at the fill rate. */
  expected: z.number(),
  /** By how many it did; negative when it grew. */
  shrunk: z.int(),
  started: z.int(),
  lost: z.int(),
});
export type FillEvidence = z.infer<typeof fillEvidence>;

export const fillState = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("at_size") }),
  z.object({ kind: z.literal("unknown"), why: z.enum(["not_measured", "no_size", "no_rate"]) }),
  /** Its rate is zero: it is not meant to fill. */
  z.object({ kind: z.literal("not_filled"), unfilled: z.int() }),
  z.object({ kind: z.literal("filling"), evidence: fillEvidence }),
  /** Not long enough to tell; `needed_ms` is how long it takes. */
  z.object({ kind: z.literal("watching"), evidence: fillEvidence, needed_ms: z.number() }),
  z.object({
    kind: z.literal("cannot_fill"),
    evidence: fillEvidence,
    /** Few come, or as many are lost as come. */
    cause: z.enum(["stalled", "lost"]),
  }),
]);
export type FillState = z.infer<typeof fillState>;

/** How browsers left the available ones over the last minutes that were measured. */
export const drain = z.object({
  from_ms: z.int(),
  to_ms: z.int(),
  minutes: z.number(),
  /** Taken less given back. */
  taken: z.number(),
  started: z.int(),
  lost: z.int(),
  taken_per_minute: z.number(),
  lost_per_minute: z.number(),
  /** The 10th and the 90th percentile of what was taken per minute, in windows of a third of the time. */
  slow_per_minute: z.number(),
  fast_per_minute: z.number(),
  windows: z.int(),
});
export type Drain = z.infer<typeof drain>;

export const timeToEmpty = z.object({
  /** Null: at this drain it does not run empty. */
  minutes: z.nullable(z.number()),
  /** At the fast and at the slow drain. */
  earliest_minutes: z.nullable(z.number()),
  latest_minutes: z.nullable(z.number()),
  /** The filling it counts with while something is unfilled. */
  fill_per_minute: z.number(),
});
export type TimeToEmpty = z.infer<typeof timeToEmpty>;

/** The smallest change that makes the pool last, and how long it then does (null: for good). */
export const remedy = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("release"), by: z.int(), minutes: z.nullable(z.number()) }),
  z.object({
    kind: z.literal("fill_rate"),
    by: z.number(),
    /** The value of `fill_rate_per_minute` that gives it, in the reading named. */
    to: z.int(),
    reading: z.enum(["percent", "count"]),
    minutes: z.nullable(z.number()),
  }),
  z.object({ kind: z.literal("size"), by: z.int(), to: z.int(), minutes: z.nullable(z.number()) }),
  z.object({
    kind: z.literal("none"),
    of: z.enum(["release", "fill_rate", "size"]),
    why: z.enum([
      "too_few_acquired",
      "nothing_to_fill",
      "beyond_bound",
      "unknown_field",
      "unknown_unit",
      "not_kept",
    ]),
  }),
]);
export type Remedy = z.infer<typeof remedy>;

export const driftField = z.object({
  field: z.string(),
  pool: z.nullable(z.string()),
  session: z.nullable(z.string()),
  /** False: one side does not tell, which may mean none. */
  certain: z.boolean(),
});
export type DriftField = z.infer<typeof driftField>;

export const drift = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("known"),
    /** `list`: sessions of the pool as the API lists them now; `seen`: as the dashboard saw them. */
    source: z.enum(["list", "seen"]),
    observed_at_ms: z.int(),
    compared: z.int(),
    /** True: there are more sessions than were read. */
    more: z.boolean(),
    differing: z.array(
      z.object({ session_id: z.string(), created_at: z.nullable(z.string()), fields: z.array(driftField) }),
    ),
  }),
  z.object({ kind: z.literal("unknown"), why: z.enum(["not_linked", "not_read"]) }),
]);
export type Drift = z.infer<typeof drift>;

export const poolInsight = z.object({
  pool_id: z.string(),
  /** The newest sample everything rests on; null when nothing was recorded. */
  sampled_at_ms: z.nullable(z.int()),
  samples: z.int(),
  available: z.nullable(z.int()),
  acquired: z.nullable(z.int()),
  size: z.nullable(z.int()),
  unfilled: z.nullable(z.int()),
  fill: fillRate,
  state: fillState,
  /** Null: recorded for too short a time. */
  drain: z.nullable(drain),
  empty: z.nullable(timeToEmpty),
  /** Empty while it lasts long enough as it is. */
  remedies: z.array(remedy),
  drift: z.nullable(drift),
});
export type PoolInsight = z.infer<typeof poolInsight>;

export const poolInsights = z.object({
  computed_at_ms: z.int(),
  over_ms: z.int(),
  learned_over_ms: z.int(),
  target_minutes: z.int(),
  /** False: there are pools beyond the first page of the API's list, which were not worked out. */
  complete: z.boolean(),
  pools: z.array(poolInsight),
});
export type PoolInsights = z.infer<typeof poolInsights>;

/** Body of PUT /api/pools/{id}/rate. Null: by observation again. */
export const poolRateChange = z.object({
  fill_per_minute: z.nullable(z.number().check(z.minimum(0), z.maximum(1000))),
});
