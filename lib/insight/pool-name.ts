import type { Pool } from "../contract/pools.ts";

/** What a pool is called: its own field, or its configuration's; null where neither says. */
export const nameOfPool = (pool: Pick<Pool, "name" | "browser_pool_config">): string | null =>
  pool.name || pool.browser_pool_config.name || null;
