"use client";

import dynamic from "next/dynamic";
import type { SeriesPoint } from "@/lib/charts/series";
import { formatCount } from "@/lib/format/numbers";
import { type BarSeries, swatchOf } from "./bar-series.ts";
import { type BlindSpan, blindLegend } from "./blind-span.ts";
import { ChartFrame, ChartSkeleton } from "./chart-frame.tsx";

const Drawing = dynamic(
  () => import("./stacked-bars-drawing.tsx").then((module) => module.StackedBarsDrawing),
  {
    ssr: false,
    loading: ChartSkeleton,
  },
);

/** Counts per step of time, stacked by series (bottom first), e.g. runs per minute by status. A step without a point
 *  stays empty; the legend sums what is shown. What is `blind` was not recorded: it is hatched and named. */
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
  blind?: readonly BlindSpan[];
  heightPx?: number;
}) {
  const counts = series.map(({ key, label: name, tone }) => ({
    key,
    label: name,
    swatch: swatchOf(tone),
    value: formatCount(points.reduce((sum, point) => sum + (point.values[key] ?? 0), 0)),
  }));
  const legend = [...counts, ...blindLegend(blind)];
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
