import { mutationOptions } from "@tanstack/react-query";
import { poolInsightOperations } from "../bff/operations/pool-insight.ts";
import { poolOperations } from "../contract/operations/pools.ts";
import type { PoolUpdate } from "../contract/pools.ts";
import { bff } from "./bff.ts";
import { poolQueries } from "./pools.ts";

const all = poolQueries.all();

export const poolMutations = {
  /** Acquires a browser; resolves to undefined when none became available in time. */
  acquire: () =>
    mutationOptions({
      mutationKey: [...all, "acquire"],
      mutationFn: ({
        idOrName,
        timeoutSeconds,
        reason,
      }: {
        idOrName: string;
        timeoutSeconds?: number;
        reason?: string;
      }) =>
        bff.act(
          poolOperations.acquireBrowser,
          {
            params: { id_or_name: idOrName },
            body: timeoutSeconds === undefined ? {} : { acquire_timeout_seconds: timeoutSeconds },
          },
          { reason },
        ),
      onSettled: (_data, _error, _variables, _result, { client }) =>
        client.invalidateQueries({ queryKey: all }),
    }),
  release: () =>
    mutationOptions({
      mutationKey: [...all, "release"],
      mutationFn: ({
        idOrName,
        sessionId,
        reuse,
        reason,
      }: {
        idOrName: string;
        sessionId: string;
        reuse?: boolean;
        reason?: string;
      }) =>
        bff.act(
          poolOperations.releaseBrowser,
          {
            params: { id_or_name: idOrName },
            body: { session_id: sessionId, ...(reuse === undefined ? {} : { reuse }) },
          },
          { reason },
        ),
      onSettled: (_data, _error, _variables, _result, { client }) =>
        client.invalidateQueries({ queryKey: all }),
    }),
  /** Changes the given fields of the configuration; resolves to the changed pool. */
  update: () =>
    mutationOptions({
      mutationKey: [...all, "update"],
      mutationFn: ({
        idOrName,
        changes,
        reason,
      }: {
        idOrName: string;
        changes: PoolUpdate;
        reason: string;
      }) =>
        bff.act(poolOperations.updatePool, { params: { id_or_name: idOrName }, body: changes }, { reason }),
      onSettled: (_data, _error, _variables, _result, { client }) =>
        client.invalidateQueries({ queryKey: all }),
    }),
  /** Sets a pool's fill rate in browsers per minute; null uses the observed rate. */
  setRate: () =>
    mutationOptions({
      mutationKey: [...all, "set-rate"],
      mutationFn: ({ id, perMinute, reason }: { id: string; perMinute: number | null; reason: string }) =>
        bff.act(
          poolInsightOperations.setPoolRate,
          { params: { id }, body: { fill_per_minute: perMinute } },
          { reason },
        ),
      onSettled: (_data, _error, _variables, _result, { client }) =>
        client.invalidateQueries({ queryKey: all }),
    }),
  /** Discards the idle browsers. */
  flush: () =>
    mutationOptions({
      mutationKey: [...all, "flush"],
      mutationFn: ({ idOrName, reason }: { idOrName: string; reason?: string }) =>
        bff.act(poolOperations.flushPool, { params: { id_or_name: idOrName } }, { reason }),
      onSettled: (_data, _error, _variables, _result, { client }) =>
        client.invalidateQueries({ queryKey: all }),
    }),
} as const;
