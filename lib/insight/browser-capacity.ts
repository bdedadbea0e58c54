// What pools can have of the API's limit of concurrent browsers: the size of a pool counts whether it is filled or not.
import type { BrowserCapacity } from "../bff/pool-insight.ts";
import { poolSize } from "../contract/pools.ts";

/** The largest size of a pool beside the others; of a new one without `poolId`. */
export function largestSize(capacity: BrowserCapacity | null | undefined, poolId?: string): number {
  if (!capacity) return poolSize.max;
  return Math.min(poolSize.max, Math.max(poolSize.min, capacity.limit - sizeOfOthers(capacity, poolId)));
}

/** The sizes of the other pools together. */
export const sizeOfOthers = ({ pools }: BrowserCapacity, poolId?: string): number =>
  pools.reduce((sum, { id, size, running }) => sum + (id === poolId ? 0 : (size ?? running)), 0);

/** Whether no further browser can start. */
export const isAtLimit = (capacity: BrowserCapacity | null | undefined): capacity is BrowserCapacity =>
  capacity != null && capacity.used !== null && capacity.used >= capacity.limit;
