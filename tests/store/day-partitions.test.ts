// History of a shared database in partitions of a day: what retention drops, and what finds its place.
import { readFileSync } from "node:fs";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type Database, inTransaction, openStore } from "../../lib/server/db/database.ts";
import { dropRows, rowsPerCall } from "../../lib/server/db/expired-rows.ts";
import { upsert } from "../../lib/server/db/upsert.ts";
import { hasPostgres, type Postgres, startPostgres } from "../support/postgres.ts";

const dayMs = 86_400_000;
const today = Math.floor(Date.now() / dayMs) * dayMs;
const check = (proxy: string, atMs: number) => ({
  ...{
    proxy_id: proxy,
    at_ms: atMs,
    status: "available" as const,
    latency_ms: 3,
    ip: null,
    source: "operator" as const,
  },
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

async function partitionsOf(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
    where inhparent = 'proxy_checks'::regclass order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

const partitionOf = async (db: Database, atMs: number) =>
  (
    await sql<{ name: string }>`select tableoid::regclass::text as name from proxy_checks
      where at_ms = ${atMs}`.execute(db)
  ).rows[0]?.name;

const drop = async (db: Database, beforeMs: number) =>
  await inTransaction(
    db,
    async (trx) => await dropRows(trx, { table: "proxy_checks", time: "at_ms", beforeMs }),
  );

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

it.runIf(hasPostgres)(
  "drops whole days, deletes the rest of the bound's day, and adds days ahead",
  async () => {
    const db = await open(await postgres.database());
    await upsert(
      db,
      "proxy_checks",
      [-1, 1, 1.5, 2, 2.5, 300].map((days) => check("a", today + days * dayMs)),
    );
    const before = await partitionsOf(db);
    expect(before).toContain(day(today + dayMs));
    await drop(db, today + 2.25 * dayMs);
    const after = await partitionsOf(db);
    expect(after).not.toContain("proxy_checks_before_days");
    expect(after).not.toContain(day(today + dayMs));
    expect(after).toContain(day(today + 2 * dayMs));
    const left = await db.selectFrom("proxy_checks").select("at_ms").orderBy("at_ms").execute();
    expect(left.map(({ at_ms }) => (at_ms - today) / dayMs)).toEqual([2.5, 300]);
    // What is in no day's partition is deleted in parts, as ever.
    await upsert(
      db,
      "proxy_checks",
      Array.from({ length: rowsPerCall + 1 }, (_, at) => check("b", at)),
    );
    expect(await drop(db, today)).toBe(true);
    await drop(db, today);
    expect(await db.selectFrom("proxy_checks").select("at_ms").where("at_ms", "<", today).execute()).toEqual(
      [],
    );
  },
);

it.runIf(hasPostgres)("drops nothing while somebody reads it, and does so with the next call", async () => {
  const url = await postgres.database();
  const db = await open(url);
  const reader = await open(url);
  await upsert(db, "proxy_checks", [check("a", today + dayMs)]);
  await reader.transaction().execute(async (trx) => {
    await trx.selectFrom("proxy_checks").selectAll().execute();
    await drop(db, today + 3 * dayMs);
    expect(await partitionsOf(db)).toContain(day(today + dayMs));
  });
  await drop(db, today + 3 * dayMs);
  expect(await partitionsOf(db)).not.toContain(day(today + dayMs));
});

it.runIf(hasPostgres)("two replicas that do it at once do not fail", async () => {
  const url = await postgres.database();
  const [one, other] = [await open(url), await open(url)];
  await sql.raw(`drop table ${day(today + 7 * dayMs)}`).execute(one);
  await Promise.all([one, other, one, other].map((db) => drop(db, today + 3 * dayMs)));
  expect(await partitionsOf(one)).not.toContain(day(today + dayMs));
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
    // Nothing was copied, and no index made anew.
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
