// P9 in PostgreSQL. All but the last are written in bulk, as each takes longer to write than in SQLite.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { openStore } from "../lib/server/db/database.ts";
import { hasPostgres, startPostgres } from "../tests/support/programs/postgres.ts";
import type { BenchOptions, Harness } from "./support/figure.ts";
import { measureMirror, seedInvocations } from "./support/mirror-bench.ts";
import { once } from "./support/once.ts";

const standardInvocations = 1_000_000;
/** Enough rows for a steady rate of the recorder's own writes. */
const recorded = 100_000;

/** A store with all invocations but the last; `close` removes it. */
async function seed({ invocations: count = standardInvocations }: BenchOptions) {
  if (!hasPostgres) throw new Error("PostgreSQL was not found.");
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-bench-"));
  const postgres = await startPostgres({ durable: true });
  const end = async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const seeded = Math.max(0, count - recorded);
    const db = await openStore({ dataDir, databaseUrl: await postgres.database() });
    await seedInvocations(db, count, seeded);
    // Both would come by themselves, while others measure.
    await sql`vacuum analyze`.execute(db);
    await sql`checkpoint`.execute(db);
    const close = async () => {
      await db.destroy();
      await end();
    };
    return { db, count, seeded, close };
  } catch (error) {
    await end();
    throw error;
  }
}

const seedOnce = once(seed);

export const harness: Harness = {
  needs: "nothing",
  prepare: seedOnce,
  async run(log, options) {
    const { db, count, seeded, close } = await seedOnce(options);
    log(`${seeded} invocations are seeded`);
    try {
      return await measureMirror(db, { where: "PostgreSQL", count, seeded, log });
    } finally {
      await close();
    }
  },
};
