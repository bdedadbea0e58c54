// P9: 1,000,000 invocations over 30 days in SQLite, and the response time of queries after that. All are written as the recorder
// does; the rate is that of the last ones.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { openStore } from "../lib/server/db/database.ts";
import type { BenchOptions, Harness } from "./support/figure.ts";
import { fillInvocations, invocationAt, measureMirror, pageSize } from "./support/mirror-bench.ts";
import { once } from "./support/once.ts";

/** The baseline: the same pages as bare inserts into one table with one index. Returns rows per second. */
function fillBare(dataDir: string, count: number): number {
  const file = new Sqlite(join(dataDir, "bare.db"));
  file.pragma("journal_mode = WAL");
  file.pragma("synchronous = FULL");
  file.exec("create table invocations (id text primary key, started integer, body text)");
  file.exec("create index by_start on invocations (started)");
  const insert = file.prepare("insert or replace into invocations values (?, ?, ?)");
  const startedAt = performance.now();
  for (let at = 0; at < count; at += pageSize)
    file.transaction(() => {
      for (let more = at; more < Math.min(count, at + pageSize); more += 1) {
        const invocation = invocationAt(more, count);
        insert.run(invocation.id, Date.parse(invocation.started_at), JSON.stringify(invocation));
      }
    })();
  const perSecond = count / ((performance.now() - startedAt) / 1000);
  file.close();
  return perSecond;
}

const standardInvocations = 1_000_000;
/** Enough rows for a steady rate, and for one of the baseline. */
const recorded = 100_000;

/** A store with all invocations but the last; `close` removes it. */
async function fill({ invocations: count = standardInvocations }: BenchOptions) {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-bench-"));
  const db = await openStore({ dataDir });
  const close = async () => {
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const filled = Math.max(0, count - recorded);
    await fillInvocations(db, count, { end: filled });
    return { dataDir, db, count, filled, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const fillOnce = once(fill);

export const harness: Harness = {
  needs: "nothing",
  prepare: fillOnce,
  async run(log, options) {
    const { dataDir, db, count, filled, close } = await fillOnce(options);
    log(`${filled} invocations are recorded`);
    try {
      const bare = { name: "bare inserts into one table", value: fillBare(dataDir, recorded) };
      log("the baseline is measured");
      return await measureMirror(db, { where: "embedded file", count, seeded: filled, bare, log });
    } finally {
      await close();
    }
  },
};
