import { verifyAudit } from "../../lib/server/audit/verify-audit.ts";
import type { Database } from "../../lib/server/db/database.ts";

/** The number of the first row of the audit that is not as it was written, without the checkpoints; undefined: there is none. */
export const firstBrokenRow = async (db: Database): Promise<number | undefined> =>
  (await verifyAudit(db, [])).fault?.seq;
