// P9 in PostgreSQL: fewer runs than in the file unless `--runs` asks for more, since each takes longer to write.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../lib/server/store/database.ts";
import { hasPostgres, startPostgres } from "../tests/support/postgres.ts";
import type { BenchOptions, Figure, Harness } from "./support/figure.ts";
import { measureMirror } from "./support/mirror-bench.ts";

const standardRuns = 100_000;

async function measure(say: (words: string) => void, { runs }: BenchOptions): Promise<Figure[]> {
  if (!hasPostgres) throw new Error("There is no PostgreSQL here.");
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-bench-"));
  const postgres = await startPostgres({ durable: true });
  try {
    const db = await openStore({ dataDir, databaseUrl: await postgres.database() });
    try {
      return await measureMirror(db, { where: "PostgreSQL", count: runs ?? standardRuns, say });
    } finally {
      await db.destroy();
    }
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const harness: Harness = { needs: "nothing", run: measure };
