"use client";

import dynamic from "next/dynamic";
import { loadPart } from "@/components/ui/load-part";
import { newestMeasured } from "@/lib/charts/series";
import { ChartFrame, ChartSkeleton } from "./chart-frame.tsx";
import { linesChartTexts } from "./chart-messages.ts";
import { type LinesProps, lineStyles } from "./lines-props.ts";
import { unrecordedLegend } from "./unrecorded-span.ts";

const Drawing = dynamic(
  loadPart(() => import("./lines-drawing.tsx").then((module) => module.LinesDrawing)),
  {
    ssr: false,
    loading: ChartSkeleton,
  },
);

/** Several values of one unit over time, from zero. A moment without a measurement is a gap in each. */
export function MultiLineChart<Key extends string>({
  heightPx,
  showsValues,
  ...lines
}: LinesProps<Key> & {
  heightPx?: number;
  /** False: figures of the whole time stand beside the chart, and its legend has the names only. */
  showsValues?: boolean;
}) {
  const newest = newestMeasured(lines.points);
  const legend = [
    ...lines.series.map(({ key, label, look }) => ({
      key: String(key),
      label,
      swatch: lineStyles[look].swatch,
      value: lines.format(newest?.values[key]),
    })),
    ...(lines.limit === undefined
      ? []
      : [{ key: "limit", label: linesChartTexts.limit, swatch: "bg-bad", value: lines.format(lines.limit) }]),
    ...unrecordedLegend(lines.blind ?? []),
  ];
  return (
    <ChartFrame
      label={lines.label}
      legend={legend}
      showsValues={showsValues}
      {...(heightPx === undefined ? {} : { heightPx })}
    >
      <Drawing {...lines} />
    </ChartFrame>
  );
}
