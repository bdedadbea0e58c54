// Invocations and sessions as shapes: bars while there are few, concurrent counts when there are many. Pure.
import type { Timeline, TimelineBucket, TimelineInvocation } from "@/lib/bff/timeline";
import type { TimeRange } from "@/lib/charts/time-range";
import { packed, type Scale, type Shape, spanBox, type Tone, xOf } from "./lane-shapes.ts";
import { spanLanesTexts } from "./timeline-messages.ts";

/** More than this many are drawn as counts. */
const barsAtMost = 60;
export const rowPx = 6;
const rows = 8;
const cells = 120;

export const spanHeightPx = rows * rowPx;

function toneOf(status: string): Tone {
  switch (status) {
    case "queued":
    case "running":
      return status;
    case "succeeded":
      return "ok";
    case "failed":
      return "bad";
    default:
      return "other";
  }
}

const nameOf = (invocation: TimelineInvocation) =>
  `${invocation.app_name} ${invocation.version} ${invocation.action_name}`;

/** Where the bar of an invocation ends: one with an unknown end is only drawn at its start. */
const drawnEnd = ({ status, started_at_ms, finished_at_ms }: TimelineInvocation, nowMs: number): number =>
  finished_at_ms ?? (status === "running" || status === "queued" ? nowMs : started_at_ms);

function invocationBars(
  scale: Scale,
  invocations: readonly TimelineInvocation[],
  nowMs: number,
): readonly Shape[] {
  const inOrder = [...invocations].sort((a, b) => a.started_at_ms - b.started_at_ms);
  const boxes = inOrder.map((invocation) =>
    spanBox(scale, invocation.started_at_ms, drawnEnd(invocation, nowMs)),
  );
  const row = packed(boxes, rows);
  return inOrder.flatMap((invocation, at) => {
    const box = boxes[at];
    if (box === undefined) return [];
    const end =
      invocation.finished_at_ms === null
        ? spanLanesTexts.endUnknown
        : spanLanesTexts.to(scale.timeText(invocation.finished_at_ms));
    const title = spanLanesTexts.invocation({
      name: nameOf(invocation),
      status: invocation.status,
      from: scale.timeText(invocation.started_at_ms),
      end,
    });
    return [{ ...box, y: (row[at] ?? 0) * rowPx, h: rowPx - 1, tone: toneOf(invocation.status), title }];
  });
}

const stack = ["failed", "other", "succeeded", "running", "queued"] as const;
const stackTones = {
  failed: "bad",
  other: "other",
  succeeded: "ok",
  running: "running",
  queued: "queued",
} as const satisfies Record<(typeof stack)[number], Tone>;

const startedIn = (bucket: TimelineBucket) => stack.reduce((sum, key) => sum + bucket[key], 0);

const hasBars = ({ items, earlier, total }: Timeline["invocations"]): boolean =>
  total + earlier.length <= barsAtMost && items.length === total;

const tallest = (counts: readonly number[]): number => Math.max(1, ...counts);

/** The most invocations that started in one step; undefined where each has its own bar. */
export const mostStarted = (invocations: Timeline["invocations"]): number | undefined =>
  hasBars(invocations) ? undefined : tallest(invocations.buckets.map(startedIn));

function invocationDensity(
  scale: Scale,
  buckets: readonly TimelineBucket[],
  bucketMs: number,
): readonly Shape[] {
  const maximum = tallest(buckets.map(startedIn));
  return buckets.flatMap((bucket) => {
    const { x, w } = spanBox(scale, bucket.at_ms, bucket.at_ms + bucketMs);
    const counts = stack.filter((key) => bucket[key] > 0).map((key) => `${bucket[key]} ${key}`);
    const title = spanLanesTexts.startedFrom(
      startedIn(bucket),
      scale.timeText(bucket.at_ms),
      counts.join(", "),
    );
    let below = 0;
    return stack.flatMap((key): Shape[] => {
      if (bucket[key] === 0) return [];
      const h = Math.max(1, (bucket[key] / maximum) * spanHeightPx);
      below += h;
      const y = Math.max(0, spanHeightPx - below);
      return [{ x, w: Math.max(1, w - 1), y, h, tone: stackTones[key], title }];
    });
  });
}

