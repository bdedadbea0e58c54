// History of a shared database in partitions of a day: what an upgrade keeps, what retention drops, and what finds its place.

import { readFileSync } from "node:fs";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { dayMs } from "../../lib/bff/time-units.ts";
import { type Database, inTransaction, openStore } from "../../lib/server/db/database.ts";
import { keepDays } from "../../lib/server/db/day-partitions.ts";
import { dropRows, rowsPerCall } from "../../lib/server/db/expired-rows.ts";
import { tableFigures } from "../../lib/server/db/table-sizes.ts";
import { upsert } from "../../lib/server/db/upsert.ts";
import { RetentionJob } from "../../lib/server/recorder/retention.ts";
import { TestClock } from "../support/fakes/test-clock.ts";
import { hasPostgres, type Postgres, startPostgres } from "../support/programs/postgres.ts";

const today = Math.floor(Date.now() / dayMs) * dayMs;
const check = (proxy: string, atMs: number) => ({
  proxy_id: proxy,
  at_ms: atMs,
  status: "available" as const,
  latency_ms: 3,
  ip: null,
  source: "operator" as const,
});

let postgres: Postgres;
const stores: Database[] = [];
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres();
});
afterAll(async () => await postgres?.stop());
afterEach(async () => {
  for (const store of stores.splice(0)) await store.destroy();
});

async function open(url: string): Promise<Database> {
  const store = await openStore({ databaseUrl: url, dataDir: "" });
  stores.push(store);
  return store;
}

async function partitionsOf(db: Database, table = "proxy_checks"): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
    where inhparent = ${table}::regclass order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

const partitionOf = async (db: Database, atMs: number) =>
  (
    await sql<{ name: string }>`select tableoid::regclass::text as name from proxy_checks
      where at_ms = ${atMs}`.execute(db)
  ).rows[0]?.name;

const timesOf = async (db: Database) =>
  (await db.selectFrom("proxy_checks").select("at_ms").orderBy("at_ms").execute()).map(({ at_ms }) => at_ms);

/** Keeps the days, and returns what its transactions returned. */
async function keep(db: Database, beforeMs: number): Promise<unknown[]> {
  const results: unknown[] = [];
  const write = async <T>(work: (trx: Database) => Promise<T>) => {
    const result = await inTransaction(db, work);
    results.push(result);
    return result;
  };
  await keepDays({ db, write }, beforeMs);
  return results;
}

const drop = (db: Database, beforeMs: number) =>
  inTransaction(db, (trx) => dropRows(trx, { table: "proxy_checks", time: "at_ms", beforeMs }));

const day = (ms: number) => `proxy_checks_${new Date(ms).toISOString().slice(0, 10).replaceAll("-", "")}`;

it.runIf(hasPostgres)("gives each coming day a partition, and any other time a place", async () => {
  const db = await open(await postgres.database());
  const times = { past: 1, now: Date.now(), tomorrow: today + dayMs + 5, far: today + 400 * dayMs };
  await upsert(
    db,
    "proxy_checks",
    Object.values(times).map((atMs) => check("a", atMs)),
  );
  await upsert(
    db,
    "proxy_checks",
    Object.values(times).map((atMs) => ({ ...check("a", atMs), ip: "10.0.0.1" })),
  );
  expect(await partitionOf(db, times.past)).toBe("proxy_checks_before_days");
  expect(await partitionOf(db, times.now)).toBe("proxy_checks_before_days");
  expect(await partitionOf(db, times.tomorrow)).toBe(day(times.tomorrow));
  expect(await partitionOf(db, times.far)).toBe("proxy_checks_default");
  const all = await db.selectFrom("proxy_checks").select(["at_ms", "ip"]).orderBy("at_ms").execute();
  expect(all).toEqual(Object.values(times).map((at_ms) => ({ at_ms, ip: "10.0.0.1" })));
});

