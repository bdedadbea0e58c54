// Checks, acts, log gaps and the capacity of pools as shapes. Pure.
import type { RecorderGap } from "@/lib/bff/recorder";
import {
  type Mark,
  type Timeline,
  type TimelineAction,
  type TimelineCheck,
  type TimelineLogGap,
  type TimelinePool,
  timelineLimits,
} from "@/lib/bff/timeline";
import { paces } from "@/lib/paces";
import { packed, type Scale, type Shape, spanBox, type Tone, xOf } from "./lane-shapes.ts";

export const momentHeightPx = 20;
export const poolHeightPx = 28;

/** A check is a bar, whole when available; low and wide when not. */
export function checkShapes(scale: Scale, checks: readonly TimelineCheck[]): readonly Shape[] {
  return [...checks].reverse().map(({ at_ms, status, name, proxy_id, source }) => {
    const x = Math.min(xOf(scale, at_ms), Math.max(0, scale.widthPx - 4));
    const title = `${name ?? proxy_id} ${status} at ${scale.timeText(at_ms)} (${source})`;
    if (status === "available") return { x, y: 2, w: 3, h: 16, tone: "ok", title };
    if (status === "unavailable") return { x, y: 10, w: 5, h: 8, tone: "bad", title };
    return { x, y: 7, w: 3, h: 6, tone: "other", title };
  });
}

/** Whether an act was refused or failed. */
export const actionFailed = ({ status, outcome }: TimelineAction): boolean =>
  outcome === "denied" || (status !== null && status >= 400);

/** An act is a bar; a refused or failed one is low and wide. */
export function actionShapes(scale: Scale, actions: readonly TimelineAction[]): readonly Shape[] {
  return [...actions].reverse().map((each) => {
    const x = Math.min(xOf(scale, each.at_ms), Math.max(0, scale.widthPx - 5));
    const answer = each.status === null ? each.outcome : `${each.outcome} ${each.status}`;
    const title = `${each.actor} ${each.action} ${each.target} ${answer} at ${scale.timeText(each.at_ms)}`;
    if (actionFailed(each)) return { x, y: 10, w: 5, h: 8, tone: "bad", title };
    return { x, y: 2, w: 3, h: 16, tone: "other", title };
  });
}

/** Where lines of watched logs are missing; overlapping ones lie over each other. */
export function logGapShapes(scale: Scale, gaps: readonly TimelineLogGap[]): readonly Shape[] {
  return gaps.map((gap) => {
    const missing = gap.lines === null ? "an unknown number of lines" : `${gap.lines} lines`;
    return {
      ...spanBox(scale, gap.from_ms ?? gap.to_ms, gap.to_ms, 3),
      y: 6,
      h: 10,
      tone: "warn",
      title: `${gap.log} of ${gap.session_id}: ${missing} missing until ${scale.timeText(gap.to_ms)} (${gap.reason})`,
    };
  });
}

/** An operator's mark, with its note. */
export function markShapes(scale: Scale, marks: readonly Mark[]): readonly Shape[] {
  return marks.map(({ at_ms, note, by }) => ({
    x: Math.min(Math.max(0, xOf(scale, at_ms) - 2), Math.max(0, scale.widthPx - 5)),
    y: 0,
    w: 5,
    h: 9,
    tone: "mark",
    title: `${note} (${by}, ${scale.timeText(at_ms)})`,
  }));
}

const recorderRows = 3;

/** Every time in which a list was not read, those of several lists below each other; what was read later is drawn low. */
export function recorderShapes(scale: Scale, gaps: readonly RecorderGap[]): readonly Shape[] {
  const oldestFirst = [...gaps].reverse();
  const boxes = oldestFirst.map((gap) => spanBox(scale, gap.from_ms, gap.to_ms ?? scale.range.toMs, 3));
  const rows = packed(boxes, recorderRows);
  const rowPx = 6;
  return oldestFirst.map((gap, at) => ({
    ...(boxes[at] ?? { x: 0, w: 0 }),
    y: 1 + (rows[at] ?? 0) * rowPx + (gap.filled ? 3 : 0),
    h: gap.filled ? 2 : 5,
    tone: gap.filled ? "other" : "bad",
    title: `${gap.list} not read from ${scale.timeText(gap.from_ms)} to ${gap.to_ms === null ? "now" : scale.timeText(gap.to_ms)} (${gap.why})${gap.filled ? ", read later" : ""}`,
  }));
}

const layers: readonly { key: "acquired" | "available" | "unfilled"; tone: Tone }[] = [
  { key: "acquired", tone: "running" },
  { key: "available", tone: "ok" },
  { key: "unfilled", tone: "unfilled" },
];

/** A pool's capacity in steps: each answer holds until the next, nothing is drawn where none came. */
export function poolShapes(
  scale: Scale,
  pool: TimelinePool,
  read: Pick<Timeline, "read_at_ms">,
): readonly Shape[] {
  const wholes = pool.points.map((each) =>
    Math.max(each.size ?? 0, (each.available ?? 0) + (each.acquired ?? 0)),
  );
  const most = Math.max(1, ...wholes);
  const points = Math.min(Math.max(1, pool.points.length), timelineLimits.poolPoints);
  const sliceMs = ((scale.range.toMs - scale.range.fromMs) * 2) / points;
  return pool.points.flatMap((point, at): Shape[] => {
    const { available, acquired, size } = point;
    if (available === null || acquired === null) return [];
    const next = pool.points[at + 1]?.at_ms ?? Math.min(scale.range.toMs, read.read_at_ms);
    const end = Math.min(next, point.at_ms + Math.max(paces.samples.poolGapMs, sliceMs));
    const unfilled = size === null ? 0 : Math.max(0, size - available - acquired);
    const counts = { acquired, available, unfilled };
    const box = spanBox(scale, point.at_ms, end, 1);
    const title = `${acquired} acquired, ${available} available, ${size === null ? "size unknown" : `${unfilled} unfilled`} at ${scale.timeText(point.at_ms)}`;
    let below = 0;
    return layers.flatMap(({ key, tone }): Shape[] => {
      if (counts[key] === 0) return [];
      const h = (counts[key] / most) * poolHeightPx;
      below += h;
      return [{ ...box, y: poolHeightPx - below, h, tone, title }];
    });
  });
}
