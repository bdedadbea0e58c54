import type { SeriesPoint } from "@/lib/charts/series";
import { capacitySeriesTexts, capacityTexts } from "./chart-messages.ts";

export type CapacityKey = "acquired" | "available" | "unfilled";
/**
 * `available_min`: the minimum available since the previous point; absent where each point is a raw sample.
 */
export type CapacityPoint = SeriesPoint<CapacityKey | "available_min">;

export const capacitySeries = [
  { key: "acquired", label: capacityTexts.acquired, swatch: "bg-running/55" },
  { key: "available", label: capacityTexts.available, swatch: "bg-ok/45" },
  { key: "unfilled", label: capacityTexts.missing, swatch: "hatched" },
] as const satisfies readonly { key: CapacityKey; label: string; swatch: string }[];

/**
 * The minimum available within a step: the area between it and the value at the step's ends is drawn pale.
 */
export const dipSeries = {
  key: "least",
  label: capacitySeriesTexts.leastAvailable,
  swatch: "bg-ok/20",
} as const;
