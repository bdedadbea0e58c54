// The mirror of the invocations as the browser asks it.
import { z } from "zod";
import { queryInteger } from "../contract/schema.ts";
import { recorderGap } from "./recorder.ts";

/** Several values in one parameter: each percent-encoded, between commas. */
const several = z.codec(z.string().min(1).max(2_000), z.array(z.string().max(255)).min(1).max(20), {
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
});

export const runHistoryLimits = { page: 100, text: 200, buckets: 750, groups: 50 } as const;

const during = {
  /** Starts from here on, and before; epoch milliseconds. */
  since_ms: queryInteger({ min: 0 }).optional(),
  until_ms: queryInteger({ min: 0 }).optional(),
};

/** Query of GET /api/history/invocations. A name with `not_` leaves its values out. */
export const runHistoryQuery = z.object({
  ...during,
  status: several.optional(),
  app: several.optional(),
  action: several.optional(),
  version: several.optional(),
  not_status: several.optional(),
  not_app: several.optional(),
  not_action: several.optional(),
  not_version: several.optional(),
  /** Milliseconds; runs without an end are left out. */
  min_duration_ms: queryInteger({ min: 0 }).optional(),
  max_duration_ms: queryInteger({ min: 0 }).optional(),
  /** Anywhere in the reason or the first 1,000 characters of payload and output, in any case. */
  text: z.string().min(1).max(runHistoryLimits.text).optional(),
  session_id: z.string().min(1).max(255).optional(),
  /** Failures of one kind, by the key of their reason. */
  reason_key: z.string().min(1).max(255).optional(),
  limit: queryInteger({ min: 1, max: runHistoryLimits.page }).optional(),
  /** From the answer before: goes on behind it. */
  cursor: z.string().max(400).optional(),
});
export type RunHistoryQuery = z.infer<typeof runHistoryQuery>;

export const recordedRun = z.object({
  id: z.string(),
  app_name: z.string(),
  action_name: z.string(),
  version: z.string(),
  status: z.string(),
  started_at_ms: z.number(),
  finished_at_ms: z.number().nullable(),
  duration_ms: z.number().nullable(),
  reason: z.string().nullable(),
  reason_key: z.string().nullable(),
  /** The first 1,000 characters. */
  payload_head: z.string().nullable(),
  output_head: z.string().nullable(),
  /** It was not over when it was last asked about, at `checked_at_ms`. */
  open: z.boolean(),
  checked_at_ms: z.number(),
  /** Browser sessions seen with it; what nobody saw in time is missing. */
  sessions: z.array(z.string()),
});

const completeness = {
  /** Nothing in the time asked for is missing, as far as the upstream told. */
  complete: z.boolean(),
  /** When mirroring began, and the start from which on it is read; null: not read back yet. */
  began_at_ms: z.number().nullable(),
  complete_from_ms: z.number().nullable(),
  gaps: z.array(recorderGap),
  /** When the list was last read; epoch milliseconds. */
  last_good_at_ms: z.number().nullable(),
};

export const runHistory = z.object({
  runs: z.array(recordedRun),
  /** Give it to go on; null: there are no more. May be there with few or no runs, when much had to be looked through. */
  next_cursor: z.string().nullable(),
  /** Everything that started after this was looked through; null: everything was. */
  searched_to_ms: z.number().nullable(),
  ...completeness,
});
export type RunHistory = z.infer<typeof runHistory>;

/** Query of GET /api/history/runs. */
export const runSeriesQuery = z.object({
  ...during,
  app: several.optional(),
  action: several.optional(),
  version: several.optional(),
  /** Width of a bucket: a multiple of five minutes; left out, one that gives a readable number of buckets. */
  bucket_ms: queryInteger({ min: 300_000, max: 86_400_000 }).optional(),
  by: z.enum(["action", "version"]).optional(),
});
export type RunSeriesQuery = z.infer<typeof runSeriesQuery>;

const counts = {
  queued: z.int(),
  running: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  other: z.int(),
  /** Milliseconds, within 5 %; null: none ended. */
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
};

export const runBucket = z.object({ at_ms: z.number(), ...counts });
export type RunBucket = z.infer<typeof runBucket>;

export const runGroup = z.object({
  /** Empty when not asked for by group. */
  app_name: z.string(),
  action_name: z.string(),
  version: z.string(),
  ...counts,
  /** Only buckets in which something started. */
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
