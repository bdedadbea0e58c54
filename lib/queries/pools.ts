import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import type { poolHistoryQuery } from "../bff/history.ts";
import { poolHistoryOperations } from "../bff/operations/pools.ts";
import type { poolInsightQuery } from "../bff/pool-insight.ts";
import { poolOperations } from "../contract/operations/pools.ts";
import type { PoolUpdate, poolFilters } from "../contract/pools.ts";
import { bff } from "./bff.ts";

const all = ["pools"] as const;

export const poolQueries = {
  all: () => all,
  lists: () => [...all, "list"] as const,
  list: (filters: z.output<typeof poolFilters> = {}) =>
    queryOptions({
      queryKey: [...all, "list", filters] as const,
      queryFn: ({ signal }) => bff.list(poolOperations.listPools, { query: filters }, { signal }),
      placeholderData: keepPreviousData,
    }),
  detail: (idOrName: string) =>
    queryOptions({
      queryKey: [...all, "detail", idOrName] as const,
      queryFn: ({ signal }) =>
        bff.one(poolOperations.retrievePool, { params: { id_or_name: idOrName } }, { signal }),
    }),
  /** Capacity over a range as the dashboard recorded it, of all pools. */
  history: (range: z.output<typeof poolHistoryQuery>) =>
    queryOptions({
      queryKey: [...all, "history", range] as const,
      queryFn: ({ signal }) => bff.one(poolHistoryOperations.readPoolHistory, { query: range }, { signal }),
    }),
  /** How pools fill and drain, and what would help; drift only where one pool is asked for. */
  insight: (asked: z.output<typeof poolInsightQuery>) =>
    queryOptions({
      queryKey: [...all, "insight", asked] as const,
      queryFn: ({ signal }) => bff.one(poolHistoryOperations.readPoolInsight, { query: asked }, { signal }),
    }),
} as const;

export const poolMutations = {
  /** Takes a browser; resolves to undefined when none came free within the time. */
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
  /** Changes what is given of the configuration; resolves to the pool as it is then. */
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
  /** Says by how many browsers a minute a pool fills; null leaves it to observation again. */
  setRate: () =>
    mutationOptions({
      mutationKey: [...all, "set-rate"],
      mutationFn: ({ id, perMinute, reason }: { id: string; perMinute: number | null; reason: string }) =>
        bff.act(
          poolHistoryOperations.setPoolRate,
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
