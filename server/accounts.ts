// `npm run accounts`: lists and changes accounts in the dashboard's store, also while the dashboard runs, with its DATA_DIR,
// DATABASE_URL, AUDIT_KEY and NEXTAUTH_SECRET.
import { checkAccountCommand, runAccountCommand } from "../lib/server/auth/account-commands.ts";
import { announceChange } from "../lib/server/db/change-notices.ts";
import { BadEnvironment } from "../lib/server/kernel/env.ts";
import { flushBeforeClose } from "../lib/server/kernel/shutdown.ts";
import { openExistingStore } from "./existing-store.ts";

async function run(): Promise<void> {
  const given = process.argv.slice(2);
  checkAccountCommand(given);
  const { db } = await openExistingStore();
  try {
    for (const text of await runAccountCommand(db, given, Date.now())) console.log(text);
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
