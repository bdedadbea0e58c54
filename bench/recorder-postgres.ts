// P9 in PostgreSQL, by default with fewer invocations than in SQLite, as each takes longer to write.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../lib/server/db/database.ts";
import { hasPostgres, startPostgres } from "../tests/support/postgres.ts";
import type { BenchOptions, Figure, Harness } from "./support/figure.ts";
import { measureMirror } from "./support/mirror-bench.ts";

const standardInvocations = 100_000;

async function measure(log: (message: string) => void, { invocations }: BenchOptions): Promise<Figure[]> {
  if (!hasPostgres) throw new Error("PostgreSQL was not found.");
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-bench-"));
  const postgres = await startPostgres({ durable: true });
  try {
    const db = await openStore({ dataDir, databaseUrl: await postgres.database() });
    try {
      return await measureMirror(db, { where: "PostgreSQL", count: invocations ?? standardInvocations, log });
    } finally {
      await db.destroy();
    }
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const harness: Harness = { needs: "nothing", run: measure };
