// Reads the API's limit of concurrent browsers and what uses it.
import "server-only";
import type { BrowserCapacity } from "../../bff/pool-insight.ts";
import { operations } from "../../contract/operations/operations.ts";
import type { Pool } from "../../contract/pools.ts";
import { nameOfPool } from "../../insight/pool-name.ts";
import { call } from "../upstream/call.ts";
import { firstPage, type Listed } from "../upstream/first-page.ts";
import { UpstreamFailure } from "../upstream/upstream-failure.ts";

const limit = 100;

/** Null: the API does not report a limit. Never throws for failures of the upstream. */
export async function readBrowserCapacity(signal: AbortSignal): Promise<BrowserCapacity | null> {
  const most = await readLimit(signal);
  if (most === null) return null;
  const [pools, browsers] = await Promise.all([
    firstPage(() => call(operations.listPools, { query: { limit } }, { signal })),
    firstPage(() => call(operations.listBrowsers, { query: { status: "active", limit } }, { signal })),
  ]);
  return browserCapacityOf(most, pools, browsers);
}

/** The browsers of pools are counted by these: idle ones are not in the list of browsers, acquired ones are. */
export function browserCapacityOf(
  most: number,
  pools: Listed<Pool>,
  browsers: Listed<unknown>,
): BrowserCapacity {
  const listed = (pools.items ?? []).map((pool) => ({
    id: pool.id,
    name: nameOfPool(pool),
    running: pool.available_count + pool.acquired_count,
    size: pool.browser_pool_config.size ?? null,
  }));
  const acquired = (pools.items ?? []).reduce((sum, pool) => sum + pool.acquired_count, 0);
  const isWhole = pools.items !== undefined && pools.whole && browsers.items !== undefined && browsers.whole;
  const outside = isWhole ? Math.max(0, browsers.items.length - acquired) : null;
  const inPools = listed.reduce((sum, { running }) => sum + running, 0);
  return { limit: most, used: outside === null ? null : inPools + outside, outside, pools: listed };
}

async function readLimit(signal: AbortSignal): Promise<number | null> {
  try {
    const { value } = await call(operations.retrieveBrowserLimits, {}, { signal });
    return value?.max_concurrent_sessions ?? null;
  } catch (error) {
    if (error instanceof UpstreamFailure) return null;
    throw error;
  }
}
