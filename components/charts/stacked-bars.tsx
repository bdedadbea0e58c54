"use client";

import dynamic from "next/dynamic";
import { loadPart } from "@/components/ui/load-part";
import type { SeriesPoint } from "@/lib/charts/series";
import { formatCount } from "@/lib/format/numbers";
import { type BarSeries, swatchOf } from "./bar-series.ts";
import { ChartFrame, ChartSkeleton } from "./chart-frame.tsx";
import { isUnrecorded, type UnrecordedSpan, unrecordedLegend } from "./unrecorded-span.ts";

const Drawing = dynamic(
  loadPart(() => import("./stacked-bars-drawing.tsx").then((module) => module.StackedBarsDrawing)),
  {
    ssr: false,
    loading: ChartSkeleton,
  },
);

/**
 * Counts per time step, stacked by series (bottom first), e.g. invocations per minute by status. A step
 * without a point stays empty; the legend shows totals. Times in `blind` were not recorded: they are hatched
 * and named.
 */
export function StackedBars<Key extends string>({
  label,
  series,
  points,
  fromMs,
  toMs,
  stepMs,
  blind = [],
  heightPx,
}: {
  label: string;
  series: readonly BarSeries<Key>[];
  points: readonly SeriesPoint<Key>[];
  fromMs: number;
  toMs: number;
  stepMs: number;
  blind?: readonly UnrecordedSpan[];
  heightPx?: number;
}) {
  const unknown = isUnrecorded({ fromMs, toMs, stepMs }, blind);
  const counts = series.map(({ key, label: name, tone }) => ({
    key,
    label: name,
    swatch: swatchOf(tone),
    value: unknown
      ? undefined
      : formatCount(points.reduce((sum, point) => sum + (point.values[key] ?? 0), 0)),
  }));
  const legend = [...counts, ...unrecordedLegend(blind)];
  return (
    <ChartFrame label={label} legend={legend} {...(heightPx === undefined ? {} : { heightPx })}>
      <Drawing
        label={label}
        series={series}
        points={points}
        fromMs={fromMs}
        toMs={toMs}
        stepMs={stepMs}
        blind={blind}
      />
    </ChartFrame>
  );
}
