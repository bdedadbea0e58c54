// Attention items: their common fields, and the items about invocations. Times are epoch milliseconds, shares 0 to 1;
// null is unknown, never zero.
import * as z from "zod/mini";
import { stuckBasis, usualDuration } from "./stuck-invocations.ts";

/** `critical`: users are hit now; `serious`: they will be; `notice`: worth knowing. */
export const attentionSeverities = ["critical", "serious", "notice"] as const;
export const attentionSeverity = z.enum(attentionSeverities);

/** `certain`: read or counted; `likely`: from a sufficiently large sample; `guess`: a rule of thumb. */
const attentionConfidence = z.enum(["certain", "likely", "guess"]);

export const attentionCommon = {
  /** Stable across responses while the figures change. */
  id: z.string(),
  severity: attentionSeverity,
  sure: attentionConfidence,
  /** Start of the condition, as far as it is recorded. */
  since_ms: z.nullable(z.number()),
};

const counted = { failed: z.int(), finished: z.int() };
const action = { app_name: z.string(), action_name: z.string() };

/** Invocations that started from `from_ms` on and have ended; each counts once. */
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
  /** Number of distinct inputs that failed, at least; 0: not known, as none or only their beginnings are recorded. */
  inputs: z.int(),
  /** The most common kinds of failure; `kinds` is their total number. */
  reasons: z.array(z.object({ key: z.string(), example: z.nullable(z.string()), invocations: z.int() })),
  kinds: z.int(),
  /** Its failures that were cancelled, stopped by the service or lost with a node: no other figure here counts them. A
   *  replica of the version before does not say it. */
  interrupted: z.optional(z.int()),
  /** The other versions of the action in the last 24 hours, without interrupted invocations; null with too few ended ones. */
  others: z.nullable(z.object({ ...counted, share: z.number() })),
  /**
   * The insight verdict if the version's failures have regressed, over the invocations that started from `from_ms` on,
   * without interrupted ones; null otherwise.
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
  /** Minimum of ended invocations on each side. */
  needed: z.int(),
  base: timed,
  newer: timed,
  /** Ratio of the newer to the base; null if one is unknown or zero. */
  ratio: z.nullable(z.number()),
});

/**
 * The insight verdict on a version whose durations have regressed, over the invocations that started from `from_ms` on,
 * if the version still runs and has no `failing` item.
 */
export const slowerItem = z.object({
  ...attentionCommon,
  ...action,
  kind: z.literal("slower"),
  version: z.string(),
  base_version: z.string(),
  since_version: z.string(),
  /** p50 and p95; at least one of them is worse. */
  median: slowed,
  tail: slowed,
  from_ms: z.number(),
  to_ms: z.number(),
});

const ended = z.object({ failed: z.int(), ended: z.int() });

/** The last minutes compared with the day before. Interrupted invocations are excluded from both. */
export const spikeItem = z.object({
  ...attentionCommon,
  kind: z.literal("spike"),
  recent: ended,
  base: ended,
  from_ms: z.number(),
  to_ms: z.number(),
  base_from_ms: z.number(),
  /** The attribute with the highest lift among failed invocations; null: none. */
  shared: z.nullable(
    z.object({
      kind: z.enum(["app", "action", "version", "pool", "proxy", "profile"]),
      id: z.string(),
      name: z.nullable(z.string()),
      /** Counts of the examined invocations for which the attribute is known. */
      failed_with: z.int(),
      failed: z.int(),
      ended_with: z.int(),
      ended: z.int(),
      lift: z.number(),
    }),
  ),
});

/** Invocations stopped by the service or lost with nodes, not by a fault of their actions. */
export const interruptedItem = z.object({
  ...attentionCommon,
  kind: z.literal("interrupted"),
  /** A replica of the version before does not say it: it has none of nodes. */
  by: z.optional(z.enum(["service", "node"])),
  invocations: z.int(),
  actions: z.int(),
  from_ms: z.number(),
  to_ms: z.number(),
  last_ms: z.number(),
});

export const stuckItem = z.object({
  ...attentionCommon,
  ...action,
  kind: z.literal("stuck"),
  invocations: z.int(),
  /** The longest, at most five. */
  longest: z.array(z.object({ id: z.string(), version: z.string(), started_at_ms: z.number() })),
  basis: stuckBasis,
  limit_ms: z.number(),
  usual: z.nullable(usualDuration),
});

export const waitingItem = z.object({
  ...attentionCommon,
  kind: z.literal("waiting"),
  queued: z.int(),
  oldest: z.object({ ...action, id: z.string(), started_at_ms: z.number() }),
});
