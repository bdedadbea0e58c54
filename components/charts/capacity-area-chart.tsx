"use client";

import dynamic from "next/dynamic";
import { newestMeasured, type SeriesPoint } from "@/lib/charts/series";
import { formatCount } from "@/lib/format/numbers";
import { ChartFrame, ChartSkeleton } from "./chart-frame.tsx";

export type CapacityKey = "acquired" | "available" | "unfilled";
export type CapacityPoint = SeriesPoint<CapacityKey>;

export const capacitySeries = [
  { key: "acquired", label: "acquired", swatch: "bg-running" },
  { key: "available", label: "available", swatch: "bg-ok" },
  { key: "unfilled", label: "unfilled", swatch: "hatched" },
] as const satisfies readonly { key: CapacityKey; label: string; swatch: string }[];

const Drawing = dynamic(
  () => import("./capacity-area-drawing.tsx").then((module) => module.CapacityAreaDrawing),
  {
    ssr: false,
    loading: ChartSkeleton,
  },
);

/** A pool's capacity over time, stacked to its size. A moment without a measurement is a gap. `gapMs` is the greatest
 *  distance of two samples that still counts as continuous. */
export function CapacityAreaChart({
  label,
  points,
  fromMs,
  toMs,
  gapMs,
  heightPx,
}: {
  label: string;
  points: readonly CapacityPoint[];
  fromMs: number;
  toMs: number;
  gapMs: number;
  heightPx?: number;
}) {
  const newest = newestMeasured(points);
  const legend = capacitySeries.map((series) => ({
    ...series,
    value: formatCount(newest?.values[series.key]),
  }));
  return (
    <ChartFrame label={label} legend={legend} {...(heightPx === undefined ? {} : { heightPx })}>
      <Drawing points={points} fromMs={fromMs} toMs={toMs} gapMs={gapMs} />
    </ChartFrame>
  );
}
