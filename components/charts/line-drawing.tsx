"use client";

import { CartesianGrid, Line, LineChart, ReferenceLine, Tooltip, XAxis, YAxis } from "recharts";
import { useTimeZone } from "@/components/ui/time-zone";
import { markGaps, orderPoints } from "@/lib/charts/series";
import { timeTicks } from "@/lib/charts/time-axis";
import { countTicks } from "@/lib/charts/value-axis";
import { formatFullTime } from "@/lib/format/full-time";
import { chartMargin, timeAxis, valueAxis, wantedTicks } from "./axes.ts";
import { ChartReadout } from "./chart-readout.tsx";
import type { LineProps } from "./line-props.ts";
import { useWidth } from "./use-width.ts";

const valueAxisWidthPx = 56;

export function LineDrawing({ label, series, points, fromMs, toMs, gapMs, format, limit }: LineProps) {
  const { zone } = useTimeZone();
  const { ref, widthPx } = useWidth<HTMLDivElement>();
  const measured = points.map(({ atMs, value }) => ({ atMs, values: { value } }));
  const rows = markGaps(orderPoints(measured, fromMs, toMs), gapMs).map(({ atMs, values }) => ({
    atMs,
    value: values.value ?? null,
  }));
  const xTicks = timeTicks(fromMs, toMs, zone, wantedTicks(widthPx));
  const yTicks = countTicks(Math.max(limit ?? 0, ...rows.map(({ value }) => value ?? 0)), 3);

  return (
    <div ref={ref} className="size-full">
      {widthPx === 0 ? null : (
        <LineChart
          aria-label={`${label}. Left and right arrow read the values.`}
          data={rows}
          width={widthPx}
          height={ref.current?.clientHeight ?? 0}
          margin={chartMargin}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis {...timeAxis(fromMs, toMs, xTicks)} />
          <YAxis
            {...valueAxis(yTicks)}
            width={valueAxisWidthPx}
            tickFormatter={(value: number) => format(value)}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: "var(--ink-3)" }}
            content={({ active, label: atMs }) => {
              const row = active ? rows.find((each) => each.atMs === atMs) : undefined;
              if (row === undefined) return null;
              const value = row.value === null ? undefined : format(row.value);
              return (
                <ChartReadout
                  time={formatFullTime(row.atMs, zone)}
                  entries={[{ key: "value", label: series, swatch: "bg-running", value }]}
                />
              );
            }}
          />
          {limit === undefined ? null : (
            <ReferenceLine y={limit} stroke="var(--bad)" strokeWidth={1.5} strokeDasharray="6 3" />
          )}
          <Line
            dataKey="value"
            type="linear"
            connectNulls={false}
            isAnimationActive={false}
            stroke="var(--running)"
            strokeWidth={1.5}
            dot={false}
            activeDot={{ r: 3, strokeWidth: 0 }}
          />
        </LineChart>
      )}
    </div>
  );
}
