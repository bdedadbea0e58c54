// A change of a pool as it is sent: versions of the API up to that of @onkernel/sdk 0.33 require the size in each.
import "server-only";
import type { OperationInput } from "../../contract/operation.ts";
import { operations } from "../../contract/operations/operations.ts";
import { poolUpdate } from "../../contract/pools.ts";
import { Problem } from "../kernel/problem.ts";
import { call } from "../upstream/call.ts";
import { requireFresh } from "../upstream/require-fresh.ts";

type PoolChange = OperationInput<typeof operations.updatePool>;

async function presentSize(params: PoolChange["params"]): Promise<number | undefined> {
  try {
    const { value } = requireFresh(await call(operations.retrievePool, { params }));
    const size = poolUpdate.shape.size.safeParse(value?.browser_pool_config.size);
    return size.data;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** The change with the size that the pool has now; as it is where it sets one, or none is known. */
export async function withSize(change: PoolChange): Promise<PoolChange> {
  if (change.body.size !== undefined) return change;
  const size = await presentSize(change.params);
  return size === undefined ? change : { ...change, body: { ...change.body, size } };
}
