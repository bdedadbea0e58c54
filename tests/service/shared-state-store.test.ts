// What a service stores in a real PostgreSQL, and what the next one reads of it.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectFilesTakenOver, insertProfile, joinedState } from "../support/dashboard/joined-state.ts";
import { hasPostgres } from "../support/programs/postgres.ts";
import { postgresForTests } from "../support/programs/postgres-for-tests.ts";
import { endServiceConnections } from "../support/service/shared-services.ts";

const postgres = postgresForTests();
const { cleanUps } = postgres;

const joined = (databaseUrl: string) => joinedState(databaseUrl, cleanUps);

const insertPool = "INSERT INTO pools (id, config, created_at) VALUES (?, ?, 'now')";

test.runIf(hasPostgres)("what changed together is stored in one transaction", async () => {
  const databaseUrl = await postgres.database();
  const { state, store, leave } = await joined(databaseUrl);
  store.transaction(() => {
    for (let made = 0; made < 2_000; made += 1) store.prepare(insertPool).run(`pool ${made}`, "{}");
  })();
  await state.stored();
  const client = await postgres.connected(databaseUrl);
  const count = "SELECT count(*)::int AS rows, count(DISTINCT xmin::text)::int AS transactions";
  expect((await client.query(`${count} FROM fleetdeck_service.rows WHERE name = 'pools'`)).rows).toEqual([
    { rows: 2_000, transactions: 1 },
  ]);
  store.exec("DELETE FROM pools");
  await state.stored();
  expect((await client.query("SELECT FROM fleetdeck_service.rows WHERE name = 'pools'")).rowCount).toBe(0);
  await leave();
});

test.runIf(hasPostgres)("many rows with large texts are stored and taken over", async () => {
  const databaseUrl = await postgres.database();
  const first = await joined(databaseUrl);
  const config = JSON.stringify({ text: '"a" \\ '.repeat(700_000) });
  first.store.transaction(() => {
    for (let made = 0; made < 12; made += 1) first.store.prepare(insertPool).run(`pool ${made}`, config);
  })();
  await first.state.stored();
  await first.leave();
  const { store } = await joined(databaseUrl);
  const [found] = store
    .prepare<[string], { rows: number; same: number }>(
      "SELECT count(*) AS rows, sum(config = ?) AS same FROM pools",
    )
    .all(config);
  expect(found).toEqual({ rows: 12, same: 12 });
});

test.runIf(hasPostgres)("a file that is gone is stored as long as the row that refers to it", async () => {
  const databaseUrl = await postgres.database();
  const { dataDir, state, store } = await joined(databaseUrl);
  const file = join(dataDir, "profiles", "one.json");
  writeFileSync(file, "{}");
  store.prepare(insertProfile).run("one");
  await state.stored();
  const client = await postgres.connected(databaseUrl);
  const observer = await postgres.connected(databaseUrl);
  const fileCount = async () =>
    (await observer.query("SELECT FROM fleetdeck_service.files WHERE path = 'profiles/one.json'")).rowCount;
  const waiting = async () => (await observer.query("SELECT FROM pg_locks WHERE NOT granted")).rowCount;
  await client.query("BEGIN; LOCK TABLE fleetdeck_service.rows IN SHARE MODE");
  store.exec("DELETE FROM profiles");
  rmSync(file);
  await expect.poll(waiting).toBe(1);
  expect(await fileCount()).toBe(1);
  await client.query("COMMIT");
  await state.stored();
  expect(await fileCount()).toBe(0);
});

test.runIf(hasPostgres)("an act is settled when files that it removes after its rows are gone", async () => {
  const databaseUrl = await postgres.database();
  const { dataDir, state, store } = await joined(databaseUrl);
  const client = await postgres.connected(databaseUrl);
  for (let made = 0; made < 20; made += 1) {
    const file = join(dataDir, "profiles", `${made}.json`);
    writeFileSync(file, "{}");
    store.prepare(insertProfile).run("one");
    await state.settled();
    store.exec("DELETE FROM profiles");
    await state.stored();
    rmSync(file);
    await state.settled();
    const { rowCount } = await client.query(
      "SELECT FROM fleetdeck_service.files WHERE path LIKE 'profiles/%'",
    );
    expect(rowCount).toBe(0);
  }
});

