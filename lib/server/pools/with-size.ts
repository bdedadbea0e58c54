// A change of a pool as it is sent: versions of the API up to that of @onkernel/sdk 0.33 require the size in each.
import "server-only";
import * as z from "zod/mini";
import type { OperationInput } from "../../contract/operation.ts";
import { operations } from "../../contract/operations/operations.ts";
import { poolUpdate } from "../../contract/pools.ts";
import { Problem } from "../kernel/problem.ts";
import { retrieveRaw } from "../upstream/call.ts";

type PoolChange = OperationInput<typeof operations.updatePool>;

const sizedPool = z.object({ browser_pool_config: z.object({ size: poolUpdate.shape.size }) });

/** The size right now: a shared read, up to a second old, would undo what another client has just set. */
async function presentSize(params: PoolChange["params"]): Promise<number | undefined> {
  try {
    const pool = sizedPool.safeParse(await retrieveRaw(operations.retrievePool, { params }));
    return pool.data?.browser_pool_config.size;
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
