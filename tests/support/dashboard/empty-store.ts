// The empty store of the dashboard that most tests of its queries begin with.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Database, databaseFileName, openStore } from "../../../lib/server/db/database.ts";

let emptyFile: Promise<Buffer> | undefined;

async function makeEmptyFile(): Promise<Buffer> {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-empty-store-"));
  const db = await openStore({ dataDir });
  await db.destroy();
  const file = readFileSync(join(dataDir, databaseFileName));
  rmSync(dataDir, { recursive: true });
  return file;
}

/** Opens a store without rows in the folder, which has none yet. Its tables are made once and copied: making them takes
 *  several times as long. */
export async function openEmptyStore(dataDir: string): Promise<Database> {
  emptyFile ??= makeEmptyFile();
  writeFileSync(join(dataDir, databaseFileName), await emptyFile, { flag: "wx" });
  return await openStore({ dataDir });
}
