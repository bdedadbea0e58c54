// One stretch of time with everything that was recorded of it, lane by lane. Each lane is bounded: `total` counts
// what there is, and what `items` does not hold are the oldest. Times are epoch milliseconds by the dashboard's clock.
import * as z from "zod/mini";
import { queryInteger } from "../contract/schema.ts";
import { recorderGap } from "./recorder.ts";
import { runFacts, statusCounts } from "./run-history.ts";

const dayMs = 86_400_000;

export const timelineLimits = {
  rangeMs: 31 * dayMs,
  runs: 200,
  /** Runs that are counted one by one; above, by whole buckets of the roll-ups. */
  runsCounted: 20_000,
  buckets: 120,
  sessions: 500,
  pools: 8,
  poolPoints: 60,
  checks: 500,
  logGaps: 500,
  marks: 200,
  actions: 500,
  gaps: 100,
  noteMax: 280,
  marksPerOperator: 500,
} as const;

interface Ends {
  from_ms: number;
  to_ms: number;
}
const ordered = z.refine<Ends>(
  ({ from_ms, to_ms }) => to_ms > from_ms && to_ms - from_ms <= timelineLimits.rangeMs,
  { message: "to_ms must lie after from_ms, by 31 days at most", path: ["to_ms"] },
);

/** Query of GET /api/history/timeline: from here on, and before. */
export const timelineQuery = z.object({
  from_ms: queryInteger({ min: 0 }),
  to_ms: queryInteger({ min: 1 }),
});

/** Body of POST /api/history/timeline/export. */
export const timelineExport = z
  .object({ from_ms: z.int().check(z.minimum(0)), to_ms: z.int().check(z.minimum(1)) })
  .check(ordered);

export const timelineRun = z.object(runFacts);
export type TimelineRun = z.infer<typeof timelineRun>;

export const timelineBucket = z.object({ at_ms: z.number(), ...statusCounts });
export type TimelineBucket = z.infer<typeof timelineBucket>;

export const timelineSession = z.object({
  id: z.string(),
  /** When it was created, or first seen where nobody said. */
  from_ms: z.number(),
  /** When it was deleted, or first missing from a whole list; null: nobody said that it ended. */
  until_ms: z.nullable(z.number()),
  last_seen_ms: z.number(),
  proxy_id: z.nullable(z.string()),
  /** Runs it was seen with. */
  runs: z.array(z.string()),
});
export type TimelineSession = z.infer<typeof timelineSession>;

/** One moment of a pool; nulls: no answer then. */
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
  /** Oldest first: of each slice of the range the last answer, and a null where polls went unanswered. */
  points: z.array(timelinePoolPoint),
  /** Over every recorded sample of the range, drawn or not. */
  samples: z.int(),
  unanswered: z.int(),
  available_min: z.nullable(z.number()),
  acquired_max: z.nullable(z.number()),
  unfilled_max: z.nullable(z.number()),
  /** True: some of it is only kept as five-minute figures. */
  coarse: z.boolean(),
});
export type TimelinePool = z.infer<typeof timelinePool>;

export const timelineCheck = z.object({
  proxy_id: z.string(),
  name: z.nullable(z.string()),
  at_ms: z.number(),
  status: z.string(),
  latency_ms: z.nullable(z.number()),
  /** Who asked: `operator`, `schedule`, or `list` for a check made elsewhere. */
  source: z.string(),
});
export type TimelineCheck = z.infer<typeof timelineCheck>;

/** Lines of a watched log that are missing. */
export const timelineLogGap = z.object({
  session_id: z.string(),
  source: z.enum(["supervisor", "path"]),
  /** The process or the path. */
  log: z.string(),
  /** Null: since an unknown time. */
  from_ms: z.nullable(z.number()),
  to_ms: z.number(),
  reason: z.string(),
  /** Null: how many is not known. */
  lines: z.nullable(z.int()),
});
export type TimelineLogGap = z.infer<typeof timelineLogGap>;

/** A moment an operator marked. */
export const mark = z.object({
  id: z.string(),
  at_ms: z.number(),
  note: z.string(),
  by: z.string(),
  /** Whether the one who asks set it. */
  mine: z.boolean(),
  created_at_ms: z.number(),
});
export type Mark = z.infer<typeof mark>;

export const markCreate = z.object({
  at_ms: z.int().check(z.minimum(0)),
  note: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "say what happened"),
      z.regex(/^\P{Cc}*$/u, "a note has no control characters"),
      z.maxLength(timelineLimits.noteMax, `a note has at most ${timelineLimits.noteMax} characters`),
    ),
});
export type MarkCreate = z.infer<typeof markCreate>;

/** An act of an operator: its intent and, where there is one, its answer. */
export const timelineAction = z.object({
  seq: z.int(),
  at_ms: z.number(),
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  reason: z.string(),
  /** `unanswered`: it was meant, and no answer was recorded. */
  outcome: z.enum(["answered", "unanswered", "denied", "event"]),
  status: z.nullable(z.int()),
  code: z.nullable(z.string()),
  request_id: z.string(),
});
export type TimelineAction = z.infer<typeof timelineAction>;

const lane = <Item extends z.ZodMiniType>(item: Item) => z.object({ total: z.int(), items: z.array(item) });

export const timeline = z.object({
  from_ms: z.number(),
  to_ms: z.number(),
  read_at_ms: z.number(),
  /** Runs that started in the range, newest first. */
  runs: z.object({
    total: z.int(),
    ...statusCounts,
    /** False: counted by whole buckets, which reach beyond the ends of the range. */
    exact: z.boolean(),
    bucket_ms: z.number(),
    /** Oldest first, only those in which something started. */
    buckets: z.array(timelineBucket),
    items: z.array(timelineRun),
    /** Nothing of the range is known to be missing. */
    complete: z.boolean(),
    complete_from_ms: z.nullable(z.number()),
  }),
  sessions: lane(timelineSession),
  pools: lane(timelinePool),
  checks: lane(timelineCheck),
  log_gaps: lane(timelineLogGap),
  marks: lane(mark),
  /** Null: the role of the one who asks may not see them. */
  actions: z.nullable(lane(timelineAction)),
  /** Times in which a list was not read, filled ones too. */
  gaps: lane(recorderGap),
});
export type Timeline = z.infer<typeof timeline>;

/** Answer of the export: everything of the range, with what must not leave taken out. */
export const timelineExported = z.object({
  environment: z.string(),
  generated_at_ms: z.number(),
  generated_by: z.string(),
  timeline,
});
export type TimelineExported = z.infer<typeof timelineExported>;
