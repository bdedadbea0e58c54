"use client";

import type { LinesProps } from "./lines-props.ts";
import { MultiLineChart } from "./multi-line-chart.tsx";

interface LineProps extends Omit<LinesProps<"value">, "series" | "points" | "dots"> {
  /** Name of the line in the legend. */
  series: string;
  /** Null: not measured. */
  points: readonly { readonly atMs: number; readonly value: number | null }[];
}

/** One value over time, from zero. A moment without a measurement is a gap. */
export function LineChart({ series, points, heightPx = 120, ...line }: LineProps & { heightPx?: number }) {
  const measured = points.map(({ atMs, value }) => ({ atMs, values: { value } }));
  return (
    <MultiLineChart
      {...line}
      series={[{ key: "value", label: series, look: "main" }]}
      points={measured}
      dots={false}
      heightPx={heightPx}
    />
  );
}
