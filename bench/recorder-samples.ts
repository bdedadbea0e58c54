// P9, samples: thirty days of forty pools and forty proxies, and the response time of the queries behind their charts, in
// both stores.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { timelineLimits } from "../lib/bff/timeline.ts";
import { type Database, openStore } from "../lib/server/db/database.ts";
import { poolHistoryOf } from "../lib/server/pools/pool-history.ts";
import { readPoolsIn } from "../lib/server/pools/pool-ranges.ts";
import { insertPoolSamples } from "../lib/server/pools/pool-samples.ts";
import { insertProxyChecks, lastChecks, readProxyChecks } from "../lib/server/proxies/proxy-checks.ts";
import { hasPostgres, startPostgres } from "../tests/support/programs/postgres.ts";
import { bulkInsert } from "./support/bulk-insert.ts";
import { type Figure, type Harness, p95 } from "./support/figure.ts";
import { once } from "./support/once.ts";

const resources = 40;
const pollMs = 15_000;
const stepMs = 300_000;
const rawMs = 48 * 3_600_000;
const monthMs = 30 * 86_400_000;
const nowMs = Date.UTC(2026, 10, 1);
const rowsAtOnce = 500;

const poolId = (at: number) => `pool-${at % resources}`;
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

async function fill(db: Database): Promise<void> {
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

/** What `fill` writes to. */
const filledTables = [
  "pool_samples",
  "pool_samples_5m",
  "pool_points",
  "proxy_checks",
  "recorder_checkpoints",
] as const;

/** Copies the samples of an embedded file into PostgreSQL: to write them there one by one takes a minute. */
async function copySamples(from: Database, to: Database): Promise<void> {
  for (const table of filledTables)
    await bulkInsert(to, table, await from.selectFrom(table).selectAll().execute());
  // Autovacuum would do this within a minute.
  await sql`vacuum analyze`.execute(to);
}

async function measureQueries(db: Database, where: string): Promise<Figure[]> {
  const since = (agoMs: number) => ({ sinceMs: nowMs - agoMs, untilMs: nowMs });
  const rangeOf = (agoMs: number) => ({ fromMs: nowMs - agoMs, toMs: nowMs });
  const queries: Record<string, () => Promise<unknown>> = {
    "capacity of forty pools over an hour": () => poolHistoryOf(db, since(3_600_000), nowMs, rawMs),
    "capacity of forty pools over six hours": () => poolHistoryOf(db, since(6 * 3_600_000), nowMs, rawMs),
    "capacity of forty pools over two days": () => poolHistoryOf(db, since(rawMs), nowMs, rawMs),
    "capacity of forty pools over a week": () => poolHistoryOf(db, since(7 * 86_400_000), nowMs, rawMs),
    "capacity of one pool over thirty days": () =>
      poolHistoryOf(db, { ...since(monthMs), poolId: poolId(3) }, nowMs, rawMs),
    "capacity of forty pools over thirty days": () => poolHistoryOf(db, since(monthMs), nowMs, rawMs),
    "timeline of forty pools over a day": () =>
      readPoolsIn(db, rangeOf(86_400_000), timelineLimits.poolPoints),
    "timeline of forty pools over thirty days": () =>
      readPoolsIn(db, rangeOf(monthMs), timelineLimits.poolPoints),
    "checks of forty proxies over a day": () => readProxyChecks(db, { sinceMs: nowMs - 86_400_000 }),
    "checks of one proxy over thirty days": () =>
      readProxyChecks(db, { sinceMs: nowMs - monthMs, proxyId: "proxy-3" }),
    "checks of forty proxies over thirty days": () => readProxyChecks(db, { sinceMs: nowMs - monthMs }),
    "the last check of each proxy": () => lastChecks(db),
  };
  const figures: Figure[] = [];
  for (const [what, query] of Object.entries(queries))
    figures.push({
      id: "P9",
      what: `samples of thirty days, ${where}, p95: ${what}`,
      unit: "ms",
      ours: await p95(query),
      goal: { of: "value", bound: "most", than: 100 },
    });
  return figures;
}

/** Both stores with the samples; `close` removes them. */
async function fillStores() {
  if (!hasPostgres) throw new Error("PostgreSQL was not found.");
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-bench-"));
  const file = await openStore({ dataDir });
  const postgres = await startPostgres({ durable: true });
  const shared = await openStore({ dataDir, databaseUrl: await postgres.database() });
  const close = async () => {
    await shared.destroy();
    await file.destroy();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await fill(file);
    await copySamples(file, shared);
    return { file, shared, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const fillStoresOnce = once(fillStores);

export const harness: Harness = {
  needs: "nothing",
  prepare: fillStoresOnce,
  async run(log) {
    const { file, shared, close } = await fillStoresOnce();
    log("the samples are written, and copied to PostgreSQL");
    try {
      return [
        ...(await measureQueries(file, "embedded file")),
        ...(await measureQueries(shared, "PostgreSQL")),
      ];
    } finally {
      await close();
    }
  },
};
