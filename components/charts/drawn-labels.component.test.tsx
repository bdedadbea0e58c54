import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { hourMs, minuteMs } from "@/lib/bff/time-units";
import { renderView } from "@/tests/support/component/render-view";
import { CapacityAreaDrawing } from "./capacity-area-drawing.tsx";
import { LinesDrawing } from "./lines-drawing.tsx";
import { StackedBarsDrawing } from "./stacked-bars-drawing.tsx";

const fromMs = Date.UTC(2026, 5, 1, 12);
const toMs = fromMs + hourMs;
const moments = Array.from({ length: 60 }, (_, at) => ({ atMs: fromMs + at * minuteMs, count: at % 9 }));
const shared = { label: "Chart", fromMs, toMs };

const drawings: [name: string, drawing: ReactNode][] = [
  [
    "areas",
    <CapacityAreaDrawing
      key="areas"
      {...shared}
      gapMs={2 * minuteMs}
      blind={[]}
      points={moments.map(({ atMs, count }) => ({
        atMs,
        values: { acquired: count, available: 9 - count, unfilled: 0 },
      }))}
    />,
  ],
  [
    "lines",
    <LinesDrawing
      key="lines"
      {...shared}
      gapMs={2 * minuteMs}
      series={[{ key: "count", label: "Count", look: "main" }]}
      points={moments.map(({ atMs, count }) => ({ atMs, values: { count } }))}
      format={(value) => `${value} min`}
    />,
  ],
  [
    "bars",
    <StackedBarsDrawing
      key="bars"
      {...shared}
      stepMs={minuteMs}
      series={[{ key: "count", label: "Count", tone: "ok" }]}
      points={moments.map(({ atMs, count }) => ({ atMs, values: { count } }))}
      blind={[]}
    />,
  ],
];

const middleOf = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return (top + bottom) / 2;
};

test.for(drawings)(
  "%s are drawn without a measurement of a label, each of which lays out the whole page",
  async ([, drawing]) => {
    const { container } = await renderView(<div style={{ width: 400, height: 180 }}>{drawing}</div>);
    const inChart = (selector: string) => [...container.querySelectorAll(selector)];
    const labels = () => inChart(".recharts-yAxis-tick-labels text");
    await expect.poll(() => labels().length).toBeGreaterThan(1);
    // A line of the grid for each value that is named.
    const linesPx = inChart(".recharts-cartesian-grid-horizontal line").map(middleOf);
    expect(linesPx).toHaveLength(labels().length);
    for (const [at, label] of labels().entries())
      expect(Math.abs(middleOf(label) - (linesPx[at] ?? 0))).toBeLessThan(3);
    // Where the library measures texts.
    expect(document.getElementById("recharts_measurement_span")).toBeNull();
  },
);
