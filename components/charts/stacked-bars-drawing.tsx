"use client";

import { useId } from "react";
import { Bar, BarChart, CartesianGrid, Tooltip, XAxis, YAxis } from "recharts";
import { useTimeZone } from "@/components/ui/time-zone";
import { fillBuckets, maxStack, type SeriesPoint } from "@/lib/charts/series";
import { timeTicks } from "@/lib/charts/time-axis";
import { countTicks } from "@/lib/charts/value-axis";
import { formatFullTime } from "@/lib/format/full-time";
import { formatCount } from "@/lib/format/numbers";
import { chartMargin, timeAxis, valueAxis, valueGrid, wantedTicks, widthOfLabels } from "./axes.ts";
import { type BarSeries, fillOf, swatchOf } from "./bar-series.ts";
import { chartDrawingTexts } from "./chart-messages.ts";
import { ChartReadout } from "./chart-readout.tsx";
import { unrecordedAreas, unrecordedPattern } from "./unrecorded-areas.tsx";
import type { UnrecordedSpan } from "./unrecorded-span.ts";
import { useWidth } from "./use-width.ts";

export function StackedBarsDrawing({
  label,
  series,
  points,
  fromMs,
  toMs,
  stepMs,
  blind,
}: {
  label: string;
  series: readonly BarSeries<string>[];
  points: readonly SeriesPoint<string>[];
  fromMs: number;
  toMs: number;
  stepMs: number;
  blind: readonly UnrecordedSpan[];
}) {
  const { zone } = useTimeZone();
  const hatch = useId();
  const { ref, widthPx } = useWidth<HTMLDivElement>();
  const keys = series.map((each) => each.key);
  const buckets = fillBuckets(points, { fromMs, toMs, stepMs });
  const rows = buckets.map(({ atMs, values }) => ({ atMs: atMs + stepMs / 2, startMs: atMs, ...values }));
  const startMs = buckets[0]?.atMs ?? fromMs;
  const endMs = (buckets.at(-1)?.atMs ?? toMs) + stepMs;
  const xTicks = timeTicks(startMs, endMs, zone, wantedTicks(widthPx));
  const yTicks = countTicks(maxStack(buckets, keys));
  const axisPx = widthOfLabels(yTicks.map(String));
  const barPx = Math.max(1, Math.floor(((widthPx - axisPx) / Math.max(1, buckets.length)) * 0.72));

  return (
    <div ref={ref} className="size-full">
      {widthPx === 0 ? null : (
        <BarChart
          aria-label={chartDrawingTexts.readByArrowKeys(label)}
          data={rows}
          width={widthPx}
          height={ref.current?.clientHeight ?? 0}
          margin={chartMargin}
          barSize={Math.min(24, barPx)}
        >
          {unrecordedPattern(hatch)}
          <CartesianGrid {...valueGrid(yTicks)} />
          {unrecordedAreas(blind, { id: hatch, fromMs: startMs, toMs: endMs, widthPx })}
          <XAxis {...timeAxis(startMs, endMs, xTicks)} />
          <YAxis {...valueAxis(yTicks)} width={axisPx} />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: "var(--bg-hover)" }}
            content={({ active, label: atMs }) => {
              const index = active ? rows.findIndex((row) => row.atMs === atMs) : -1;
              const bucket = buckets[index];
              if (bucket === undefined) return null;
              const entries = series.map((each) => {
                const value = bucket.values[each.key];
                return {
                  key: each.key,
                  label: each.label,
                  swatch: swatchOf(each.tone),
                  value: value === null || value === undefined ? undefined : formatCount(value),
                };
              });
              return <ChartReadout time={formatFullTime(bucket.atMs, zone)} entries={entries} />;
            }}
          />
          {series.map((each) => (
            <Bar
              key={each.key}
              dataKey={each.key}
              stackId="count"
              {...fillOf(each.tone)}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      )}
    </div>
  );
}