it.runIf(hasPostgres)("drops whole days, and deletes rows of no day's partition", async () => {
  const db = await open(await postgres.database());
  const days = (ms: number[]) => ms.map((atMs) => (atMs - today) / dayMs);
  await upsert(
    db,
    "proxy_checks",
    [-1, 0.5, 1, 1.5, 2, 2.5, 300].map((after) => check("a", today + after * dayMs)),
  );
  // Before the first day is over, its rows are deleted one by one; those of a day's partition wait for its end.
  await keep(db, today + 0.25 * dayMs);
  expect(await drop(db, today + 0.25 * dayMs)).toBe(true);
  expect(days(await timesOf(db))).toEqual([0.5, 1, 1.5, 2, 2.5, 300]);
  await keep(db, today + 2.25 * dayMs);
  expect(await drop(db, today + 2.25 * dayMs)).toBe(false);
  const after = await partitionsOf(db);
  expect(after).not.toContain("proxy_checks_before_days");
  expect(after).not.toContain(day(today + dayMs));
  expect(after).toContain(day(today + 2 * dayMs));
  expect(days(await timesOf(db))).toEqual([2, 2.5, 300]);
  const many = Array.from({ length: rowsPerCall + 1 }, (_, at) => check("b", at));
  await upsert(db, "proxy_checks", many);
  expect(await partitionOf(db, 1)).toBe("proxy_checks_default");
  expect(await drop(db, today)).toBe(true);
  expect(await drop(db, today)).toBe(true);
  expect(await drop(db, today)).toBe(false);
  expect(days(await timesOf(db))).toEqual([2, 2.5, 300]);
});

it.runIf(hasPostgres)("retention drops the days of every table, and counts what is left", async () => {
  const db = await open(await postgres.database());
  const bucket = (atMs: number) => ({ at_ms: atMs, samples: 1 });
  const times = [today + dayMs, today + 3 * dayMs];
  for (const atMs of times) {
    await upsert(db, "proxy_checks", [check("a", atMs)]);
    await db
      .insertInto("pool_samples_5m")
      .values({ ...bucket(atMs), pool_id: "p", unanswered: 0 })
      .execute();
    await db
      .insertInto("process_samples_5m")
      .values({
        ...bucket(atMs),
        session_id: "s",
        process_id: "p",
        first_ms: atMs,
        last_ms: atMs,
        cpu_samples: 0,
      })
      .execute();
  }
  const clock = new TestClock(today + 32.5 * dayMs);
  const job = new RetentionJob({
    db,
    clock,
    dropExpired: [],
    write: (work) => inTransaction(db, work),
    retention: { rawHours: 48, days: 30, maxMb: 4096 },
    report: (what, error) => expect.unreachable(`${what}: ${String(error)}`),
  });
  while ((await job.turn()) !== undefined);
  const { tables } = await tableFigures(db, clock.nowMs());
  for (const table of ["proxy_checks", "pool_samples_5m", "process_samples_5m"]) {
    expect(await partitionsOf(db, table)).not.toContain(day(today + dayMs).replace("proxy_checks", table));
    expect(tables).toContainEqual({ table, rows: 1, oldest_ms: today + 3 * dayMs });
  }
});

it.runIf(hasPostgres)("drops nothing while somebody reads it, and does so with the next call", async () => {
  const url = await postgres.database();
  const db = await open(url);
  const reader = await open(url);
  await upsert(db, "proxy_checks", [check("a", today + dayMs)]);
  const expired = (table: string) => day(today + dayMs).replace("proxy_checks", table);
  await reader.transaction().execute(async (trx) => {
    await trx.selectFrom("proxy_checks").selectAll().execute();
    const results = await keep(db, today + 3 * dayMs);
    // It waits once, not for each of its days.
    expect(results.filter((result) => result === "busy")).toHaveLength(1);
    expect(await partitionsOf(db)).toContain(expired("proxy_checks"));
    expect(await partitionsOf(db, "pool_samples_5m")).not.toContain(expired("pool_samples_5m"));
    await trx.selectFrom("pool_samples_5m").selectAll().execute();
  });
  await keep(db, today + 3 * dayMs);
  expect(await partitionsOf(db)).not.toContain(expired("proxy_checks"));
});

it.runIf(hasPostgres)("two replicas that do it at once do not fail", async () => {
  const url = await postgres.database();
  const [one, other] = [await open(url), await open(url)];
  await Promise.all([one, other, one, other].map((db) => keep(db, today + 6 * dayMs)));
  await keep(one, today + 6 * dayMs);
  const left = [day(today + 6 * dayMs), day(today + 7 * dayMs), "proxy_checks_default"];
  expect(await partitionsOf(one)).toEqual(left);
  await sql.raw(`drop table ${day(today + 6 * dayMs)}, ${day(today + 7 * dayMs)}`).execute(one);
  await Promise.all([one, other, one, other].map((db) => keep(db, today - 30 * dayMs)));
  expect(await partitionsOf(other)).toContain(day(today + 6 * dayMs));
});