/** Invocations that started in the range, and while there are few also those that ran into it. */
export function invocationShapes(
  scale: Scale,
  invocations: Timeline["invocations"],
  nowMs: number,
): readonly Shape[] {
  const { items, earlier } = invocations;
  return hasBars(invocations)
    ? invocationBars(scale, [...earlier, ...items], nowMs)
    : invocationDensity(scale, invocations.buckets, invocations.bucket_ms);
}

const cellMsOf = ({ fromMs, toMs }: TimeRange): number => (toMs - fromMs) / cells;

/** How many sessions there were in each cell of the range; undefined where each has its own bar. */
function sessionCounts(
  range: TimeRange,
  { items, total }: Timeline["sessions"],
): readonly number[] | undefined {
  if (total <= barsAtMost && items.length === total) return undefined;
  const { fromMs } = range;
  const cellMs = cellMsOf(range);
  return Array.from({ length: cells }, (_, at) => {
    const [low, high] = [fromMs + at * cellMs, fromMs + (at + 1) * cellMs];
    return items.filter((each) => each.from_ms < high && (each.until_ms ?? each.last_seen_ms) >= low).length;
  });
}

/** The most sessions in one cell of the range; undefined where each has its own bar. */
export function mostSessions(range: TimeRange, sessions: Timeline["sessions"]): number | undefined {
  const counts = sessionCounts(range, sessions);
  return counts && tallest(counts);
}

/** Sessions in the range: from creation until the reported end, or until last seen. */
export function sessionShapes(scale: Scale, sessions: Timeline["sessions"]): readonly Shape[] {
  const counts = sessionCounts(scale.range, sessions);
  if (counts === undefined) {
    const spans = [...sessions.items]
      .map((each) => ({ ...each, endMs: each.until_ms ?? each.last_seen_ms }))
      .sort((a, b) => a.from_ms - b.from_ms);
    const boxes = spans.map((each) => spanBox(scale, each.from_ms, each.endMs));
    const row = packed(boxes, rows);
    return spans.flatMap((each, at) => {
      const box = boxes[at];
      if (box === undefined) return [];
      const title = spanLanesTexts.session({
        id: each.id,
        from: scale.timeText(each.from_ms),
        isEnded: each.until_ms !== null,
        end: scale.timeText(each.endMs),
      });
      const tone = each.until_ms === null ? "running" : "other";
      return [{ ...box, y: (row[at] ?? 0) * rowPx, h: rowPx - 1, tone, title } as const];
    });
  }
  const { fromMs } = scale.range;
  const cellMs = cellMsOf(scale.range);
  const maximum = tallest(counts);
  const drawn = counts.flatMap((count, at): Shape[] => {
    if (count === 0) return [];
    const h = Math.max(1, (count / maximum) * spanHeightPx);
    const x = xOf(scale, fromMs + at * cellMs);
    const timeText = scale.timeText(fromMs + at * cellMs);
    const title = spanLanesTexts.browsersFrom(count, timeText, sessions.items.length < sessions.total);
    return [
      {
        x,
        w: Math.max(1, xOf(scale, fromMs + (at + 1) * cellMs) - x),
        y: spanHeightPx - h,
        h,
        tone: "running",
        title,
      },
    ];
  });
  return [...leftOutShapes(scale, sessions), ...drawn];
}

/**
 * Before the oldest session that is listed, others were open that are not: their number is unknown. They may have lasted
 * longer, so that the counts after it are minimums.
 */
function leftOutShapes(scale: Scale, { total, items }: Timeline["sessions"]): readonly Shape[] {
  if (total <= items.length) return [];
  const knownMs = Math.min(scale.range.toMs, ...items.map(({ from_ms: fromMs }) => fromMs));
  if (knownMs <= scale.range.fromMs) return [];
  return [
    {
      ...spanBox(scale, scale.range.fromMs, knownMs),
      y: 0,
      h: spanHeightPx,
      tone: "blind",
      title: spanLanesTexts.oldestNotShown(scale.timeText(knownMs)),
    },
  ];
}
