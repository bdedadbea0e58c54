import type { SeriesPoint } from "@/lib/charts/series";

export type CapacityKey = "acquired" | "available" | "unfilled";
/** `available_min`: the least available since the point before; absent where each point is all that was measured. */
export type CapacityPoint = SeriesPoint<CapacityKey | "available_min">;

export const capacitySeries = [
  { key: "acquired", label: "acquired", swatch: "bg-running" },
  { key: "available", label: "available", swatch: "bg-ok" },
  { key: "unfilled", label: "unfilled", swatch: "hatched" },
] as const satisfies readonly { key: CapacityKey; label: string; swatch: string }[];

/** The least available within a step: what lies above it, up to what was available at its ends, is drawn pale. */
export const dipSeries = { key: "least", label: "least available", swatch: "bg-ok/20" } as const;
