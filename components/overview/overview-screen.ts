import * as z from "zod/mini";

/** How far back the charts of the overview look. */
export const overviewRanges = ["1h", "6h", "24h", "7d", "30d"] as const;
export type OverviewRange = (typeof overviewRanges)[number];

/** The screen's state in its address. */
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

export const rangeWords = {
  "1h": "Last hour",
  "6h": "Last 6 h",
  "24h": "Last 24 h",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
} as const satisfies Record<OverviewRange, string>;

/** Roll-ups are five minutes wide: a range begins with one, so that equal questions have equal keys. */
const stepMs = 300_000;

/** Where the range begins, epoch milliseconds. */
export const sinceOfRange = (range: OverviewRange, nowMs: number): number =>
  Math.floor((nowMs - lengthsMs[range]) / stepMs) * stepMs;
