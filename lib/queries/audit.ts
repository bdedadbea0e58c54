import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { AuditFilters } from "../bff/audit.ts";
import { auditOperations } from "../bff/operations/audit.ts";
import { bff } from "./bff.ts";

const all = ["audit"] as const;

export const auditQueries = {
  all: () => all,
  list: (filters: AuditFilters = {}) =>
    queryOptions({
      queryKey: [...all, "list", filters] as const,
      queryFn: ({ signal }) => bff.list(auditOperations.listAudit, { query: filters }, { signal }),
      placeholderData: keepPreviousData,
    }),
} as const;
