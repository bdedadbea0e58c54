// Pool insight from recorded samples: filling, consumption, time to empty and remedies. Rates are browsers per minute,
// durations minutes or milliseconds as named, times epoch milliseconds. Null is unknown, never zero.
import * as z from "zod/mini";
import { queryInteger } from "../contract/schema.ts";

/** Periods over which consumption is measured. */
export const consumptionSpans = ["5m", "15m", "60m"] as const;
export const consumptionSpan = z.enum(consumptionSpans);
export type ConsumptionSpan = z.infer<typeof consumptionSpan>;
export const defaultConsumptionSpan: ConsumptionSpan = "5m";

/** Bounds and default of the time a pool should last, in minutes. */
export const lastingMinutes = { min: 1, max: 1440, standard: 60 } as const;

/** Query of GET /api/pools/insight. */
export const poolInsightQuery = z.object({
  /** One pool only; required for drift. */
  pool_id: z.optional(z.string().check(z.minLength(1), z.maxLength(128))),
  over: z.optional(consumptionSpan),
  /** The minimum time remedies must make the pool last. */
  target_minutes: z.optional(queryInteger({ min: lastingMinutes.min, max: lastingMinutes.max })),
});

/** The observed fill rate; the band is the uncertainty due to the sampling interval. */
export const fillObservation = z.object({
  per_minute: z.number(),
  low_per_minute: z.number(),
  /** Null: the samples are too far apart. */
  high_per_minute: z.nullable(z.number()),
  /** Number of arrivals observed, and the period in minutes. */
  browsers: z.int(),
  minutes: z.number(),
});
export type FillObservation = z.infer<typeof fillObservation>;

/** The configured rate: `fill_rate_per_minute` is percent of the size per minute (published API description). */
export const configuredRate = z.object({
  percent: z.int(),
  /** In browsers: at least one per minute, unless the rate is 0. */
  per_minute: z.number(),
  /** Whether observed arrivals reach it; null: none were observed at this size. */
  met: z.nullable(z.boolean()),
});
export type ConfiguredRate = z.infer<typeof configuredRate>;

export const setRate = z.object({ per_minute: z.number(), by: z.string(), at_ms: z.int() });
export type SetRate = z.infer<typeof setRate>;

export const fillRate = z.object({
  /** The rate used in the calculations below. */
  per_minute: z.nullable(z.number()),
  source: z.enum(["set", "learned", "configured", "unknown"]),
  set: z.nullable(setRate),
  learned: z.nullable(fillObservation),
  /** Null: the API reports no rate or no size. */
  configured: z.nullable(configuredRate),
});
export type FillRate = z.infer<typeof fillRate>;

/** Expected and observed filling over one window. */
export const fillEvidence = z.object({
  from_ms: z.int(),
  to_ms: z.int(),
  unfilled_at_start: z.int(),
  unfilled_now: z.int(),
  /** Expected reduction of the gap at the fill rate. */
  expected: z.number(),
  /** Observed reduction; negative when the gap grew. */
  shrunk: z.int(),
  started: z.int(),
  lost: z.int(),
});
export type FillEvidence = z.infer<typeof fillEvidence>;

export const fillState = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("at_size") }),
  z.object({ kind: z.literal("unknown"), why: z.enum(["not_measured", "no_size", "no_rate"]) }),
  /** The fill rate is zero. */
  z.object({ kind: z.literal("not_filled"), unfilled: z.int() }),
  z.object({ kind: z.literal("filling"), evidence: fillEvidence }),
  /** The window is too short; `needed_ms` is the required length. */
  z.object({ kind: z.literal("watching"), evidence: fillEvidence, needed_ms: z.number() }),
  z.object({
    kind: z.literal("cannot_fill"),
    evidence: fillEvidence,
    /** Few arrivals, or as many losses as arrivals. */
    cause: z.enum(["stalled", "lost"]),
  }),
]);
export type FillState = z.infer<typeof fillState>;

/** Consumption of available browsers over the last measured minutes. */
export const consumption = z.object({
  from_ms: z.int(),
  to_ms: z.int(),
  minutes: z.number(),
  /** Acquired minus released. */
  taken: z.number(),
  started: z.int(),
  lost: z.int(),
  taken_per_minute: z.number(),
  lost_per_minute: z.number(),
  /** 10th and 90th percentile of the consumption in windows of a third of the period. */
  slow_per_minute: z.number(),
  fast_per_minute: z.number(),
  windows: z.int(),
});
export type Consumption = z.infer<typeof consumption>;

