import type { TimeTick } from "@/lib/charts/time-axis";

/** The shared look of axes. */
export const tickStyle = { fill: "var(--ink-3)", fontSize: 11 } as const;
export const chartMargin = { top: 6, right: 26, bottom: 0, left: 0 } as const;
export const valueAxisWidthPx = 32;
export const timeAxisHeightPx = 22;

/** About one tick per 90 px. */
export function wantedTicks(widthPx: number): number {
  return Math.max(2, Math.floor(widthPx / 90));
}

/** Labels by moment, for the axis' formatter. */
export function labelsOf(ticks: readonly TimeTick[]): ReadonlyMap<number, string> {
  return new Map(ticks.map((tick) => [tick.atMs, tick.label]));
}
