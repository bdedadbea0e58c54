// Ranges and brushes as plain numbers: pure.
import * as z from "zod/mini";
import { timelineLimits } from "@/lib/bff/timeline";

/** From here on, and before; epoch milliseconds. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

export const presets = ["15m", "1h", "6h", "24h", "7d"] as const;
export const preset = z.enum(presets);
export type Preset = z.infer<typeof preset>;
export const standardPreset: Preset = "1h";

const minuteMs = 60_000;
export const presetMs = {
  "15m": 15 * minuteMs,
  "1h": 60 * minuteMs,
  "6h": 360 * minuteMs,
  "24h": 1_440 * minuteMs,
  "7d": 10_080 * minuteMs,
} as const satisfies Record<Preset, number>;
export const presetWords = {
  "15m": "Last 15 min",
  "1h": "Last hour",
  "6h": "Last 6 h",
  "24h": "Last 24 h",
  "7d": "Last 7 days",
} as const satisfies Record<Preset, string>;

/** The narrowest a brush gets: a thousandth of what is shown, a second at least. */
export const leastMs = ({ fromMs, toMs }: TimeRange): number => Math.max(1_000, (toMs - fromMs) / 1_000);

/** A range as it may be asked for; undefined for ends that give none. */
export function rangeFrom(fromMs: number | undefined, toMs: number | undefined): TimeRange | undefined {
  if (fromMs === undefined || toMs === undefined) return undefined;
  return toMs > fromMs && toMs - fromMs <= timelineLimits.rangeMs ? { fromMs, toMs } : undefined;
}

/** Two moments as a brush within a range: in order, inside, not too narrow, in whole milliseconds. */
export function brushWithin(range: TimeRange, oneMs: number, otherMs: number): TimeRange {
  const least = leastMs(range);
  const inside = (atMs: number) => Math.min(range.toMs, Math.max(range.fromMs, atMs));
  const low = inside(Math.min(oneMs, otherMs));
  const high = inside(Math.max(oneMs, otherMs));
  const fromMs = Math.min(low, range.toMs - least);
  return { fromMs: Math.round(fromMs), toMs: Math.round(Math.max(high, fromMs + least)) };
}

/** A brush moved as a whole, as far as the range goes. */
export function movedBrush(range: TimeRange, brush: TimeRange, byMs: number): TimeRange {
  const by = Math.min(range.toMs - brush.toMs, Math.max(range.fromMs - brush.fromMs, byMs));
  return { fromMs: Math.round(brush.fromMs + by), toMs: Math.round(brush.toMs + by) };
}

/** The same middle, twice as wide, never beyond what one answer holds. */
export function widerRange({ fromMs, toMs }: TimeRange, nowMs: number): TimeRange {
  const widthMs = Math.min(timelineLimits.rangeMs, (toMs - fromMs) * 2);
  const end = Math.min(nowMs, Math.round((fromMs + toMs + widthMs) / 2));
  const to = Math.max(end, Math.round(toMs));
  return { fromMs: Math.max(0, Math.round(Math.min(fromMs, to - widthMs))), toMs: to };
}

/** Where a moment lies in a range, 0 to 1. */
export const shareOf = ({ fromMs, toMs }: TimeRange, atMs: number): number =>
  Math.min(1, Math.max(0, (atMs - fromMs) / (toMs - fromMs)));