test.runIf(hasPostgres)("small files are stored many at a time, and each where it was", async () => {
  const databaseUrl = await postgres.database();
  const first = await joined(databaseUrl);
  const fileOf = (dataDir: string, made: number) => join(dataDir, "profiles", `${made}.json`);
  for (let made = 0; made < 1_200; made += 1) writeFileSync(fileOf(first.dataDir, made), String(made));
  first.store.prepare(insertProfile).run("one");
  await first.state.stored();
  const client = await postgres.connected(databaseUrl);
  const { rows } = await client.query(
    `SELECT count(*)::int AS files, count(DISTINCT xmin::text)::int AS transactions
     FROM fleetdeck_service.files WHERE path LIKE 'profiles/%'`,
  );
  expect(rows).toEqual([{ files: 1_200, transactions: 3 }]);
  await first.leave();
  const { dataDir } = await joined(databaseUrl);
  for (const made of [0, 7, 1_199]) expect(readFileSync(fileOf(dataDir, made), "utf8")).toBe(String(made));
});

test.runIf(hasPostgres)("files in one part and in many are stored and taken over", async () => {
  await expectFilesTakenOver(await postgres.database(), cleanUps, 45_000_000);
});

test.runIf(hasPostgres)("files that the version before has stored are taken over", async () => {
  const databaseUrl = await postgres.database();
  const first = await joined(databaseUrl);
  await first.leave();
  const client = await postgres.connected(databaseUrl);
  const large = 70_000_000;
  await client.query(
    `INSERT INTO fleetdeck_service.files
     SELECT 'profiles/large', convert_to(repeat('-', ${large}) || 'end', 'UTF8');
     INSERT INTO fleetdeck_service.files VALUES ('profiles/both', 'newer');
     INSERT INTO fleetdeck_service.file_parts VALUES ('profiles/both', 0, 'older')`,
  );
  const { dataDir } = await joined(databaseUrl);
  const content = readFileSync(join(dataDir, "profiles", "large"));
  expect([content.length, content.toString("utf8", large - 1)]).toEqual([large + 3, "-end"]);
  expect(readFileSync(join(dataDir, "profiles", "both"), "utf8")).toBe("newer");
});

test.runIf(hasPostgres)("what a failover has lost is stored again", async () => {
  const databaseUrl = await postgres.database();
  const first = await joined(databaseUrl);
  const file = (dataDir: string, name: string) => join(dataDir, "profiles", name);
  writeFileSync(file(first.dataDir, "kept.json"), "kept");
  first.store.prepare(insertProfile).run("kept");
  await first.state.settled();
  const client = await postgres.connected(databaseUrl);
  const tables = ["leader", "rows", "files"];
  for (const table of tables)
    await client.query(`CREATE TABLE old_${table} AS TABLE fleetdeck_service.${table}`);
  await client.query("UPDATE old_leader SET filled = false");
  writeFileSync(file(first.dataDir, "new.json"), "new");
  rmSync(file(first.dataDir, "kept.json"));
  first.store.prepare(insertProfile).run("new");
  first.store.exec("DELETE FROM profiles WHERE id = 'kept'");
  await first.state.settled();
  // As a replica that had not received the last transactions yet.
  await client.query("BEGIN; LOCK TABLE fleetdeck_service.leader");
  await client.query(endServiceConnections);
  for (const table of tables)
    await client.query(
      `DELETE FROM fleetdeck_service.${table}; INSERT INTO fleetdeck_service.${table} TABLE old_${table}`,
    );
  await client.query("COMMIT");
  first.store.prepare(insertProfile).run("later");
  await first.state.settled();
  await first.state.stored();
  await first.leave();
  const { dataDir, store } = await joined(databaseUrl);
  expect(store.prepare("SELECT id FROM profiles ORDER BY id").pluck().all()).toEqual(["later", "new"]);
  expect(readdirSync(join(dataDir, "profiles"))).toEqual(["new.json"]);
});

test.runIf(hasPostgres)("a state that was left unfinished is replaced", async () => {
  const databaseUrl = await postgres.database();
  const first = await joined(databaseUrl);
  first.store.prepare(insertProfile).run("left");
  writeFileSync(join(first.dataDir, "profiles", "left.json"), "left");
  await first.leave();
  const client = await postgres.connected(databaseUrl);
  await client.query("UPDATE fleetdeck_service.leader SET filled = false");
  await (await joined(databaseUrl)).leave();
  expect((await client.query("SELECT path FROM fleetdeck_service.files")).rows).toEqual([{ path: "secret" }]);
  expect((await client.query("SELECT FROM fleetdeck_service.rows WHERE name = 'profiles'")).rowCount).toBe(0);
});
