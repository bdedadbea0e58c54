"use client";

import dynamic from "next/dynamic";
import type { SeriesPoint } from "@/lib/charts/series";
import { formatCount } from "@/lib/format/numbers";
import { ChartFrame, ChartSkeleton } from "./chart-frame.tsx";

export interface BarSeries<Key extends string> {
  readonly key: Key;
  readonly label: string;
  readonly tone: "queued" | "running" | "ok" | "bad" | "warn";
}

const swatches = {
  queued: "bg-queued",
  running: "bg-running",
  ok: "bg-ok",
  bad: "bg-bad",
  warn: "bg-warn",
} as const satisfies Record<BarSeries<string>["tone"], string>;

export function swatchOf(tone: BarSeries<string>["tone"]): string {
  return swatches[tone];
}

const Drawing = dynamic(
  () => import("./stacked-bars-drawing.tsx").then((module) => module.StackedBarsDrawing),
  {
    ssr: false,
    loading: ChartSkeleton,
  },
);

/** Counts per step of time, stacked by series (bottom first), e.g. runs per minute by status. A step without a point
 *  stays empty; the legend sums what is shown. */
export function StackedBars<Key extends string>({
  label,
  series,
  points,
  fromMs,
  toMs,
  stepMs,
  heightPx,
}: {
  label: string;
  series: readonly BarSeries<Key>[];
  points: readonly SeriesPoint<Key>[];
  fromMs: number;
  toMs: number;
  stepMs: number;
  heightPx?: number;
}) {
  const legend = series.map(({ key, label: name, tone }) => ({
    key,
    label: name,
    swatch: swatchOf(tone),
    value: formatCount(points.reduce((sum, point) => sum + (point.values[key] ?? 0), 0)),
  }));
  return (
    <ChartFrame label={label} legend={legend} {...(heightPx === undefined ? {} : { heightPx })}>
      <Drawing series={series} points={points} fromMs={fromMs} toMs={toMs} stepMs={stepMs} />
    </ChartFrame>
  );
}
