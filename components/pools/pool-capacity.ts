import type { Pool } from "@/lib/contract/pools";
import { nameOfPool } from "@/lib/insight/pool-name";

export interface PoolCapacity {
  available: number;
  acquired: number;
  /** The wanted size; undefined when the configuration does not say. */
  size: number | undefined;
  /** Browsers still missing to the size: undefined when the size is unknown, never below zero. */
  unfilled: number | undefined;
}

/** A pool's capacity as the API counts it; only the gap to its size is worked out here. */
export function capacityOf(pool: Pool): PoolCapacity {
  const size = pool.browser_pool_config.size ?? undefined;
  const { available_count: available, acquired_count: acquired } = pool;
  const unfilled = size === undefined ? undefined : Math.max(0, size - available - acquired);
  return { available, acquired, size, unfilled };
}

/** What a pool is called: its name, the name in its configuration, or its id. */
export const nameOf = (pool: Pool): string => nameOfPool(pool) ?? pool.id;
