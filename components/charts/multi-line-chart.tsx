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
  hasValues = true,
  ...lines
}: LinesProps<Key> & {
  heightPx?: number;
  /** Whether the legend has the newest values; not where figures of the whole time stand beside the chart. */
  hasValues?: boolean;
}) {
  const newest = newestMeasured(lines.points);
  const legend = [
    ...lines.series.map(({ key, label, look }) => ({
      key: String(key),
      label,
      swatch: lineStyles[look].swatch,
      ...(hasValues ? { value: lines.format(newest?.values[key]) } : {}),
    })),
    ...(lines.limit === undefined
      ? []
      : [{ key: "limit", label: linesChartTexts.limit, swatch: "bg-bad", value: lines.format(lines.limit) }]),
    ...unrecordedLegend(lines.blind ?? []),
  ];
  return (
    <ChartFrame label={lines.label} legend={legend} {...(heightPx === undefined ? {} : { heightPx })}>
      <Drawing {...lines} />
    </ChartFrame>
  );
}
