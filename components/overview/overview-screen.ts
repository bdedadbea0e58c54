import * as z from "zod/mini";

/** Ranges of the charts. */
export const overviewRanges = ["1h", "6h", "24h", "7d", "30d"] as const;
export type OverviewRange = (typeof overviewRanges)[number];

/** The page's state in its address. */
export const overviewScreen = z.object({ range: z.optional(z.enum(overviewRanges)) });
export const standardRange: OverviewRange = "6h";

const hourMs = 3_600_000;
const lengthsMs = {
  "1h": hourMs,
  "6h": 6 * hourMs,
  "24h": 24 * hourMs,
  "7d": 168 * hourMs,
  "30d": 720 * hourMs,
} as const satisfies Record<OverviewRange, number>;

export const rangeLabel = {
  "1h": "Last hour",
  "6h": "Last 6 h",
  "24h": "Last 24 h",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
} as const satisfies Record<OverviewRange, string>;

/** Width of the recorder's roll-ups. Ranges start at a step boundary, so that equal requests share one
 *  cache key. */
const stepMs = 300_000;

/** Start of the range, epoch milliseconds. */
export const sinceOfRange = (range: OverviewRange, nowMs: number): number =>
  Math.floor((nowMs - lengthsMs[range]) / stepMs) * stepMs;
