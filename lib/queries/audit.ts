import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ActExport, ActListQuery, AuditFilters } from "../bff/audit.ts";
import { apiAddress } from "../bff/base-path.ts";
import { auditOperations } from "../bff/operations/audit.ts";
import { toRequest } from "../contract/request.ts";
import { paces } from "../paces.ts";
import { bff } from "./bff.ts";
import { listQuery } from "./operation-query.ts";

const all = ["audit"] as const;

export const auditQueries = {
  all: () => all,
  list: (filters: AuditFilters = {}) => ({
    ...listQuery(all, auditOperations.listAudit, { query: filters }),
    placeholderData: keepPreviousData,
  }),
  /** Acts, each with its outcome, and how long it took to find them. */
  acts: (filters: ActListQuery = {}) =>
    queryOptions({
      queryKey: [...all, auditOperations.listActs.id, filters] as const,
      queryFn: async ({ signal }) => {
        const beganMs = performance.now();
        const page = await bff.list(auditOperations.listActs, { query: filters }, { signal });
        return { ...page, tookMs: performance.now() - beganMs };
      },
      placeholderData: keepPreviousData,
    }),
} as const;

/** How often acts are read again, in milliseconds: those that few match are looked for in the whole audit, which in a long one
 *  keeps a core of the server busy for as long as it takes. */
export const paceOfActs = (read: { tookMs: number } | undefined): number =>
  Math.min(Math.max(paces.refresh.figuresMs, 10 * (read?.tookMs ?? 0)), paces.refresh.slowMs);

/** Download URL of the acts that match. */
export const actExportUrl = (query: ActExport): string =>
  apiAddress(toRequest(auditOperations.exportActs, { query }).path);
