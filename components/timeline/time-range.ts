// The ranges of the timeline as plain numbers. Pure.

import * as z from "zod/mini";
import { stepStartMs } from "@/lib/bff/clock-step";
import { minuteMs } from "@/lib/bff/time-units";
import { type Timeline, timelineLimits } from "@/lib/bff/timeline";
import type { TimeRange } from "@/lib/charts/time-range";

export const presets = ["15m", "1h", "6h", "24h", "7d"] as const;
export const preset = z.enum(presets);
export type Preset = z.infer<typeof preset>;
export const defaultPreset: Preset = "1h";

/** A valid range; undefined for invalid ends. */
export function rangeFrom(fromMs: number | undefined, toMs: number | undefined): TimeRange | undefined {
  if (fromMs === undefined || toMs === undefined) return undefined;
  return toMs > fromMs && toMs - fromMs <= timelineLimits.rangeMs ? { fromMs, toMs } : undefined;
}

/** A range twice as wide around the same middle, up to the maximum of one response. */
export function widerRange({ fromMs, toMs }: TimeRange, nowMs: number): TimeRange {
  const widthMs = Math.min(timelineLimits.rangeMs, (toMs - fromMs) * 2);
  const end = Math.min(nowMs, Math.round((fromMs + toMs + widthMs) / 2));
  const to = Math.max(end, Math.round(toMs));
  return { fromMs: Math.max(0, Math.round(Math.min(fromMs, to - widthMs))), toMs: to };
}

/** A timeline of a young record is at least so long. */
const leastMs = 5 * minuteMs;

/** A timeline that begins, to the minute, with the record and what else is known of its range: the same on each read. */
export function fitted(timeline: Timeline): Timeline {
  const { from_ms: fromMs, to_ms: toMs, began_at_ms: beganMs, invocations } = timeline;
  const { sessions, checks, log_gaps: logGaps, annotations } = timeline;
  const moments = [checks, annotations, ...(timeline.actions === null ? [] : [timeline.actions])];
  if ([sessions, logGaps, ...moments].some(({ total, items }) => total > items.length)) return timeline;
  const known = [
    beganMs ?? fromMs,
    // A bucket of a long range begins long before what is in it.
    ...(invocations.total > invocations.items.length ? invocations.buckets.map(({ at_ms: at }) => at) : []),
    ...[...invocations.items, ...invocations.earlier].map(({ started_at_ms: at }) => at),
    ...sessions.items.map(({ from_ms: at }) => at),
    ...logGaps.items.map(({ from_ms: from, to_ms: to }) => from ?? to),
    ...moments.flatMap(({ items }) => items.map(({ at_ms: at }) => at)),
  ];
  const firstMs = stepStartMs(Math.min(...known, toMs - leastMs), minuteMs);
  return { ...timeline, from_ms: Math.max(fromMs, firstMs) };
}
