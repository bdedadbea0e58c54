// What an item of attention says of itself, and the items that speak of runs. Times are epoch milliseconds, shares 0 to
// 1; null is not known, never zero.
import * as z from "zod/mini";

export const attentionSeverities = ["critical", "serious", "notice"] as const;
export const attentionSeverity = z.enum(attentionSeverities);

/** `certain`: read or counted; `likely`: a sample large enough to mean it; `guess`: a rule of thumb. */
export const attentionSureness = z.enum(["certain", "likely", "guess"]);

export const attentionCommon = {
  /** The same for the same thing in every answer, whatever its figures are by then. */
  id: z.string(),
  severity: attentionSeverity,
  sure: attentionSureness,
  /** Since when it is so, as far as it was recorded. */
  since_ms: z.nullable(z.number()),
};

const counted = { failed: z.int(), finished: z.int() };
const action = { app_name: z.string(), action_name: z.string() };

/** Runs that started from `from_ms` on and that ended; each run counts once. */
export const failingItem = z.object({
  ...attentionCommon,
  ...action,
  ...counted,
  kind: z.literal("failing"),
  version: z.string(),
  share: z.number(),
  from_ms: z.number(),
  to_ms: z.number(),
  last_ms: z.number(),
  /** How many different inputs failed: the same one run again and again is one. */
  inputs: z.int(),
  /** The commonest kinds of failure; `kinds` is how many there are. */
  reasons: z.array(z.object({ key: z.string(), example: z.nullable(z.string()), runs: z.int() })),
  kinds: z.int(),
  /** The other versions of the action in the last 24 hours; null when they ended too few runs. */
  others: z.nullable(z.object({ ...counted, share: z.number() })),
  /**
   * What insight says where it calls the version's failures regressed, of the runs that started from `from_ms` on,
   * without those that the service cut short; null where it does not.
   */
  regressed: z.nullable(
    z.object({
      since_version: z.string(),
      since_ms: z.nullable(z.number()),
      base_version: z.string(),
      base: z.object({ failed: z.int(), ended: z.int() }),
      newer: z.object({ failed: z.int(), ended: z.int() }),
      from_ms: z.number(),
    }),
  ),
});

const timed = z.object({ ms: z.nullable(z.number()), measured: z.int() });
const slowed = z.object({
  worse: z.boolean(),
  /** Ended runs that each side needs. */
  needed: z.int(),
  base: timed,
  newer: timed,
  /** The newer over the base; null where one is unknown or zero. */
  ratio: z.nullable(z.number()),
});

/**
 * What insight says where it calls a version's durations regressed, of the runs that started from `from_ms` on, while
 * the version still runs and is no `failing` item already.
 */
export const slowerItem = z.object({
  ...attentionCommon,
  ...action,
  kind: z.literal("slower"),
  version: z.string(),
  base_version: z.string(),
  since_version: z.string(),
  /** p50 and p95; one of them is worse. */
  median: slowed,
  tail: slowed,
  from_ms: z.number(),
  to_ms: z.number(),
});

const ended = z.object({ failed: z.int(), ended: z.int() });

/** The last minutes beside the day before them. Interrupted runs are in neither figure. */
export const spikeItem = z.object({
  ...attentionCommon,
  kind: z.literal("spike"),
  recent: ended,
  base: ended,
  from_ms: z.number(),
  to_ms: z.number(),
  base_from_ms: z.number(),
  /** What is more usual among the failed runs than among all, by the highest lift; null: nothing is. */
  shared: z.nullable(
    z.object({
      kind: z.enum(["app", "action", "version", "pool", "proxy", "profile"]),
      id: z.string(),
      name: z.nullable(z.string()),
      /** Of the runs that were looked at and of which it is known. */
      failed_with: z.int(),
      failed: z.int(),
      ended_with: z.int(),
      ended: z.int(),
      lift: z.number(),
    }),
  ),
});

/** Runs the service itself ended by stopping: no fault of their actions. */
export const interruptedItem = z.object({
  ...attentionCommon,
  kind: z.literal("interrupted"),
  runs: z.int(),
  actions: z.int(),
  from_ms: z.number(),
  to_ms: z.number(),
  last_ms: z.number(),
});

export const stuckItem = z.object({
  ...attentionCommon,
  ...action,
  kind: z.literal("stuck"),
  runs: z.int(),
  /** The longest, at most five. */
  longest: z.array(z.object({ id: z.string(), version: z.string(), started_at_ms: z.number() })),
  /** Past the longest the API allows, past what is usual, or long with nothing known to be usual. */
  basis: z.enum(["limit", "usual", "long"]),
  limit_ms: z.number(),
  usual: z.nullable(z.object({ p50_ms: z.number(), p99_ms: z.number(), runs: z.int() })),
});

export const waitingItem = z.object({
  ...attentionCommon,
  kind: z.literal("waiting"),
  queued: z.int(),
  oldest: z.object({ ...action, id: z.string(), started_at_ms: z.number() }),
});
