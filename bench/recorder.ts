// P9: 1,000,000 runs over 30 days in the embedded file, and what a question costs after that.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { openStore } from "../lib/server/store/database.ts";
import type { Figure, Harness } from "./support/figure.ts";
import { measureMirror, pageSize, runAt } from "./support/mirror-bench.ts";

/** The least a good engineer would write: the same pages as bare inserts into one table with one index. */
function fillBare(dataDir: string, count: number): number {
  const file = new Sqlite(join(dataDir, "bare.db"));
  file.pragma("journal_mode = WAL");
  file.pragma("synchronous = FULL");
  file.exec("create table runs (id text primary key, started integer, body text)");
  file.exec("create index by_start on runs (started)");
  const insert = file.prepare("insert or replace into runs values (?, ?, ?)");
  const startedAt = performance.now();
  for (let at = 0; at < count; at += pageSize)
    file.transaction(() => {
      for (let more = at; more < Math.min(count, at + pageSize); more += 1) {
        const run = runAt(more, count);
        insert.run(run.id, Date.parse(run.started_at), JSON.stringify(run));
      }
    })();
  const perSecond = count / ((performance.now() - startedAt) / 1000);
  file.close();
  return perSecond;
}

const runCount = 1_000_000;
/** Bare rows need no more to be measured. */
const bareCount = 100_000;

async function measure(say: (words: string) => void): Promise<Figure[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-bench-"));
  const db = await openStore({ dataDir });
  try {
    const bare = { name: "bare inserts into one table", value: fillBare(dataDir, bareCount) };
    say("a bare table is filled");
    return await measureMirror(db, { where: "embedded file", count: runCount, bare, say });
  } finally {
    await db.destroy();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export const harness: Harness = { needs: "nothing", run: measure };
