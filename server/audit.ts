// `npm run audit -- verify` and `npm run --silent audit -- export [--csv]`: proves the audit, and prints it. Runs beside
// the dashboard, with its DATA_DIR, DATABASE_URL, AUDIT_KEY and NEXTAUTH_SECRET.
import { checkpointPath, readCheckpoints } from "../lib/server/audit/audit-checkpoints.ts";
import { csvHeader, csvLine, exportRows } from "../lib/server/audit/export-audit.ts";
import { verifyAudit } from "../lib/server/audit/verify-audit.ts";
import type { Database } from "../lib/server/db/database.ts";
import { openExistingStore } from "./existing-store.ts";

const usage =
  "Use `npm run audit -- verify` or `npm run --silent audit -- export [--csv]`, in a container `fleetdeck audit verify` or `fleetdeck audit export [--csv]`.";

/** Returns the exit code: 0 whole, 1 not. */
async function verify(db: Database, dataDir: string): Promise<number> {
  const path = checkpointPath(dataDir);
  const { checkpoints, unreadableLine } = await readCheckpoints(path);
  const { rows, fault } = await verifyAudit(db, checkpoints);
  if (unreadableLine !== undefined) console.error(`audit: line ${unreadableLine} of ${path} cannot be read.`);
  if (fault !== undefined) {
    console.error(
      `audit: row ${fault.seq} is not as it was written. ${fault.what} The ${rows} rows before it are.`,
    );
    return 1;
  }
  const last = checkpoints.at(-1);
  const end =
    last === undefined
      ? `There are no checkpoints in ${path}: rows that were deleted from the end are not noticed.`
      : `The newest of ${checkpoints.length} checkpoints, of ${last.at}, names row ${last.seq}.`;
  console.log(`audit: ${rows} rows are as they were written. ${end}`);
  return 0;
}

const writeFailure = (error: Error) =>
  "code" in error && error.code === "EPIPE"
    ? new Error("what reads the export ended before the last row.")
    : error;

/** Writes all rows to standard output, waiting where it takes no more. */
async function print(db: Database, asCsv: boolean): Promise<number> {
  // The write that fails has the error, too.
  process.stdout.on("error", () => undefined);
  const write = (line: string) =>
    new Promise<void>((resolve, reject) =>
      process.stdout.write(line, (error) => (error ? reject(writeFailure(error)) : resolve())),
    );
  if (asCsv) await write(csvHeader);
  for await (const row of exportRows(db)) await write(asCsv ? csvLine(row) : `${JSON.stringify(row)}\n`);
  return 0;
}

async function run([command, ...flags]: readonly string[]): Promise<number> {
  const isExport = command === "export" && flags.every((flag) => flag === "--csv" || flag === "--json");
  if (!isExport && (command !== "verify" || flags.length > 0)) throw new Error(usage);
  const { db, dataDir } = await openExistingStore();
  try {
    return isExport ? await print(db, flags.includes("--csv")) : await verify(db, dataDir);
  } finally {
    await db.destroy();
  }
}

run(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(`audit: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 2;
  },
);
