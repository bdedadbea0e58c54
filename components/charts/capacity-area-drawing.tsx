"use client";

import { useId } from "react";
import { Area, AreaChart, CartesianGrid, ReferenceArea, Tooltip, XAxis, YAxis } from "recharts";
import { useTimeZone } from "@/components/ui/time-zone";
import { markGaps, maxStack, thinPoints } from "@/lib/charts/series";
import { timeTicks } from "@/lib/charts/time-axis";
import { countTicks } from "@/lib/charts/value-axis";
import { formatFullTime } from "@/lib/format/full-time";
import { formatCount } from "@/lib/format/numbers";
import { chartMargin, timeAxis, valueAxis, valueGrid, wantedTicks } from "./axes.ts";
import { type CapacityPoint, capacitySeries, dipSeries } from "./capacity-series.ts";
import { capacitySteps } from "./capacity-steps.ts";
import { chartDrawingTexts } from "./chart-messages.ts";
import { ChartReadout } from "./chart-readout.tsx";
import { unrecordedAreas, unrecordedPattern } from "./unrecorded-areas.tsx";
import type { UnrecordedSpan } from "./unrecorded-span.ts";
import { useDragZoom } from "./use-drag-zoom.ts";
import { useWidth } from "./use-width.ts";

const keys = capacitySeries.map((series) => series.key);
const pxPerPoint = 2;
const dipOpacity = 0.18;

export function CapacityAreaDrawing({
  label,
  points,
  fromMs,
  toMs,
  gapMs,
  blind,
  onZoom,
  together,
}: {
  label: string;
  points: readonly CapacityPoint[];
  fromMs: number;
  toMs: number;
  gapMs: number;
  blind: readonly UnrecordedSpan[];
  onZoom?: ((fromMs: number, toMs: number) => void) | undefined;
  together?: string | undefined;
}) {
  const { zone } = useTimeZone();
  const { ref, widthPx } = useWidth<HTMLDivElement>();
  const hatch = useId();
  const blindHatch = useId();
  const { chosen, handlers } = useDragZoom({
    range: { fromMs, toMs },
    onZoom: onZoom && ((range) => onZoom(range.fromMs, range.toMs)),
  });
  const marked = markGaps(points, gapMs);
  const thinned = thinPoints(marked, fromMs, toMs, Math.max(60, Math.floor(widthPx / pxPerPoint)));
  const rows = capacitySteps(marked, thinned);
  const xTicks = timeTicks(fromMs, toMs, zone, wantedTicks(widthPx));
  const yTicks = countTicks(maxStack(thinned, keys));
  const areas = [
    { key: "acquired", fill: "var(--running)", fillOpacity: 0.55, stroke: "var(--running)" },
    { key: "least", fill: "var(--ok)", fillOpacity: 0.55, stroke: "none" },
    { key: "dip", fill: "var(--ok)", fillOpacity: dipOpacity, stroke: "var(--ok)" },
    { key: "unfilled", fill: `url(#${hatch})`, fillOpacity: 1, stroke: "var(--line-strong)" },
  ] as const;

  return (
    <div ref={ref} className={`size-full ${onZoom === undefined ? "" : "select-none"}`} {...handlers}>
      {widthPx === 0 ? null : (
        <AreaChart
          aria-label={chartDrawingTexts.readByArrowKeys(label)}
          data={rows}
          width={widthPx}
          height={ref.current?.clientHeight ?? 0}
          margin={chartMargin}
          {...(together === undefined ? {} : { syncId: together, syncMethod: "value" })}
        >
          <defs>
            <pattern
              id={hatch}
              width="5"
              height="5"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width="2" height="5" fill="var(--line-strong)" />
            </pattern>
          </defs>
          {unrecordedPattern(blindHatch)}
          <CartesianGrid {...valueGrid(yTicks)} />
          {unrecordedAreas(blind, { id: blindHatch, fromMs, toMs, widthPx })}
          <XAxis {...timeAxis(fromMs, toMs, xTicks)} />
          <YAxis {...valueAxis(yTicks)} />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: "var(--ink-3)" }}
            content={({ active, label: atMs }) => {
              const row = active ? rows.find((each) => each.atMs === atMs) : undefined;
              if (row === undefined) return null;
              const entries = [...capacitySeries, dipSeries].map((series) => ({
                ...series,
                value: row[series.key] === null ? undefined : formatCount(row[series.key]),
              }));
              return <ChartReadout time={formatFullTime(row.atMs, zone)} entries={entries} />;
            }}
          />
          {areas.map(({ key, ...look }) => (
            <Area
              {...look}
              key={key}
              dataKey={key}
              stackId="capacity"
              type="stepAfter"
              connectNulls={false}
              isAnimationActive={false}
              strokeWidth={1.5}
              dot={false}
              activeDot={{ r: 3, strokeWidth: 0 }}
            />
          ))}
          {chosen === undefined ? null : (
            <ReferenceArea x1={chosen.fromMs} x2={chosen.toMs} fill="var(--accent)" fillOpacity={0.14} />
          )}
        </AreaChart>
      )}
    </div>
  );
}
