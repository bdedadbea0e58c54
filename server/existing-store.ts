// The store of a dashboard that has run, for the programs beside it. They make neither a store nor a secret: rows of the
// audit that were signed with another key would make all later ones unprovable.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setAuditKey } from "../lib/server/audit/audit-key.ts";
import { type Database, openStore } from "../lib/server/db/database.ts";
import { readStoreConfiguration } from "../lib/server/kernel/env.ts";
import { existingSecret } from "./session-secret.ts";

/**
 * Opens the store that the environment names, and sets the key of its audit. Throws a one-line message where there is no
 * database or no key, or BadEnvironment.
 */
export async function openExistingStore(): Promise<{ db: Database; dataDir: string }> {
  const { auditKey, sessionSecret, ...location } = readStoreConfiguration();
  const { dataDir, databaseUrl } = location;
  if (databaseUrl === undefined && !existsSync(join(dataDir, "fleetdeck.db")))
    throw new Error(`There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL as for the dashboard.`);
  setAuditKey(auditKey ?? sessionSecret ?? existingSecret(dataDir));
  return { db: await openStore(location), dataDir };
}
