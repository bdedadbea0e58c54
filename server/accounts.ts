// `npm run accounts`: lists and changes accounts in the dashboard's store, also while the dashboard runs.
import { setAuditKey } from "../lib/server/audit/audit-key.ts";
import { runAccountCommand } from "../lib/server/auth/account-commands.ts";
import { announceChange } from "../lib/server/db/change-notices.ts";
import { openStore } from "../lib/server/db/database.ts";
import { BadEnvironment, readStoreConfiguration } from "../lib/server/kernel/env.ts";
import { flushBeforeClose } from "../lib/server/kernel/shutdown.ts";
import { storedSecret } from "./session-secret.ts";

async function run(): Promise<void> {
  const { auditKey, sessionSecret, ...location } = readStoreConfiguration();
  setAuditKey(auditKey ?? sessionSecret ?? storedSecret(location.dataDir));
  const db = await openStore(location);
  try {
    for (const text of await runAccountCommand(db, process.argv.slice(2), Date.now())) console.log(text);
    await announceChange(db, "access");
  } finally {
    await flushBeforeClose();
    await db.destroy();
  }
}

run().catch((error: unknown) => {
  const lines =
    error instanceof BadEnvironment ? error.lines : [error instanceof Error ? error.message : error];
  for (const line of lines) console.error(`accounts: ${line}`);
  process.exit(1);
});
