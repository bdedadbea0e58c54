import { mutationOptions } from "@tanstack/react-query";
import { poolInsightOperations } from "../bff/operations/pool-insight.ts";
import { poolOperations } from "../contract/operations/pools.ts";
import type { PoolCreate, PoolUpdate } from "../contract/pools.ts";
import { bff, type PartOfMany } from "./bff.ts";
import { poolQueries } from "./pools.ts";

const all = poolQueries.all();

interface PoolAct {
  idOrName: string;
  reason: string;
}

export const poolMutations = {
  /** Resolves to the new pool, which fills from then on. */
  create: () =>
    mutationOptions({
      mutationFn: ({ pool, reason }: { pool: PoolCreate; reason: string }) =>
        bff.act(poolOperations.createPool, { body: pool }, { reason }),
      meta: { invalidates: all },
    }),
  /** Ends its idle browsers; `force` also the acquired ones, without which it is refused while there are some. */
  remove: () =>
    mutationOptions({
      mutationFn: ({ idOrName, force, reason }: PoolAct & { force: boolean }) =>
        bff.act(
          poolOperations.deletePool,
          { params: { id_or_name: idOrName }, body: force ? { force } : {} },
          { reason },
        ),
      meta: { invalidates: all },
    }),
  /** Acquires a browser; resolves to undefined when none became available in time. */
  acquire: () =>
    mutationOptions({
      mutationFn: ({ idOrName, timeoutSeconds, reason }: PoolAct & { timeoutSeconds: number }) =>
        bff.act(
          poolOperations.acquireBrowser,
          { params: { id_or_name: idOrName }, body: { acquire_timeout_seconds: timeoutSeconds } },
          { reason },
        ),
      meta: { invalidates: all },
    }),
  release: () =>
    mutationOptions({
      mutationFn: ({
        idOrName,
        sessionId,
        reuse,
        ...options
      }: PoolAct & { sessionId: string; reuse: boolean } & PartOfMany) =>
        bff.act(
          poolOperations.releaseBrowser,
          { params: { id_or_name: idOrName }, body: { session_id: sessionId, reuse } },
          options,
        ),
      meta: { invalidates: all },
    }),
  /** Changes the given fields of the configuration; resolves to the changed pool. */
  update: () =>
    mutationOptions({
      mutationFn: ({ idOrName, changes, reason }: PoolAct & { changes: PoolUpdate }) =>
        bff.act(poolOperations.updatePool, { params: { id_or_name: idOrName }, body: changes }, { reason }),
      meta: { invalidates: all },
    }),
  /** Sets a pool's fill rate in browsers per minute; null uses the observed rate. */
  setRate: () =>
    mutationOptions({
      mutationFn: ({ id, perMinute, reason }: { id: string; perMinute: number | null; reason: string }) =>
        bff.act(
          poolInsightOperations.setPoolRate,
          { params: { id }, body: { fill_per_minute: perMinute } },
          { reason },
        ),
      meta: { invalidates: all },
    }),
  /** Discards the idle browsers. */
  flush: () =>
    mutationOptions({
      mutationFn: ({ idOrName, reason }: PoolAct) =>
        bff.act(poolOperations.flushPool, { params: { id_or_name: idOrName } }, { reason }),
      meta: { invalidates: all },
    }),
} as const;
