"use client";

import { useId } from "react";
import { CartesianGrid, Line, LineChart, ReferenceLine, Tooltip, XAxis, YAxis } from "recharts";
import { useTimeZone } from "@/components/ui/time-zone";
import { markGaps, newestMeasured, orderPoints } from "@/lib/charts/series";
import { timeTicks } from "@/lib/charts/time-axis";
import { countTicks } from "@/lib/charts/value-axis";
import { formatFullTime } from "@/lib/format/full-time";
import { chartMargin, timeAxis, valueAxis, valueGrid, wantedTicks, widthOfLabels } from "./axes.ts";
import { chartDrawingTexts } from "./chart-messages.ts";
import { ChartReadout } from "./chart-readout.tsx";
import { type LinesProps, lineStyles } from "./lines-props.ts";
import { unrecordedAreas, unrecordedPattern } from "./unrecorded-areas.tsx";
import { useWidth } from "./use-width.ts";

export function LinesDrawing({
  label,
  series,
  points,
  fromMs,
  toMs,
  gapMs,
  format,
  formatTick = format,
  dots = true,
  ticksOf = (max) => countTicks(max, 3),
  limit,
  blind = [],
}: LinesProps<string>) {
  const { zone } = useTimeZone();
  const hatch = useId();
  const { ref, widthPx } = useWidth<HTMLDivElement>();
  const rows = markGaps(orderPoints(points, fromMs, toMs), gapMs).map(({ atMs, values }) => ({
    atMs,
    values,
    ...Object.fromEntries(series.map(({ key }) => [key, values[key] ?? null])),
  }));
  const greatest = Math.max(
    limit ?? 0,
    ...rows.flatMap(({ values }) => series.map(({ key }) => values[key] ?? 0)),
  );
  const yTicks = ticksOf(greatest);
  // Otherwise an axis without data has no scale, and nothing that refers to it is drawn.
  const allowDataOverflow = newestMeasured(rows) === undefined;
  const xTicks = timeTicks(fromMs, toMs, zone, wantedTicks(widthPx));

  return (
    <div ref={ref} className="size-full">
      {widthPx === 0 ? null : (
        <LineChart
          aria-label={chartDrawingTexts.readByArrowKeys(label)}
          data={rows}
          width={widthPx}
          height={ref.current?.clientHeight ?? 0}
          margin={chartMargin}
        >
          {unrecordedPattern(hatch)}
          <CartesianGrid {...valueGrid(yTicks)} />
          {unrecordedAreas(blind, { id: hatch, fromMs, toMs, widthPx })}
          <XAxis {...timeAxis(fromMs, toMs, xTicks)} allowDataOverflow={allowDataOverflow} />
          <YAxis
            {...valueAxis(yTicks)}
            allowDataOverflow={allowDataOverflow}
            width={widthOfLabels(yTicks.map((tick) => formatTick(tick)))}
            tickFormatter={(value: number) => formatTick(value)}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: "var(--ink-3)" }}
            content={({ active, label: atMs }) => {
              const row = active ? rows.find((each) => each.atMs === atMs) : undefined;
              if (row === undefined) return null;
              const entries = series.map(({ key, label: name, look }) => {
                const value = row.values[key];
                return {
                  key,
                  label: name,
                  swatch: lineStyles[look].swatch,
                  value: value === null || value === undefined ? undefined : format(value),
                };
              });
              return <ChartReadout time={formatFullTime(row.atMs, zone)} entries={entries} />;
            }}
          />
          {limit === undefined ? null : (
            <ReferenceLine y={limit} stroke="var(--bad)" strokeWidth={1.5} strokeDasharray="6 3" />
          )}
          {series.map(({ key, look }) => (
            <Line
              key={key}
              dataKey={key}
              type="linear"
              connectNulls={false}
              isAnimationActive={false}
              stroke={lineStyles[look].stroke}
              strokeWidth={1.5}
              {...(lineStyles[look].dashes === undefined ? {} : { strokeDasharray: lineStyles[look].dashes })}
              dot={dots ? { r: 2, strokeWidth: 0, fill: lineStyles[look].stroke } : false}
              activeDot={{ r: 3, strokeWidth: 0 }}
            />
          ))}
        </LineChart>
      )}
    </div>
  );
}
