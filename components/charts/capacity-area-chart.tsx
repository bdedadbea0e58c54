"use client";

import dynamic from "next/dynamic";
import { loadPart } from "@/components/ui/load-part";
import { newestMeasured } from "@/lib/charts/series";
import { formatCount } from "@/lib/format/numbers";
import { type CapacityPoint, capacitySeries, dipSeries } from "./capacity-series.ts";
import { minimumAvailableIn } from "./capacity-steps.ts";
import { ChartFrame, ChartSkeleton } from "./chart-frame.tsx";
import { type UnrecordedSpan, unrecordedLegend } from "./unrecorded-span.ts";

const Drawing = dynamic(
  loadPart(() => import("./capacity-area-drawing.tsx").then((module) => module.CapacityAreaDrawing)),
  {
    ssr: false,
    loading: ChartSkeleton,
  },
);

/**
 * A pool's capacity over time, stacked up to its size. A moment without a measurement is a gap; where fewer
 * were available within a step than at its ends, the difference is pale. The legend shows the newest counts
 * and the minimum available in the whole range. `gapMs` is the greatest distance of two samples that still
 * counts as continuous.
 */
export function CapacityAreaChart({
  label,
  points,
  fromMs,
  toMs,
  gapMs,
  heightPx,
  blind,
  onZoom,
  together,
  showsValues,
}: {
  label: string;
  /** In order and within the range, as `orderPoints` returns them. */
  points: readonly CapacityPoint[];
  fromMs: number;
  toMs: number;
  gapMs: number;
  heightPx?: number;
  /** Unrecorded times: hatched and named. */
  blind: readonly UnrecordedSpan[];
  /** Called with the range selected by dragging across the drawing. */
  onZoom?: (fromMs: number, toMs: number) => void;
  /** Charts with the same value show their tooltips at the same moment. */
  together?: string;
  showsValues?: boolean;
}) {
  const newest = newestMeasured(points);
  const legend = [
    ...capacitySeries.map((series) => ({ ...series, value: formatCount(newest?.values[series.key]) })),
    { ...dipSeries, value: formatCount(minimumAvailableIn(points)?.count) },
    ...unrecordedLegend(blind),
  ];
  return (
    <ChartFrame
      label={label}
      legend={legend}
      showsValues={showsValues}
      {...(heightPx === undefined ? {} : { heightPx })}
    >
      <Drawing
        label={label}
        points={points}
        fromMs={fromMs}
        toMs={toMs}
        gapMs={gapMs}
        blind={blind}
        onZoom={onZoom}
        together={together}
      />
    </ChartFrame>
  );
}
