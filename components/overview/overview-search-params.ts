import * as z from "zod/mini";
import { stepStartMs } from "@/lib/bff/clock-step";
import { periodMs } from "@/lib/charts/periods";

/** Periods of the figures and the charts. */
export const overviewRanges = ["1h", "6h", "24h", "7d", "30d"] as const;
export type OverviewRange = (typeof overviewRanges)[number];

/** The page's state in its address. */
export const overviewSearchParams = z.object({ range: z.optional(z.enum(overviewRanges)) });
export const standardRange: OverviewRange = "1h";

/** Width of the recorder's roll-ups. Ranges start at a step boundary, so that equal requests share one
 *  cache key. */
const stepMs = 300_000;

/** Start of the range, epoch milliseconds. */
export const sinceOfRange = (range: OverviewRange, nowMs: number): number =>
  stepStartMs(nowMs - periodMs[range], stepMs);
