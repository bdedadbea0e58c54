import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AuditFilters } from "@/lib/bff/audit";
import { ownOperations } from "@/lib/bff/operations";
import { readList } from "./bff.ts";

export const auditQueries = {
  list: (filters: AuditFilters) =>
    queryOptions({
      queryKey: ["audit", "list", filters] as const,
      queryFn: ({ signal }) => readList(ownOperations.listAudit, { query: filters }, signal),
      placeholderData: keepPreviousData,
    }),
};
