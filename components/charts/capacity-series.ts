import type { SeriesPoint } from "@/lib/charts/series";

export type CapacityKey = "acquired" | "available" | "unfilled";
export type CapacityPoint = SeriesPoint<CapacityKey>;

export const capacitySeries = [
  { key: "acquired", label: "acquired", swatch: "bg-running" },
  { key: "available", label: "available", swatch: "bg-ok" },
  { key: "unfilled", label: "unfilled", swatch: "hatched" },
] as const satisfies readonly { key: CapacityKey; label: string; swatch: string }[];
