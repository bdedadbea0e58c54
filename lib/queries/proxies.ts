import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { proxyOperations } from "../contract/operations/proxies.ts";
import type { proxyFilters } from "../contract/proxies.ts";
import { bff } from "./bff.ts";

const all = ["proxies"] as const;

export const proxyQueries = {
  all: () => all,
  lists: () => [...all, "list"] as const,
  list: (filters: z.output<typeof proxyFilters> = {}) =>
    queryOptions({
      queryKey: [...all, "list", filters] as const,
      queryFn: ({ signal }) => bff.list(proxyOperations.listProxies, { query: filters }, { signal }),
      placeholderData: keepPreviousData,
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: [...all, "detail", id] as const,
      queryFn: ({ signal }) => bff.one(proxyOperations.retrieveProxy, { params: { id } }, { signal }),
    }),
} as const;

export const proxyMutations = {
  /** Runs a real check; the answer is the proxy with its new status and time. */
  check: () =>
    mutationOptions({
      mutationKey: [...all, "check"],
      mutationFn: ({ id }: { id: string }) => bff.act(proxyOperations.checkProxy, { params: { id } }),
      onSettled: (_data, _error, _variables, _result, { client }) =>
        client.invalidateQueries({ queryKey: all }),
    }),
} as const;
