import * as z from "zod/mini";

/** The ranges a history is shown for. */
export const historyRanges = ["1h", "24h", "7d"] as const;
export const historyRange = z.enum(historyRanges);
export type HistoryRange = z.infer<typeof historyRange>;

const hourMs = 3_600_000;
export const rangeMs = {
  "1h": hourMs,
  "24h": 24 * hourMs,
  "7d": 168 * hourMs,
} as const satisfies Record<HistoryRange, number>;
export const rangeWords = {
  "1h": "the last hour",
  "24h": "the last 24 h",
  "7d": "the last 7 days",
} as const satisfies Record<HistoryRange, string>;
