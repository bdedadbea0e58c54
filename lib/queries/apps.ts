import { queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import type { appFilters } from "../contract/apps.ts";
import { appOperations } from "../contract/operations/apps.ts";
import { paces } from "../paces.ts";
import { bff } from "./bff.ts";

const all = ["apps"] as const;

export const appQueries = {
  all: () => all,
  list: (filters: z.output<typeof appFilters> = {}) =>
    queryOptions({
      queryKey: [...all, "list", filters] as const,
      queryFn: ({ signal }) => bff.list(appOperations.listApps, { query: filters }, { signal }),
      staleTime: paces.stale.slowMs,
    }),
} as const;
