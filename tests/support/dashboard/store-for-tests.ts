// A store of the dashboard for the tests of one `describe`, in the embedded file or in PostgreSQL, which must not differ.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, it } from "vitest";
import { type Database, openStore } from "../../../lib/server/db/database.ts";
import { hasPostgres, type Postgres, startPostgres } from "../programs/postgres.ts";

export const storeKinds = ["the embedded file", "PostgreSQL"] as const;

/**
 * Opens it before the tests, gives it to `opened`, and closes it after them. Returns the `it` of these tests, which skips
 * them where there is no PostgreSQL.
 */
export function testInStore(
  kind: (typeof storeKinds)[number],
  opened: (db: Database) => Promise<void> | void,
) {
  const isShared = kind === "PostgreSQL";
  const isMissing = isShared && !hasPostgres;
  let postgres: Postgres | undefined;
  let dataDir: string | undefined;
  let db: Database | undefined;
  beforeAll(async () => {
    if (isMissing) return;
    dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-store-"));
    postgres = isShared ? await startPostgres() : undefined;
    const databaseUrl = await postgres?.database();
    db = await openStore(databaseUrl === undefined ? { dataDir } : { dataDir, databaseUrl });
    await opened(db);
  });
  afterAll(async () => {
    await db?.destroy();
    await postgres?.stop();
    if (dataDir !== undefined) rmSync(dataDir, { recursive: true, force: true });
  });
  return it.skipIf(isMissing);
}