it.runIf(hasPostgres)(
  "adds the coming days, except one of which rows are in the default partition",
  async () => {
    const db = await open(await postgres.database());
    const coming = [5, 6].map((days) => today + days * dayMs);
    for (const atMs of [...coming, today + 7 * dayMs]) await sql.raw(`drop table ${day(atMs)}`).execute(db);
    await upsert(db, "proxy_checks", [check("a", coming[0] ?? 0)]);
    await keep(db, today - 30 * dayMs);
    const names = await partitionsOf(db);
    expect(coming.map((atMs) => names.includes(day(atMs)))).toEqual([false, true]);
    expect(await partitionOf(db, coming[0] ?? 0)).toBe("proxy_checks_default");
  },
);

it.runIf(hasPostgres)("has few partitions, however long rows are kept", async () => {
  const db = await open(await postgres.database());
  for (let days = 1; days <= 7; days += 1)
    await sql.raw(`drop table ${day(today + days * dayMs)}`).execute(db);
  await sql`drop table proxy_checks_before_days`.execute(db);
  await keep(db, today - 3650 * dayMs);
  // Three statements of ten replicas lock all that a server has locks for when there is one of each day.
  expect(await partitionsOf(db)).toEqual([day(today), "proxy_checks_default"]);
  await upsert(db, "proxy_checks", [check("a", today + 36 * dayMs)]);
  expect(await partitionOf(db, today + 36 * dayMs)).toBe(day(today));
  await keep(db, today + 36 * dayMs);
  expect(await timesOf(db)).toEqual([today + 36 * dayMs]);
  await keep(db, today + 37 * dayMs);
  expect(await timesOf(db)).toEqual([]);
});

const migration = "2026-11-27-history-by-day";
const before = readFileSync(new URL("versions/2026-11-26-identities.postgres.sql", import.meta.url), "utf8");

describe.runIf(hasPostgres)("a database of the version before", () => {
  const clients: pg.Client[] = [];
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.end();
  });
  async function connect(url: string): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url });
    clients.push(client);
    await client.connect();
    return client;
  }

  async function rowsOf(client: pg.Client): Promise<Record<string, unknown[]>> {
    const rows: Record<string, unknown[]> = {};
    for (const table of ["proxy_checks", "pool_samples_5m", "process_samples_5m"])
      rows[table] = (await client.query(`select * from public.${table} order by 1, 2, 3`)).rows;
    return rows;
  }

  /** The files of a table and its indexes. */
  const filesOf = async (client: pg.Client, table: string) =>
    (
      await client.query(`select relfilenode from pg_class where relname = '${table}' union
        select relfilenode from pg_class join pg_index on pg_class.oid = indexrelid
        where indrelid = 'public.${table}'::regclass order by 1`)
    ).rows;

  it("keeps every row, also one that a wrong clock has written", async () => {
    const url = await postgres.database();
    const client = await connect(url);
    await client.query(before);
    const times = [5, Date.now(), today + dayMs, today + 400 * dayMs];
    for (const atMs of times)
      await client.query(
        `insert into public.proxy_checks (proxy_id, at_ms, status) values ('late', ${atMs}, 'available')`,
      );
    const rows = await rowsOf(client);
    expect(Object.values(rows).every((each) => each.length > 0)).toBe(true);
    const files = await filesOf(client, "proxy_checks");
    const db = await open(url);
    expect(await rowsOf(client)).toEqual(rows);
    // Nothing was copied, and no index rebuilt.
    expect(files).toHaveLength(3);
    expect(await filesOf(client, "proxy_checks_before_days")).toEqual(files);
    expect(await Promise.all(times.map((atMs) => partitionOf(db, atMs)))).toEqual([
      "proxy_checks_before_days",
      "proxy_checks_before_days",
      day(today + dayMs),
      "proxy_checks_default",
    ]);
    expect((await client.query("select name from public.kysely_migration")).rows).toContainEqual({
      name: migration,
    });
  });

  it("is migrated while that version's retention runs", async () => {
    const url = await postgres.database();
    const client = await connect(url);
    await client.query(before);
    // The order in which that version deletes expired rows, in one transaction.
    await client.query("begin; delete from public.process_samples_5m where at_ms < 0");
    const opening = open(url);
    const watcher = await connect(url);
    for (let waiting = 0; waiting === 0; )
      waiting = (await watcher.query("select 1 from pg_locks where not granted")).rows.length;
    await client.query("delete from public.pool_samples_5m where at_ms < 0");
    await client.query("delete from public.proxy_checks where at_ms < 0; commit");
    await opening;
  });
});
