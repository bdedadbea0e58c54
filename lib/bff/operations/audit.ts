import { defineOperation, type Operation } from "../../contract/operation.ts";
import { none } from "../../contract/operations/parts.ts";
import { auditEntry, auditFilters } from "../audit.ts";

export const auditOperations = {
  listAudit: defineOperation({
    id: "listAudit",
    tag: "Apps",
    shown: false,
    method: "GET",
    path: "/audit",
    summary: "Operator actions, newest first",
    params: none,
    query: auditFilters,
    answers: { 200: { kind: "list", item: auditEntry, paged: true } },
    errors: [400],
  }),
} satisfies Record<string, Operation>;
