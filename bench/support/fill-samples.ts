// Writes the samples into an embedded file, and copies them into PostgreSQL.
import { sql } from "kysely";
import type { Database } from "../../lib/server/db/database.ts";
import { insertPoolSamples } from "../../lib/server/pools/pool-samples.ts";
import { insertProxyChecks } from "../../lib/server/proxies/proxy-checks.ts";
import { bulkInsert } from "./bulk-insert.ts";
import { monthMs, nowMs, pollMs, poolId, rawMs, resources, stepMs } from "./samples.ts";

const rowsAtOnce = 500;

/** A number from 0 to 8 that rises and falls over time. */
const level = (atMs: number, pool: number) => Math.abs(((((atMs / stepMs) | 0) + pool) % 17) - 8);

/** Writes one row per resource and step of a time span, in batches. */
async function writeRows<Row>(
  [fromMs, toMs]: readonly [number, number],
  everyMs: number,
  rowOf: (atMs: number, resource: number) => Row,
  write: (rows: Row[]) => Promise<void>,
): Promise<void> {
  let rows: Row[] = [];
  for (let atMs = fromMs; atMs < toMs; atMs += everyMs)
    for (let resource = 0; resource < resources; resource += 1) {
      rows.push(rowOf(atMs, resource));
      if (rows.length < rowsAtOnce) continue;
      await write(rows);
      rows = [];
    }
  if (rows.length > 0) await write(rows);
}

export async function fillSamples(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // Before the samples: these are rolled up as they are written, after what is older.
    await writeRows(
      [nowMs - monthMs, nowMs - rawMs],
      stepMs,
      (atMs, pool) => {
        const available = level(atMs, pool);
        return {
          pool_id: poolId(pool),
          at_ms: atMs,
          samples: stepMs / pollMs,
          unanswered: 0,
          available,
          available_min: Math.max(0, available - 1),
          acquired: 8 - available,
          acquired_max: 8,
          size: 8,
        };
      },
      async (rows) => void (await trx.insertInto("pool_samples_5m").values(rows).execute()),
    );
    await writeRows(
      [nowMs - rawMs, nowMs],
      pollMs,
      (atMs, pool) => {
        const available = level(atMs, pool);
        return { pool_id: poolId(pool), at_ms: atMs, available, acquired: 8 - available, size: 8 };
      },
      (rows) => insertPoolSamples(trx, rows),
    );
    await writeRows(
      [nowMs - monthMs, nowMs],
      stepMs,
      (atMs, proxy) => ({
        proxy_id: `proxy-${proxy}`,
        at_ms: atMs + proxy,
        status: level(atMs, proxy) === 0 ? "unavailable" : "available",
        latency_ms: 40 + level(atMs, proxy),
        ip: null,
        source: "schedule" as const,
      }),
      (rows) => insertProxyChecks(trx, rows),
    );
  });
}

/** What `fillSamples` writes to. */
const filledTables = [
  "pool_samples",
  "pool_samples_5m",
  "pool_points",
  "proxy_checks",
  "recorder_checkpoints",
] as const;

/** Copies the samples of an embedded file into PostgreSQL: to write them there one by one takes a minute. */
export async function copySamples(from: Database, to: Database): Promise<void> {
  for (const table of filledTables)
    await bulkInsert(to, table, await from.selectFrom(table).selectAll().execute());
  // Autovacuum would do this within a minute.
  await sql`vacuum analyze`.execute(to);
}
