import type { SeriesPoint } from "@/lib/charts/series";
import type { BlindSpan } from "./blind-span.ts";

/** How a line is told from the other: by colour and by its dashes. */
export const lineLooks = {
  main: { swatch: "bg-running", stroke: "var(--running)", dashes: undefined },
  second: { swatch: "bg-queued", stroke: "var(--queued)", dashes: "4 3" },
} as const;

/** Lines over time, as the frame hands them to the drawing. */
export interface LinesProps<Key extends string> {
  label: string;
  series: readonly { readonly key: Key; readonly label: string; readonly look: keyof typeof lineLooks }[];
  points: readonly SeriesPoint<Key>[];
  fromMs: number;
  toMs: number;
  /** The greatest distance of two points that still counts as continuous. */
  gapMs: number;
  format: (value: number | null | undefined) => string;
  /** Each measurement is a dot, so that one between two gaps is seen. */
  dots?: boolean;
  /** Times that were not recorded: hatched and named. */
  blind?: readonly BlindSpan[] | undefined;
  /** Drawn as a line across, and kept in sight. */
  limit?: number | undefined;
}
