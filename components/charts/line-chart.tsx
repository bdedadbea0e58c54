"use client";

import dynamic from "next/dynamic";
import { ChartFrame, ChartSkeleton } from "./chart-frame.tsx";
import type { LineProps } from "./line-props.ts";

const Drawing = dynamic(() => import("./line-drawing.tsx").then((module) => module.LineDrawing), {
  ssr: false,
  loading: ChartSkeleton,
});

/** One figure over time, from zero. A moment without a measurement is a gap. */
export function LineChart({ heightPx = 120, ...line }: LineProps & { heightPx?: number }) {
  const newest = line.points.findLast(({ value }) => value !== null);
  const legend = [
    { key: "value", label: line.series, swatch: "bg-running", value: line.format(newest?.value) },
    ...(line.limit === undefined
      ? []
      : [{ key: "limit", label: "Limit", swatch: "bg-bad", value: line.format(line.limit) }]),
  ];
  return (
    <ChartFrame label={line.label} legend={legend} heightPx={heightPx}>
      <Drawing {...line} />
    </ChartFrame>
  );
}
