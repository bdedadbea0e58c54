import type { Pool } from "@/lib/contract/pools";
import { nameOfPool } from "@/lib/insight/pool-name";

export interface PoolCapacity {
  available: number;
  acquired: number;
  /** The configured size; undefined when the configuration has none. */
  size: number | undefined;
  /** Browsers missing to the size: undefined when the size is unknown, never below zero. */
  unfilled: number | undefined;
}

/** A pool's capacity as counted by the API; only `unfilled` is computed here. */
export function capacityOf(pool: Pool): PoolCapacity {
  const size = pool.browser_pool_config.size ?? undefined;
  const { available_count: available, acquired_count: acquired } = pool;
  const unfilled = size === undefined ? undefined : Math.max(0, size - available - acquired);
  return { available, acquired, size, unfilled };
}

/** A pool's display name: its name, the name in its configuration, or its id. */
export const nameOf = (pool: Pool): string => nameOfPool(pool) ?? pool.id;
