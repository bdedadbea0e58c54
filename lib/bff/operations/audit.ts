import { defineOperations } from "../../contract/operation.ts";
import { actExport, actListQuery, auditEntry, auditedAct, auditFilters } from "../audit.ts";

export const auditOperations = defineOperations("Apps", {
  listAudit: {
    method: "GET",
    path: "/audit",
    summary: "List rows of the audit, newest first",
    query: auditFilters,
    answers: { 200: { kind: "list", item: auditEntry, paged: true } },
    errors: [400],
  },
  listActs: {
    method: "GET",
    path: "/audit/acts",
    summary: "List acts with their outcome, newest first",
    query: actListQuery,
    answers: { 200: { kind: "list", item: auditedAct, paged: true } },
    errors: [400],
  },
  exportActs: {
    method: "GET",
    path: "/audit/acts/export",
    summary: "Download the acts that match filters, up to the newest 50,000",
    query: actExport,
    answers: { 200: { kind: "bytes", contentType: "application/octet-stream" } },
    errors: [400],
  },
});
