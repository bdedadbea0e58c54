// What a service stores in a real PostgreSQL, and what the next one reads of it.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../service/database.ts";
import { standardPaces } from "../../service/kernel/paces.ts";
import { Leadership } from "../../service/shared-state/leadership.ts";
import { SharedState } from "../../service/shared-state/shared-state.ts";
import { hasPostgres, type Postgres, startPostgres } from "../support/postgres.ts";

let postgres: Postgres;
const cleanUps: (() => Promise<unknown> | unknown)[] = [];
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres();
});
afterAll(async () => await postgres?.stop());
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

const paces = standardPaces.sharedState;

/** A service's state that has become the one that works, and its data folder. */
async function joined(databaseUrl: string) {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-state-"));
  cleanUps.push(() => rmSync(dataDir, { recursive: true }));
  writeFileSync(join(dataDir, "secret"), "a secret of thirty-two characters");
  const leadership = await Leadership.win(
    {
      ...{ databaseUrl, holder: dataDir, address: "http://127.0.0.1:1", paces },
      ...{ onLost: () => {}, warn: () => {} },
    },
    new AbortController().signal,
  );
  if (leadership === undefined) throw new Error("it is not this one's turn");
  const report = (error: unknown) => expect.unreachable(String(error));
  const state = new SharedState({ leadership, dataDir, paces, report });
  const store = openDatabase(join(dataDir, "service.db"));
  await state.attach(store);
  await state.complete();
  const leave = async () => {
    await state.close();
    if (store.open) store.close();
  };
  cleanUps.push(leave);
  return { dataDir, state, store, leave };
}

async function connected(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  cleanUps.push(async () => await client.end());
  return client;
}

const insertPool = "INSERT INTO pools (id, config, created_at) VALUES (?, ?, 'now')";

test.runIf(hasPostgres)("what changed together is stored in one transaction", async () => {
  const databaseUrl = await postgres.database();
  const { state, store, leave } = await joined(databaseUrl);
  store.transaction(() => {
    for (let made = 0; made < 2_000; made += 1) store.prepare(insertPool).run(`pool ${made}`, "{}");
  })();
  await state.stored();
  const client = await connected(databaseUrl);
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
