import type { CartesianGridProps, XAxisProps, YAxisProps } from "recharts";
import type { TimeTick } from "@/lib/charts/time-axis";

/** Tick style shared by both axes. Given a width, the library measures each label in order to wrap it, and each measurement lays
 *  out the whole page; `widthOfLabels` makes room for labels in one line. */
const tickStyle = { fill: "var(--ink-3)", fontSize: 11, width: 0 } as const;
export const chartMargin = { top: 6, right: 26, bottom: 0, left: 0 } as const;
export const valueAxisWidthPx = 32;
const timeAxisHeightPx = 22;

/** Time axis between two moments in epoch milliseconds. */
export const timeAxis = (fromMs: number, toMs: number, ticks: readonly TimeTick[]) => {
  const labels = new Map(ticks.map((tick) => [tick.atMs, tick.label]));
  return {
    dataKey: "atMs",
    type: "number",
    domain: [fromMs, toMs],
    ticks: ticks.map((tick) => tick.atMs),
    tickFormatter: (atMs: number) => labels.get(atMs) ?? "",
    tick: tickStyle,
    tickLine: false,
    axisLine: { stroke: "var(--line-strong)" },
    height: timeAxisHeightPx,
    interval: 0,
  } satisfies XAxisProps;
};

const tickCharacterPx = 6.5;

/** Width of a value axis on which no label is cut. */
export const widthOfLabels = (labels: readonly string[]): number =>
  Math.max(
    valueAxisWidthPx,
    Math.ceil(Math.max(0, ...labels.map(({ length }) => length)) * tickCharacterPx) + 10,
  );

/** Value axis from zero to the last tick. */
export const valueAxis = (ticks: readonly number[]) =>
  ({
    ticks: [...ticks],
    domain: [0, ticks.at(-1) ?? 1],
    tick: tickStyle,
    tickLine: false,
    axisLine: false,
    width: valueAxisWidthPx,
    interval: 0,
  }) satisfies YAxisProps;

/** Horizontal lines at the ticks of the value axis. By itself the library places them by an axis of its own before it knows this
 *  one, for which it measures a label for each point. */
export const valueGrid = (ticks: readonly number[]) =>
  ({
    vertical: false,
    verticalCoordinatesGenerator: () => [],
    horizontalCoordinatesGenerator: ({ yAxis }) => ticks.flatMap((tick) => yAxis?.scale?.map(tick) ?? []),
    stroke: "var(--line)",
  }) satisfies CartesianGridProps;

/** About one tick per 90 px. */
export function wantedTicks(widthPx: number): number {
  return Math.max(2, Math.floor(widthPx / 90));
}
