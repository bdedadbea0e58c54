// P9 in PostgreSQL. All but the last are written in bulk, as each takes longer to write than in SQLite.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "../lib/server/db/database.ts";
import { hasPostgres, startPostgres } from "../tests/support/programs/postgres.ts";
import type { BenchOptions, Figure, Harness } from "./support/figure.ts";
import { measureMirror } from "./support/mirror-bench.ts";

const standardInvocations = 1_000_000;
/** Enough rows for a steady rate of the recorder's own writes. */
const recorded = 100_000;

async function measure(log: (message: string) => void, { invocations }: BenchOptions): Promise<Figure[]> {
  if (!hasPostgres) throw new Error("PostgreSQL was not found.");
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-bench-"));
  const postgres = await startPostgres({ durable: true });
  try {
    const db = await openStore({ dataDir, databaseUrl: await postgres.database() });
    try {
      const count = invocations ?? standardInvocations;
      return await measureMirror(db, {
        where: "PostgreSQL",
        count,
        seeded: Math.max(0, count - recorded),
        log,
      });
    } finally {
      await db.destroy();
    }
  } finally {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const harness: Harness = { needs: "nothing", run: measure };
