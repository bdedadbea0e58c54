import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { poolHistoryOperations } from "../bff/operations/pools.ts";
import { poolOperations } from "../contract/operations/pools.ts";
import type { poolFilters } from "../contract/pools.ts";
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
  /** Capacity over time as the dashboard recorded it; all of it without `sinceMs` (epoch milliseconds). */
  history: (sinceMs?: number) =>
    queryOptions({
      queryKey: [...all, "history", sinceMs ?? "all"] as const,
      queryFn: ({ signal }) =>
        bff.one(
          poolHistoryOperations.readPoolHistory,
          sinceMs === undefined ? {} : { query: { since_ms: sinceMs } },
          { signal },
        ),
    }),
} as const;

export const poolMutations = {
  /** Takes a browser; resolves to undefined when none came free within the time. */
  acquire: () =>
    mutationOptions({
      mutationKey: [...all, "acquire"],
      mutationFn: ({ idOrName, timeoutSeconds }: { idOrName: string; timeoutSeconds?: number }) =>
        bff.act(poolOperations.acquireBrowser, {
          params: { id_or_name: idOrName },
          body: timeoutSeconds === undefined ? {} : { acquire_timeout_seconds: timeoutSeconds },
        }),
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
      }: {
        idOrName: string;
        sessionId: string;
        reuse?: boolean;
      }) =>
        bff.act(poolOperations.releaseBrowser, {
          params: { id_or_name: idOrName },
          body: { session_id: sessionId, ...(reuse === undefined ? {} : { reuse }) },
        }),
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
