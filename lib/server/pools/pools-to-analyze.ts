// Selects the pools to analyze: those of the API's first page, or one requested pool.
import "server-only";
import { operations } from "../../contract/operations/operations.ts";
import type { Pool } from "../../contract/pools.ts";
import { call } from "../upstream/call.ts";
import { UpstreamFailure } from "../upstream/upstream-failure.ts";

const limit = 100;

/** Reads of pools; both throw an UpstreamFailure. Tests replace them. */
export interface PoolReads {
  /** The first page; `whole`: there are no more pools. */
  first: () => Promise<{ pools: readonly Pool[]; whole: boolean }>;
  one: (id: string) => Promise<Pool | undefined>;
}

/** Reads from the API; the signal ends only the caller's waiting, because reads are shared. */
export const poolReads = (signal: AbortSignal): PoolReads => ({
  async first() {
    const { value, paging } = await call(operations.listPools, { query: { limit } }, { signal });
    return { pools: value ?? [], whole: paging["x-has-more"] !== "true" };
  },
  async one(id) {
    return (await call(operations.retrievePool, { params: { id_or_name: id } }, { signal })).value;
  },
});

/** The pool does not exist, or the API cannot retrieve a single pool. */
const isNotFound = (error: unknown) =>
  error instanceof UpstreamFailure && (error.status === 404 || error.status === 501);

/**
 * The pools of the first page, or only `poolId`, which is retrieved when it is not on that page. `complete` is false when
 * requested pools could not be read.
 */
export async function poolsToAnalyze(
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
    if (isNotFound(error)) return { pools: [], complete: whole };
    throw error;
  }
}
