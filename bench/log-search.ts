// P9: searches over stored lines in SQLite and PostgreSQL, and what the lines take on disk.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../lib/server/db/database.ts";
import { hasPostgres, startPostgres } from "../tests/support/programs/postgres.ts";
import type { BenchOptions, Figure, Harness } from "./support/figure.ts";
import { measureLogSearch } from "./support/log-search-bench.ts";

const standardLines = 500_000;

async function measureIn(
  where: string,
  location: { dataDir: string; databaseUrl?: string },
  count: number,
  log: (message: string) => void,
): Promise<Figure[]> {
  const db = await openStore(location);
  try {
    return await measureLogSearch(db, { where, count, log });
  } finally {
    await db.destroy();
  }
}

async function measure(
  log: (message: string) => void,
  { lines: count = standardLines }: BenchOptions,
): Promise<Figure[]> {
  if (!hasPostgres) throw new Error("PostgreSQL was not found.");
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-bench-"));
  const postgres = await startPostgres({ durable: true });
  try {
    const databaseUrl = await postgres.database();
    return [
      ...(await measureIn("embedded file", { dataDir }, count, log)),
      ...(await measureIn("PostgreSQL", { dataDir, databaseUrl }, count, log)),
    ];
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const harness: Harness = { needs: "nothing", run: measure };
