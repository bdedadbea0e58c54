import { defineOperations } from "../../contract/operation.ts";
import { auditEntry, auditFilters } from "../audit.ts";

export const auditOperations = defineOperations("Apps", {
  listAudit: {
    method: "GET",
    path: "/audit",
    summary: "Operator actions, newest first",
    query: auditFilters,
    answers: { 200: { kind: "list", item: auditEntry, paged: true } },
    errors: [400],
  },
});
