import { keepPreviousData } from "@tanstack/react-query";
import type { AuditFilters } from "../bff/audit.ts";
import { auditOperations } from "../bff/operations/audit.ts";
import { listQuery } from "./operation-query.ts";

const all = ["audit"] as const;

export const auditQueries = {
  all: () => all,
  list: (filters: AuditFilters = {}) => ({
    ...listQuery(all, auditOperations.listAudit, { query: filters }),
    placeholderData: keepPreviousData,
  }),
} as const;
