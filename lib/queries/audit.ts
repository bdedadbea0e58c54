import { keepPreviousData } from "@tanstack/react-query";
import type { ActExport, ActListQuery, AuditFilters } from "../bff/audit.ts";
import { apiAddress } from "../bff/base-path.ts";
import { auditOperations } from "../bff/operations/audit.ts";
import { toRequest } from "../contract/request.ts";
import { listQuery } from "./operation-query.ts";

const all = ["audit"] as const;

export const auditQueries = {
  all: () => all,
  list: (filters: AuditFilters = {}) => ({
    ...listQuery(all, auditOperations.listAudit, { query: filters }),
    placeholderData: keepPreviousData,
  }),
  /** Acts, each with its outcome. */
  acts: (filters: ActListQuery = {}) => ({
    ...listQuery(all, auditOperations.listActs, { query: filters }),
    placeholderData: keepPreviousData,
  }),
} as const;

/** Download URL of the acts that match. */
export const actExportUrl = (query: ActExport): string =>
  apiAddress(toRequest(auditOperations.exportActs, { query }).path);
