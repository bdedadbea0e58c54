import type { SeriesPoint } from "@/lib/charts/series";
import type { UnrecordedSpan } from "./unrecorded-span.ts";

/** Lines differ by colour and dash pattern. */
export const lineStyles = {
  main: { swatch: "bg-ink", stroke: "var(--ink)", dashes: undefined },
  second: { swatch: "bg-ink-3", stroke: "var(--ink-3)", dashes: "4 3" },
} as const;

/** Props shared by the frame and the drawing. */
export interface LinesProps<Key extends string> {
  label: string;
  series: readonly { readonly key: Key; readonly label: string; readonly look: keyof typeof lineStyles }[];
  points: readonly SeriesPoint<Key>[];
  fromMs: number;
  toMs: number;
  /** The greatest distance of two points that still counts as continuous. */
  gapMs: number;
  format: (value: number | null | undefined) => string;
  /** Ticks of the value axis from 0 to at least the greatest value; by default round numbers. */
  ticksOf?: (max: number) => readonly number[];
  /** Of a tick, where it is not written like a value. */
  formatTick?: (tick: number) => string;
  /** Draws each measurement as a dot, so that one between two gaps is visible. */
  dots?: boolean;
  /** Unrecorded times: hatched and named. */
  blind?: readonly UnrecordedSpan[] | undefined;
  /** Drawn as a horizontal line, always within the axis. */
  limit?: number | undefined;
}
