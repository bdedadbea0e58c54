import type * as z from "zod/mini";
import type { appFilters } from "../contract/apps.ts";
import { appOperations } from "../contract/operations/apps.ts";
import { paces } from "../paces.ts";
import { listQuery } from "./operation-query.ts";

const all = ["apps"] as const;

export const appQueries = {
  /** Key of all queries of applications. */
  all,
  list: (filters: z.output<typeof appFilters> = {}) => ({
    ...listQuery(all, appOperations.listApps, { query: filters }),
    staleTime: paces.stale.slowMs,
  }),
} as const;
