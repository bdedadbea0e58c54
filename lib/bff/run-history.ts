// The mirror of the invocations as the browser asks it.
import * as z from "zod/mini";
import { queryInteger } from "../contract/schema.ts";
import { recorderGap } from "./recorder.ts";

/** Several values in one parameter: each percent-encoded, between commas. */
const several = z.codec(
  z.string().check(z.minLength(1), z.maxLength(2_000)),
  z.array(z.string().check(z.maxLength(255))).check(z.minLength(1), z.maxLength(20)),
  {
    decode: (text, context) => {
      try {
        return text.split(",").map(decodeURIComponent);
      } catch {
        context.issues.push({
          code: "custom",
          input: text,
          message: "is not encoded as values between commas",
        });
        return z.NEVER;
      }
    },
    encode: (values) => values.map(encodeURIComponent).join(","),
  },
);

export const runHistoryLimits = { page: 100, text: 200, buckets: 750, groups: 50 } as const;

const during = {
  /** Starts from here on, and before; epoch milliseconds. */
  since_ms: z.optional(queryInteger({ min: 0 })),
  until_ms: z.optional(queryInteger({ min: 0 })),
};

/** Query of GET /api/history/invocations. A name with `not_` leaves its values out. */
export const runHistoryQuery = z.object({
  ...during,
  status: z.optional(several),
  app: z.optional(several),
  action: z.optional(several),
  version: z.optional(several),
  not_status: z.optional(several),
  not_app: z.optional(several),
  not_action: z.optional(several),
  not_version: z.optional(several),
  /** Milliseconds; runs without an end are left out. */
  min_duration_ms: z.optional(queryInteger({ min: 0 })),
  max_duration_ms: z.optional(queryInteger({ min: 0 })),
  /** Anywhere in the reason or the first 1,000 characters of payload and output, in any case. */
  text: z.optional(z.string().check(z.minLength(1), z.maxLength(runHistoryLimits.text))),
  session_id: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  /** Failures of one kind, by the key of their reason. */
  reason_key: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  limit: z.optional(queryInteger({ min: 1, max: runHistoryLimits.page })),
  /** From the answer before: goes on behind it. */
  cursor: z.optional(z.string().check(z.maxLength(400))),
});
export type RunHistoryQuery = z.infer<typeof runHistoryQuery>;

/** What every answer about a mirrored run tells of it. Times are epoch milliseconds. */
export const runFacts = {
  id: z.string(),
  app_name: z.string(),
  action_name: z.string(),
  version: z.string(),
  status: z.string(),
  started_at_ms: z.number(),
  finished_at_ms: z.nullable(z.number()),
  reason: z.nullable(z.string()),
  /** Browser sessions seen with it; what nobody saw in time is missing. */
  sessions: z.array(z.string()),
};

export const recordedRun = z.object({
  ...runFacts,
  duration_ms: z.nullable(z.number()),
  reason_key: z.nullable(z.string()),
  /** The first 1,000 characters. */
  payload_head: z.nullable(z.string()),
  output_head: z.nullable(z.string()),
  /** It was not over when it was last asked about, at `checked_at_ms`. */
  open: z.boolean(),
  checked_at_ms: z.number(),
});

/** What an answer says of how whole it is. */
export const completeness = {
  /** Nothing in the time asked for is missing, as far as the upstream told. */
  complete: z.boolean(),
  /** When mirroring began, and the start from which on it is read; null: not read back yet. */
  began_at_ms: z.nullable(z.number()),
  complete_from_ms: z.nullable(z.number()),
  gaps: z.array(recorderGap),
  /** When the list was last read; epoch milliseconds. */
  last_good_at_ms: z.nullable(z.number()),
};

export const runHistory = z.object({
  runs: z.array(recordedRun),
  /** Give it to go on; null: there are no more. May be there with few or no runs, when much had to be looked through. */
  next_cursor: z.nullable(z.string()),
  /** Everything that started after this was looked through; null: everything was. */
  searched_to_ms: z.nullable(z.number()),
  ...completeness,
});
export type RunHistory = z.infer<typeof runHistory>;

/** Query of GET /api/history/runs. */
export const runSeriesQuery = z.object({
  ...during,
  app: z.optional(several),
  action: z.optional(several),
  version: z.optional(several),
  /** Width of a bucket: a multiple of five minutes; left out, one that gives a readable number of buckets. */
  bucket_ms: z.optional(queryInteger({ min: 300_000, max: 86_400_000 })),
  by: z.optional(z.enum(["action", "version"])),
});
export type RunSeriesQuery = z.infer<typeof runSeriesQuery>;

/** So many runs by status. */
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

export const runBucket = z.object({ at_ms: z.number(), ...counts });
export type RunBucket = z.infer<typeof runBucket>;

export const runGroup = z.object({
  /** Empty when not asked for by group. */
  app_name: z.string(),
  action_name: z.string(),
  version: z.string(),
  ...counts,
  /** Only buckets in which something started: the others are zero where `gaps` and `complete_from_ms` say they were read. */
  buckets: z.array(runBucket),
});
export type RunGroup = z.infer<typeof runGroup>;

export const runSeries = z.object({
  since_ms: z.number(),
  until_ms: z.number(),
  bucket_ms: z.number(),
  /** The most runs first; `groups_left_out` more are not shown. */
  groups: z.array(runGroup),
  groups_left_out: z.int(),
  ...completeness,
});
export type RunSeries = z.infer<typeof runSeries>;
