// Queries over the mirrored invocations.
import * as z from "zod/mini";
import { halfCharacter, queryInteger } from "../contract/schema.ts";
import { fieldMessages } from "./field-messages.ts";
import { recorderGap } from "./recorder-gap.ts";
import { dayMs, minuteMs } from "./time-units.ts";

/** Several values, each percent-encoded: the parameter is repeated, or they are separated by commas. */
const several = z
  .codec(
    z.string().check(z.minLength(1), z.maxLength(2_000)),
    z
      .array(
        z.string().check(
          z.minLength(1),
          z.maxLength(255),
          z.refine((text) => text.isWellFormed(), halfCharacter),
        ),
      )
      .check(z.minLength(1), z.maxLength(20)),
    {
      decode: (text, context) => {
        try {
          return text.split(",").map(decodeURIComponent);
        } catch {
          context.issues.push({
            code: "custom",
            input: text,
            message: fieldMessages.notEncodedValues,
          });
          return z.NEVER;
        }
      },
      encode: (values) => values.map(encodeURIComponent).join(","),
    },
  )
  .register(z.globalRegistry, { repeatable: true });

export const invocationHistoryLimits = { page: 100, text: 255, buckets: 750, groups: 50 } as const;

const during = {
  /** Range of start times, end exclusive; epoch milliseconds. */
  since_ms: z.optional(queryInteger({ min: 0 })),
  until_ms: z.optional(queryInteger({ min: 0 })),
};

/** Query of GET /api/history/invocations. Parameters with `not_` exclude their values. */
export const invocationHistoryQuery = z.object({
  ...during,
  /** The one with this id. */
  id: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  status: z.optional(several),
  app: z.optional(several),
  action: z.optional(several),
  version: z.optional(several),
  not_status: z.optional(several),
  not_app: z.optional(several),
  not_action: z.optional(several),
  not_version: z.optional(several),
  /** Milliseconds; excludes invocations that have not ended. */
  min_duration_ms: z.optional(queryInteger({ min: 0 })),
  max_duration_ms: z.optional(queryInteger({ min: 0 })),
  /** Substring of the reason or the first 1,000 characters of payload and output, case-insensitive. */
  text: z.optional(z.string().check(z.minLength(1), z.maxLength(invocationHistoryLimits.text))),
  /** Substrings of one of these alone, case-insensitive. */
  reason_has: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  payload_has: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  output_has: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  /** Substring of the id, the application or the action, case-insensitive. */
  query: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  session_id: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  /** Failures of one group, by the key of their reason. */
  reason_key: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  /** Those that a cancellation or a stop of the service ended, alone or left out. */
  interrupted: z.optional(z.enum(["yes", "no"])),
  limit: z.optional(queryInteger({ min: 1, max: invocationHistoryLimits.page })),
  /** `next` of the previous response. */
  cursor: z.optional(z.string().check(z.maxLength(400))),
});
export type InvocationHistoryQuery = z.infer<typeof invocationHistoryQuery>;

/** A mirrored invocation. Times are epoch milliseconds. */
export const invocationFields = {
  id: z.string(),
  app_name: z.string(),
  action_name: z.string(),
  version: z.string(),
  status: z.string(),
  started_at_ms: z.number(),
  finished_at_ms: z.nullable(z.number()),
  reason: z.nullable(z.string()),
  /** Browser sessions recorded with it; sessions not observed in time are missing. */
  sessions: z.array(z.string()),
};

export const recordedInvocation = z.object({
  ...invocationFields,
  duration_ms: z.nullable(z.number()),
  reason_key: z.nullable(z.string()),
  /** The first 1,000 characters. */
  payload_head: z.nullable(z.string()),
  output_head: z.nullable(z.string()),
  /** It had not ended when it was last read, at `checked_at_ms`. */
  open: z.boolean(),
  checked_at_ms: z.number(),
});

/** Completeness of a response. */
export const completeness = {
  /** Nothing is known to be missing in the requested range. */
  complete: z.boolean(),
  /** When mirroring began, and the start time from which on it is complete; null: not backfilled yet. */
  began_at_ms: z.nullable(z.number()),
  complete_from_ms: z.nullable(z.number()),
  gaps: z.array(recorderGap),
  /** When the list was last read; epoch milliseconds. */
  last_good_at_ms: z.nullable(z.number()),
};

export const invocationHistory = z.object({
  invocations: z.array(recordedInvocation),
  /** Cursor of the next page; null: no more. May be set with few or no invocations, when many were examined. */
  next_cursor: z.nullable(z.string()),
  /** Everything that started after this was examined; null: everything. */
  searched_to_ms: z.nullable(z.number()),
  ...completeness,
});
export type InvocationHistory = z.infer<typeof invocationHistory>;

/** Query of GET /api/history/invocation_series. */
export const invocationSeriesQuery = z.object({
  ...during,
  app: z.optional(several),
  action: z.optional(several),
  version: z.optional(several),
  /** Width of a bucket, a multiple of five minutes; chosen for a readable number of buckets by default. */
  bucket_ms: z.optional(queryInteger({ min: 5 * minuteMs, max: dayMs })),
  by: z.optional(z.enum(["action", "version"])),
});
export type InvocationSeriesQuery = z.infer<typeof invocationSeriesQuery>;

/** Number of invocations by status. */
export const statusCounts = {
  queued: z.int(),
  running: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  other: z.int(),
};

const counts = {
  ...statusCounts,
  /** Milliseconds, within 5 %; null: none ended. */
  p50_ms: z.nullable(z.number()),
  p95_ms: z.nullable(z.number()),
};

export const invocationBucket = z.object({ at_ms: z.number(), ...counts });
export type InvocationBucket = z.infer<typeof invocationBucket>;

export const invocationGroup = z.object({
  /** Empty without grouping. */
  app_name: z.string(),
  action_name: z.string(),
  version: z.string(),
  ...counts,
  /** Only buckets in which something started; others are zero if `gaps` and `complete_from_ms` cover them. */
  buckets: z.array(invocationBucket),
});
export type InvocationGroup = z.infer<typeof invocationGroup>;

export const invocationSeries = z.object({
  /** Start of what is counted: the requested time, rounded down to five minutes or to an hour. */
  since_ms: z.number(),
  until_ms: z.number(),
  bucket_ms: z.number(),
  /** Most invocations first; `groups_left_out` more are omitted. */
  groups: z.array(invocationGroup),
  groups_left_out: z.int(),
  ...completeness,
});
export type InvocationSeries = z.infer<typeof invocationSeries>;
