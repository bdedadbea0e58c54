// Everything recorded in a period, by lane. Each lane is bounded: `total` counts all, and `items` omits the oldest.
// Times are epoch milliseconds of the dashboard's clock.

import * as z from "zod/mini";
import { queryInteger } from "../contract/schema.ts";
import { clockStepMs } from "./clock-step.ts";
import { fieldMessages } from "./field-messages.ts";
import { invocationFields, statusCounts } from "./invocation-history.ts";
import { recorderGap } from "./recorder-gap.ts";
import { dayMs } from "./time-units.ts";

export const timelineLimits = {
  rangeMs: 31 * dayMs,
  invocations: 200,
  /** Maximum of invocations counted individually; above it, whole roll-up buckets are counted. */
  invocationsCounted: 20_000,
  buckets: 120,
  sessions: 500,
  /** At most so many pools; above `poolsShown` only those that lacked browsers or had none available. */
  pools: 100,
  poolsShown: 8,
  poolPoints: 60,
  earlier: 60,
  checks: 500,
  logGaps: 500,
  annotations: 200,
  actions: 500,
  gaps: 100,
  noteMax: 280,
  annotationsPerOperator: 500,
} as const;

interface Ends {
  from_ms: number;
  to_ms: number;
}
const ordered = z.refine<Ends>(
  ({ from_ms, to_ms }) => to_ms > from_ms && to_ms - from_ms <= timelineLimits.rangeMs,
  { message: fieldMessages.rangeEnd, path: ["to_ms"] },
);

/** Query of GET /api/history/timeline: start inclusive, end exclusive. */
export const timelineQuery = z.object({
  from_ms: queryInteger({ min: 0 }),
  to_ms: queryInteger({ min: 1 }),
  /** `no` leaves out the acts that rules of the dashboard did. */
  by_rules: z.optional(z.enum(["yes", "no"])),
});

/** Body of POST /api/history/timeline/export. */
export const timelineExport = z
  .object({ from_ms: z.int().check(z.minimum(0)), to_ms: z.int().check(z.minimum(1)) })
  .check(ordered);

export const timelineInvocation = z.object(invocationFields);
export type TimelineInvocation = z.infer<typeof timelineInvocation>;

export const timelineBucket = z.object({ at_ms: z.number(), ...statusCounts });
export type TimelineBucket = z.infer<typeof timelineBucket>;

export const timelineSession = z.object({
  id: z.string(),
  name: z.nullable(z.string()),
  /** When it was created, or first seen if unknown. */
  from_ms: z.number(),
  /** When it was deleted, or first missing from a complete list; null: no end recorded. */
  until_ms: z.nullable(z.number()),
  last_seen_ms: z.number(),
  proxy_id: z.nullable(z.string()),
  /** Invocations recorded with it. */
  invocations: z.array(z.string()),
});
export type TimelineSession = z.infer<typeof timelineSession>;

/** One sample of a pool; nulls: no response. */
export const timelinePoolPoint = z.object({
  at_ms: z.number(),
  available: z.nullable(z.number()),
  acquired: z.nullable(z.number()),
  size: z.nullable(z.number()),
});
export type TimelinePoolPoint = z.infer<typeof timelinePoolPoint>;

export const timelinePool = z.object({
  pool_id: z.string(),
  name: z.nullable(z.string()),
  /** Oldest first: the state at the start, the last sample of each slice of the range, and a null where polls failed. */
  points: z.array(timelinePoolPoint),
  /** The samples of the range. */
  samples: z.int(),
  unanswered: z.int(),
  /** Over every recorded sample of the range, and the state at its start. */
  available_min: z.nullable(z.number()),
  acquired_max: z.nullable(z.number()),
  unfilled_max: z.nullable(z.number()),
  /** True: part of it is stored as five-minute aggregates only. */
  coarse: z.boolean(),
});
export type TimelinePool = z.infer<typeof timelinePool>;

export const timelineCheck = z.object({
  proxy_id: z.string(),
  name: z.nullable(z.string()),
  at_ms: z.number(),
  status: z.string(),
  latency_ms: z.nullable(z.number()),
  /** Origin: `operator`, `schedule`, or `list` for a check made elsewhere. */
  source: z.string(),
});
export type TimelineCheck = z.infer<typeof timelineCheck>;

