// What a screen of pools keeps in its address: which time the charts show, and what the forecast is asked.
import * as z from "zod/mini";
import { drainSpan, lastingMinutes } from "@/lib/bff/pool-insight";
import { queryInteger } from "@/lib/contract/schema";

/** How far back a capacity chart looks. */
export const poolWindows = ["1h", "6h", "24h", "7d", "30d"] as const;
const poolWindow = z.enum(poolWindows);
export type PoolWindow = z.infer<typeof poolWindow>;
export const standardWindow: PoolWindow = "1h";

/** `from` and `to` (epoch milliseconds) stand before `window`: a part chosen by hand. */
export const poolScreen = z.object({
  window: z.optional(poolWindow),
  from: z.optional(queryInteger({ min: 0 })),
  to: z.optional(queryInteger({ min: 0 })),
  live: z.optional(z.enum(["off"])),
  over: z.optional(drainSpan),
  target: z.optional(queryInteger({ min: lastingMinutes.min, max: lastingMinutes.max })),
});
export type PoolScreen = z.infer<typeof poolScreen>;

const hourMs = 3_600_000;
export const windowMs = {
  "1h": hourMs,
  "6h": 6 * hourMs,
  "24h": 24 * hourMs,
  "7d": 7 * 24 * hourMs,
  "30d": 30 * 24 * hourMs,
} as const satisfies Record<PoolWindow, number>;

export const windowLabel = {
  "1h": "Last hour",
  "6h": "Last 6 h",
  "24h": "Last 24 h",
  "7d": "Last 7 days",
  "30d": "Last 30 days",
} as const satisfies Record<PoolWindow, string>;

export type PoolRange =
  | { readonly kind: "window"; readonly window: PoolWindow; readonly sinceMs: number }
  | { readonly kind: "fixed"; readonly sinceMs: number; readonly untilMs: number };

/** The time to show. A window's beginning is held still for a thirtieth of its length, so that the same request is not
 *  a new one each time; an hour's at most, so that long ones stay near now. */
export function rangeOf({ window = standardWindow, from, to }: PoolScreen, nowMs: number): PoolRange {
  if (from !== undefined && to !== undefined && to > from)
    return { kind: "fixed", sinceMs: from, untilMs: to };
  const stepMs = Math.min(hourMs, windowMs[window] / 30);
  const sinceMs = Math.max(0, Math.floor((nowMs - windowMs[window]) / stepMs) * stepMs);
  return { kind: "window", window, sinceMs };
}
