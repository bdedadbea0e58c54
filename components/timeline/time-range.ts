// The ranges of the timeline as plain numbers. Pure.
import * as z from "zod/mini";
import { timelineLimits } from "@/lib/bff/timeline";
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
