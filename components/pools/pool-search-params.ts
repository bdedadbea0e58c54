// State of the pool screens in the URL: the range of the charts, and the window of the forecast.
import * as z from "zod/mini";
import { stepStartMs } from "@/lib/bff/clock-step";
import { consumptionSpan, lastingMinutes } from "@/lib/bff/pool-insight";
import { periodMs } from "@/lib/charts/periods";
import { poolFilters } from "@/lib/contract/pools";
import { queryInteger } from "@/lib/contract/schema";
import { poolSort, poolStates } from "./pool-rows.ts";

/** Lengths of a capacity chart's window. */
export const poolWindows = ["1h", "6h", "24h", "7d", "30d"] as const;
const poolWindow = z.enum(poolWindows);
export type PoolWindow = z.infer<typeof poolWindow>;
export const defaultWindow: PoolWindow = "1h";

/** `from` and `to` (epoch milliseconds) take precedence over `window`: a custom range. */
export const poolSearchParams = z.object({
  window: z.optional(poolWindow),
  from: z.optional(queryInteger({ min: 0 })),
  to: z.optional(queryInteger({ min: 0 })),
  live: z.optional(z.enum(["off"])),
  over: z.optional(consumptionSpan),
  target: z.optional(queryInteger({ min: lastingMinutes.min, max: lastingMinutes.max })),
});
export type PoolSearchParams = z.infer<typeof poolSearchParams>;

/** The address of the list: its filters and order, the open pool, and the compared ones. */
export const poolsSearchParams = z.extend(poolFilters, {
  ...poolSearchParams.shape,
  state: z.optional(z.enum(poolStates)),
  sort: z.optional(poolSort),
  /** Id of the open pool. */
  open: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  /** Ids of the compared pools, separated by commas. */
  compare: z.optional(z.string().check(z.maxLength(2000))),
});
export type PoolsSearchParams = z.output<typeof poolsSearchParams>;

export type PoolRange =
  | { readonly kind: "window"; readonly window: PoolWindow; readonly sinceMs: number }
  | { readonly kind: "fixed"; readonly sinceMs: number; readonly untilMs: number };

/**
 * The range to show. A window's start is rounded to a thirtieth of its length, so that repeated requests are
 * equal; to an hour at most, so that long windows stay current.
 */
export function rangeOf({ window = defaultWindow, from, to }: PoolSearchParams, nowMs: number): PoolRange {
  if (from !== undefined && to !== undefined && to > from)
    return { kind: "fixed", sinceMs: from, untilMs: to };
  const stepMs = Math.min(periodMs["1h"], periodMs[window] / 30);
  const sinceMs = Math.max(0, stepStartMs(nowMs - periodMs[window], stepMs));
  return { kind: "window", window, sinceMs };
}

/**
 * `chosen`: the unique ids in the URL's `compare` parameter; `notShown`: those of them that match no shown
 * pool.
 */
export function chosenToCompare(
  compare: string,
  shown: readonly { id: string }[],
): { chosen: readonly string[]; notShown: readonly string[] } {
  const chosen = [...new Set(compare.split(",").filter((id) => id !== ""))];
  const ids = new Set(shown.map(({ id }) => id));
  return { chosen, notShown: chosen.filter((id) => !ids.has(id)) };
}
