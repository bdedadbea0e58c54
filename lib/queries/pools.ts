import { keepPreviousData } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { poolOperations } from "../contract/operations/pools.ts";
import type { poolFilters } from "../contract/pools.ts";
import { listQuery, oneQuery } from "./operation-query.ts";

const all = ["pools"] as const;

export const poolQueries = {
  all: () => all,
  list: (filters: z.output<typeof poolFilters> = {}) => ({
    ...listQuery(all, poolOperations.listPools, { query: filters }),
    placeholderData: keepPreviousData,
  }),
  detail: (idOrName: string) =>
    oneQuery(all, poolOperations.retrievePool, { params: { id_or_name: idOrName } }),
} as const;
