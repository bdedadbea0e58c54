import * as z from "zod/mini";

/** How far back a capacity chart looks. */
export const poolWindows = ["15m", "1h", "6h", "24h"] as const;
export const poolWindow = z.enum(poolWindows);
export type PoolWindow = z.infer<typeof poolWindow>;
export const standardWindow: PoolWindow = "1h";

const minuteMs = 60_000;
export const windowMs = {
  "15m": 15 * minuteMs,
  "1h": 60 * minuteMs,
  "6h": 360 * minuteMs,
  "24h": 1440 * minuteMs,
} as const satisfies Record<PoolWindow, number>;

export const windowLabel = {
  "15m": "Last 15 min",
  "1h": "Last hour",
  "6h": "Last 6 h",
  "24h": "Last 24 h",
} as const satisfies Record<PoolWindow, string>;

/** Where the window begins, held still for a thirtieth of its length so that the same request is not a new one each time. */
export function sinceOf(window: PoolWindow, nowMs: number): number {
  const stepMs = windowMs[window] / 30;
  return Math.max(0, Math.floor((nowMs - windowMs[window]) / stepMs) * stepMs);
}
