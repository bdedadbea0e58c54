import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
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
} as const;
