import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Database, openStore } from "./database.ts";
import { primaryKeys } from "./primary-keys.ts";
import { insertNew, upsert } from "./upsert.ts";

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-upsert-"));
  db = await openStore({ dataDir });
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const check = (at_ms: number, ip: string) =>
  ({ proxy_id: "x", at_ms, status: "available", latency_ms: null, ip, source: "operator" }) as const;
const storedIps = async () =>
  (await db.selectFrom("proxy_checks").select("ip").orderBy("at_ms").execute()).map(({ ip }) => ip);

it("the primary keys are those of the schema", async () => {
  for (const [table, key] of Object.entries(primaryKeys)) {
    const { rows } = await sql<{ name: string }>`
      select name from pragma_table_info(${table}) where pk > 0 order by pk`.execute(db);
    expect({ table, key }).toEqual({ table, key: rows.map(({ name }) => name) });
  }
});

it("insertNew leaves stored rows unchanged", async () => {
  await insertNew(db, "proxy_checks", [check(1, "a")]);
  await insertNew(db, "proxy_checks", [check(1, "b"), check(2, "c")]);
  expect(await storedIps()).toEqual(["a", "c"]);
});

it("upsert replaces stored rows, without the columns to leave unchanged", async () => {
  await upsert(db, "proxy_checks", [check(1, "a")]);
  await upsert(db, "proxy_checks", [check(1, "b"), check(2, "c")]);
  expect(await storedIps()).toEqual(["b", "c"]);
  await upsert(db, "proxy_checks", [{ ...check(1, "d"), status: "unavailable" }], ["ip"]);
  expect(await db.selectFrom("proxy_checks").selectAll().where("at_ms", "=", 1).execute()).toEqual([
    { ...check(1, "b"), status: "unavailable" },
  ]);
});

it("writes any number of rows, also none", async () => {
  await upsert(db, "proxy_checks", []);
  await insertNew(db, "proxy_checks", []);
  await upsert(
    db,
    "proxy_checks",
    Array.from({ length: 1_201 }, (_, at) => check(at, "a")),
  );
  expect(await storedIps()).toHaveLength(1_201);
});