export const timeToEmpty = z.object({
  /** Null: the pool does not run empty at this rate. */
  minutes: z.nullable(z.number()),
  /** At the fast and at the slow consumption. */
  earliest_minutes: z.nullable(z.number()),
  latest_minutes: z.nullable(z.number()),
  /** Browsers per minute assumed to start while the pool is below its size: the fill rate, or more if more were replaced. */
  fill_per_minute: z.number(),
});
export type TimeToEmpty = z.infer<typeof timeToEmpty>;

/** The smallest change that makes the pool last, and for how long (null: indefinitely). */
export const remedy = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("release"), by: z.int(), minutes: z.nullable(z.number()) }),
  z.object({
    kind: z.literal("fill_rate"),
    /** Browsers per minute. */
    by: z.number(),
    /** The new value of `fill_rate_per_minute`: percent of the size per minute. */
    to: z.int(),
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
      "not_kept",
      /** All browsers that the API runs at once are in use: none starts. */
      "at_limit",
    ]),
    /** The bound that is too low. */
    most: z.optional(z.int()),
  }),
]);
export type Remedy = z.infer<typeof remedy>;

export const driftField = z.object({
  field: z.string(),
  pool: z.nullable(z.string()),
  session: z.nullable(z.string()),
  /** False: one side has no value, which may mean none. */
  certain: z.boolean(),
});
export type DriftField = z.infer<typeof driftField>;

export const drift = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("known"),
    /** `list`: from the API's current list of sessions; `seen`: from the inventory. */
    source: z.enum(["list", "seen"]),
    observed_at_ms: z.int(),
    compared: z.int(),
    /** True: there are more sessions than were read. */
    more: z.boolean(),
    differing: z.array(
      z.object({
        session_id: z.string(),
        name: z.nullable(z.string()),
        created_at: z.nullable(z.string()),
        fields: z.array(driftField),
      }),
    ),
  }),
  z.object({ kind: z.literal("unknown"), why: z.enum(["not_linked", "not_read"]) }),
]);
export type Drift = z.infer<typeof drift>;

export const poolInsight = z.object({
  pool_id: z.string(),
  /** Time of the newest sample; null when nothing was recorded. */
  sampled_at_ms: z.nullable(z.int()),
  samples: z.int(),
  available: z.nullable(z.int()),
  acquired: z.nullable(z.int()),
  size: z.nullable(z.int()),
  unfilled: z.nullable(z.int()),
  fill: fillRate,
  state: fillState,
  /** Null: too few samples. */
  consumption: z.nullable(consumption),
  empty: z.nullable(timeToEmpty),
  /** Empty while the pool lasts long enough. */
  remedies: z.array(remedy),
  drift: z.nullable(drift),
});
export type PoolInsight = z.infer<typeof poolInsight>;

/** What uses the API's limit of concurrent browsers. */
export const browserCapacity = z.object({
  limit: z.int(),
  /** Running browsers, those of pools included; null: not all could be read. */
  used: z.nullable(z.int()),
  /** Running browsers outside of pools. */
  outside: z.nullable(z.int()),
  /** `running`: available and acquired. */
  pools: z.array(
    z.object({
      id: z.string(),
      name: z.nullable(z.string()),
      running: z.int(),
      size: z.nullable(z.int()),
    }),
  ),
});
export type BrowserCapacity = z.infer<typeof browserCapacity>;

export const poolInsights = z.object({
  computed_at_ms: z.int(),
  over_ms: z.int(),
  learned_over_ms: z.int(),
  target_minutes: z.int(),
  /** False: pools beyond the first page of the API's list are not included. */
  complete: z.boolean(),
  /** Null: the API does not report its limit. */
  capacity: z.nullable(browserCapacity),
  pools: z.array(poolInsight),
});
export type PoolInsights = z.infer<typeof poolInsights>;

/** Body of PUT /api/pools/{id}/rate. Null: use the observed rate. */
export const poolRateChange = z.object({
  fill_per_minute: z.nullable(z.number().check(z.minimum(0), z.maximum(1000))),
});
