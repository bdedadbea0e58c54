import type { Pool } from "../contract/pools.ts";

/** A pool's name: its own field, or its configuration's; null if neither is set. */
export const nameOfPool = (pool: Pick<Pool, "name" | "browser_pool_config">): string | null =>
  pool.name || pool.browser_pool_config.name || null;
