// Which pools are worked out: those of the API's first page, or the one that was asked for wherever it stands.
import "server-only";
import { operations } from "../../contract/operations.ts";
import type { Pool } from "../../contract/pools.ts";
import { call } from "../upstream/call.ts";
import { UpstreamFailure } from "../upstream/failure.ts";

const limit = 100;

/** How pools are asked for. Both throw an UpstreamFailure. */
export interface PoolReads {
  /** The first page, and whether it is all. */
  first: () => Promise<{ pools: readonly Pool[]; whole: boolean }>;
  one: (id: string) => Promise<Pool | undefined>;
}

/** The API's own answers; a caller that goes away ends only its waiting. */
export const poolReads = (signal: AbortSignal): PoolReads => ({
  async first() {
    const { value, paging } = await call(operations.listPools, { query: { limit } }, { signal });
    return { pools: value ?? [], whole: paging["x-has-more"] !== "true" };
  },
  async one(id) {
    return (await call(operations.retrievePool, { params: { id_or_name: id } }, { signal })).value;
  },
});

/** A pool that is not there, or an API that gives no single one: not known, and no fault. */
const isNone = (error: unknown) =>
  error instanceof UpstreamFailure && (error.status === 404 || error.status === 501);

/**
 * The pools of the first page, or `poolId` alone, which is retrieved where the page does not hold it. `complete` false:
 * there are pools that were asked for and could not be looked at.
 */
export async function poolsToWorkOut(
  poolId: string | undefined,
  { first, one }: PoolReads,
): Promise<{ pools: readonly Pool[]; complete: boolean }> {
  const { pools, whole } = await first();
  if (poolId === undefined) return { pools, complete: whole };
  const listed = pools.filter(({ id }) => id === poolId);
  if (listed.length > 0) return { pools: listed, complete: true };
  try {
    const found = await one(poolId);
    return found?.id === poolId ? { pools: [found], complete: true } : { pools: [], complete: whole };
  } catch (error) {
    if (isNone(error)) return { pools: [], complete: whole };
    throw error;
  }
}
