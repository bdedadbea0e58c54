// Shapes of all lanes: boxes in pixels with a tone and a title. Pure; the page and the exported file draw the
// same boxes.

import type { RecorderListName } from "@/lib/bff/recorder";
import type { Timeline } from "@/lib/bff/timeline";
import type { TimeRange } from "@/lib/charts/time-range";
import { unrecordedIn } from "@/lib/charts/unrecorded";
import { failureCause } from "@/lib/format/failure-messages";
import { laneShapesTexts } from "./timeline-messages.ts";

/** `grid` a tick, `blind` a gap in the record, `unbegun` the time before the record, `later` the future, `annotation` one
 *  of an operator. */
export type Tone =
  | "queued"
  | "running"
  | "ok"
  | "bad"
  | "warn"
  | "other"
  | "unfilled"
  | "grid"
  | "blind"
  | "unbegun"
  | "later"
  | "annotation";

/** A box in pixels; `title` is its tooltip. */
export interface Shape {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly tone: Tone;
  readonly title?: string;
}

export interface Scale {
  readonly range: TimeRange;
  readonly widthPx: number;
  /** Formats a moment in the reader's time zone. */
  readonly timeText: (atMs: number) => string;
}

/** Horizontal pixel of a moment, clamped to the range. Whole pixels, so that neighbouring boxes leave no seam. */
export function xOf({ range, widthPx }: Scale, atMs: number): number {
  const share = (atMs - range.fromMs) / (range.toMs - range.fromMs);
  return Math.round(Math.min(1, Math.max(0, share)) * widthPx);
}

/** A box between two moments, at least wide enough to be visible. */
export function spanBox(scale: Scale, fromMs: number, toMs: number, leastPx = 2): { x: number; w: number } {
  const x = xOf(scale, fromMs);
  const w = Math.max(leastPx, xOf(scale, toMs) - x);
  return { x: Math.min(x, Math.max(0, scale.widthPx - w)), w };
}

/**
 * Assigns rows to overlapping spans, first come first served; when more than `rows` are needed, the rest
 * share the last.
 */
export function packed(
  spans: readonly { readonly x: number; readonly w: number }[],
  rows: number,
): readonly number[] {
  const ends: number[] = [];
  return spans.map(({ x, w }) => {
    const free = ends.findIndex((end) => end <= x);
    const row = free === -1 ? Math.min(ends.length, rows - 1) : free;
    ends[row] = Math.max(ends[row] ?? 0, x + w + 1);
    return row;
  });
}

/** Ticks, the future, and annotations, over the full height of a lane. */
export function backdrop(
  scale: Scale,
  heightPx: number,
  {
    tickMs,
    nowMs,
    annotations,
  }: {
    tickMs: readonly number[];
    nowMs: number;
    annotations: readonly { readonly at_ms: number }[];
  },
): readonly Shape[] {
  const line = (atMs: number, tone: Tone): Shape => ({
    x: xOf(scale, atMs),
    y: 0,
    w: 1,
    h: heightPx,
    tone,
  });
  const ahead = spanBox(scale, nowMs, scale.range.toMs, 0);
  return [
    ...tickMs.map((atMs) => line(atMs, "grid")),
    ...(ahead.w > 1
      ? [{ ...ahead, y: 0, h: heightPx, tone: "later", title: laneShapesTexts.future } as const]
      : []),
    ...annotations.map(({ at_ms }) => line(at_ms, "annotation")),
  ];
}

/** The part of the range up to now. */
const past = ({ range }: Scale, { read_at_ms: nowMs }: Timeline): TimeRange => ({
  ...range,
  toMs: Math.min(range.toMs, nowMs),
});

/** Times in which a list was neither recorded nor filled later: before the recorder read it, and its gaps. */
export function unrecordedShapes(
  scale: Scale,
  heightPx: number,
  timeline: Timeline,
  list: RecorderListName,
): readonly Shape[] {
  const { invocations, began_at_ms: beganMs } = timeline;
  const knownMs = list === "invocations" ? invocations.complete_from_ms : beganMs;
  const gaps = timeline.gaps.items.filter((gap) => gap.list === list);
  return unrecordedIn(past(scale, timeline), knownMs, gaps).map(({ fromMs, toMs, gap }) => ({
    ...spanBox(scale, fromMs, toMs),
    y: 0,
    h: heightPx,
    tone: gap === undefined ? "unbegun" : "blind",
    title:
      gap === undefined
        ? beginText(scale, knownMs, beganMs)
        : laneShapesTexts.notRecordedFromTo(
            scale.timeText(gap.from_ms),
            gap.to_ms === null ? null : scale.timeText(gap.to_ms),
            failureCause(gap.why),
          ),
  }));
}

/** The time before the recorder read the lists, as the other lanes draw it; halves where invocations reach elsewhere. */
export function unbegunShapes(scale: Scale, heightPx: number, timeline: Timeline): readonly Shape[] {
  const { began_at_ms: beganMs, invocations } = timeline;
  const box = (knownMs: number | null, at: { y: number; h: number }, of: string | undefined) =>
    unrecordedIn(past(scale, timeline), knownMs, []).map(
      ({ fromMs, toMs }): Shape => ({
        ...spanBox(scale, fromMs, toMs),
        ...at,
        tone: "unbegun",
        title: [of, beginText(scale, knownMs, beganMs)].filter(Boolean).join(": "),
      }),
    );
  if (invocations.complete_from_ms === beganMs) return box(beganMs, { y: 0, h: heightPx }, undefined);
  const h = heightPx / 2;
  return [
    ...box(invocations.complete_from_ms, { y: 0, h }, laneShapesTexts.invocations),
    ...box(beganMs, { y: h, h }, laneShapesTexts.everythingElse),
  ];
}

/** What is said of the time before a list is known. */
function beginText({ timeText }: Scale, knownMs: number | null, beganMs: number | null): string {
  if (knownMs === null) return laneShapesTexts.nothingRecordedYet;
  return knownMs === beganMs
    ? laneShapesTexts.recordingBeganThen(timeText(knownMs))
    : laneShapesTexts.notRecordedBefore(timeText(knownMs));
}