/** Missing lines of a viewed log. */
export const timelineLogGap = z.object({
  session_id: z.string(),
  source: z.enum(["supervisor", "path"]),
  /** Process name or path. */
  log: z.string(),
  /** Null: unknown. */
  from_ms: z.nullable(z.number()),
  to_ms: z.number(),
  reason: z.string(),
  /** Null: unknown. */
  lines: z.nullable(z.int()),
});
export type TimelineLogGap = z.infer<typeof timelineLogGap>;

/** An annotation by an operator. */
export const annotation = z.object({
  id: z.string(),
  at_ms: z.number(),
  note: z.string(),
  by: z.string(),
  /** Whether the requesting operator created it. */
  mine: z.boolean(),
  created_at_ms: z.number(),
});
export type Annotation = z.infer<typeof annotation>;

export const annotationCreate = z.object({
  at_ms: z.int().check(z.minimum(0)),
  note: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, fieldMessages.enterWhatHappened),
      z.regex(/^\P{Cc}*$/u, fieldMessages.noControlCharacters),
      z.maxLength(timelineLimits.noteMax, fieldMessages.atMostCharacters(timelineLimits.noteMax)),
    ),
});
export type AnnotationCreate = z.infer<typeof annotationCreate>;

/** An operator's action: its intent and its outcome, if any. */
export const timelineAction = z.object({
  seq: z.int(),
  at_ms: z.number(),
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  /** What the target was called then; null where it had no name. */
  target_name: z.nullable(z.string()),
  reason: z.string(),
  /** `unanswered`: no outcome was recorded. */
  outcome: z.enum(["answered", "unanswered", "denied", "event"]),
  status: z.nullable(z.int()),
  code: z.nullable(z.string()),
  request_id: z.string(),
});
export type TimelineAct = z.infer<typeof timelineAction>;

/** A pool has one point for each step of a clock of so many milliseconds, of the last sample in it: at most about `points`. */
export const poolSliceMs = (
  { fromMs, toMs }: { fromMs: number; toMs: number },
  points: number = timelineLimits.poolPoints,
): number => clockStepMs(((toMs - fromMs) * 2) / points);

const lane = <Item extends z.ZodMiniType>(item: Item) => z.object({ total: z.int(), items: z.array(item) });

export const timeline = z.object({
  from_ms: z.number(),
  to_ms: z.number(),
  read_at_ms: z.number(),
  /** Invocations that started in the range, newest first. */
  invocations: z.object({
    total: z.int(),
    ...statusCounts,
    /** False: counted by whole buckets, which extend beyond the range. */
    exact: z.boolean(),
    bucket_ms: z.number(),
    /** Oldest first; only buckets in which something started. */
    buckets: z.array(timelineBucket),
    items: z.array(timelineInvocation),
    /** Those that began before the range and still ran at its start, newest first; at most `timelineLimits.earlier`. */
    earlier: z.array(timelineInvocation),
    /** Nothing in the range is known to be missing. */
    complete: z.boolean(),
    complete_from_ms: z.nullable(z.number()),
  }),
  /** When the recorder first read the API; null: never. */
  began_at_ms: z.nullable(z.number()),
  sessions: lane(timelineSession),
  pools: lane(timelinePool),
  /** Points of pools are about so far apart where nothing changed; absent from a replica of the version before. */
  pool_slice_ms: z.optional(z.number()),
  checks: lane(timelineCheck),
  log_gaps: lane(timelineLogGap),
  annotations: lane(annotation),
  /** Null: not visible to the requesting operator's role. */
  actions: z.nullable(lane(timelineAction)),
  /** Periods in which a list was not read, including filled ones. */
  gaps: lane(recorderGap),
});
export type Timeline = z.infer<typeof timeline>;

/** Response of the export: everything in the range, without secrets. */
export const timelineExported = z.object({
  environment: z.string(),
  generated_at_ms: z.number(),
  generated_by: z.string(),
  timeline,
});
export type TimelineExported = z.infer<typeof timelineExported>;
