// The figures of the overview, computed from what the lists say and nothing else. Each says of what it is.
import type { Invocation } from "@/lib/contract/invocations";
import type { Pool } from "@/lib/contract/pools";
import { parseInstant } from "@/lib/format/rfc3339";

/** A list as far as it was read. */
export interface Read<Item> {
  items: readonly Item[];
  paging?: { hasMore: boolean } | undefined;
}

/** `17`, or `100+` when the list goes on behind what was read. */
export const countText = ({ items, paging }: Read<unknown>): string =>
  `${items.length}${paging?.hasMore ? "+" : ""}`;

/** Completeness in words. */
export const completeness = ({ items, paging }: Read<unknown>): string =>
  paging?.hasMore ? `of the newest ${items.length}` : "complete";

/** When the oldest of them was queued or started, epoch milliseconds. */
export function oldestMs(runs: readonly Invocation[]): number | undefined {
  const starts = runs.flatMap((run) => parseInstant(run.started_at ?? "")?.epochMs ?? []);
  return starts.length === 0 ? undefined : Math.min(...starts);
}

export interface Capacity {
  available: number;
  acquired: number;
  /** Sum of the sizes that are told; undefined when a pool tells none. */
  size: number | undefined;
  unfilled: number;
}

/** Browsers a pool lacks to its size; 0 where no size is told. */
export const unfilledOf = (pool: Pool): number =>
  Math.max(0, (pool.browser_pool_config.size ?? 0) - pool.available_count - pool.acquired_count);

export function capacity(pools: readonly Pool[]): Capacity {
  const sizes = pools.map((pool) => pool.browser_pool_config.size);
  return {
    available: pools.reduce((sum, pool) => sum + pool.available_count, 0),
    acquired: pools.reduce((sum, pool) => sum + pool.acquired_count, 0),
    size: sizes.every((size) => typeof size === "number")
      ? sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0)
      : undefined,
    unfilled: pools.reduce((sum, pool) => sum + unfilledOf(pool), 0),
  };
}
