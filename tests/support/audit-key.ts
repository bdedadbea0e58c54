// Tests sign the audit with the key of the dashboards that they start, and so can verify what those wrote.
import { setAuditKey } from "../../lib/server/audit/audit-key.ts";

export const auditKey = "the-audit-key-of-all-tests-0123456789";

setAuditKey(auditKey);
