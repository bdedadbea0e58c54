// Several replicas on one machine share the embedded file: each is a process, all started at the same moment.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import Sqlite from "better-sqlite3";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { firstBrokenRow } from "../../../tests/support/first-broken-row.ts";
import { appendAudit } from "../audit/audit-chain.ts";
import { listAudit } from "../audit/list-audit.ts";
import { type Database, openStore } from "./database.ts";
import { StoreUnavailable } from "./store-unavailable.ts";

const program = fileURLToPath(new URL("../../../tests/support/audit-writer-process.ts", import.meta.url));
const names = ["ada", "bob", "cyd"];
const acts = 30;

let dataDir = "";
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-one-file-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test("the file is created once, and no write of any process is refused or lost", async () => {
  await Promise.all(
    names.map((name) => promisify(execFile)(process.execPath, [program, dataDir, name, String(acts)])),
  );
  const db = await openStore({ dataDir });
  const { entries } = await listAudit(db, { limit: 200 });
  const rows = 2 * names.length * acts;
  expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: rows }, (_, at) => rows - at));
  expect(new Set(entries.map(({ request_id }) => request_id)).size).toBe(names.length * acts);
  expect(await firstBrokenRow(db)).toBeUndefined();
  await db.destroy();
}, 90_000);

test("a statement that ran before reads the columns that a table has now", async () => {
  const db = await openStore({ dataDir });
  const read = async () => (await sql`select * from "marks"`.execute(db)).rows;
  await sql`create table "marks" ("id" integer)`.execute(db);
  await sql`insert into "marks" values (1)`.execute(db);
  expect(await read()).toEqual([{ id: 1 }]);
  await sql`alter table "marks" add column "name" text`.execute(db);
  expect(await read()).toEqual([{ id: 1, name: null }]);
  const other = new Sqlite(join(dataDir, "fleetdeck.db"));
  other.exec('alter table "marks" drop column "name"; alter table "marks" add column "label" text');
  other.close();
  expect(await read()).toMatchObject([{ id: 1 }]);
  // More texts than are kept.
  for (let at = 0; at < 400; at += 1)
    expect((await sql`select ${sql.raw(String(at))} as "at"`.execute(db)).rows).toEqual([{ at }]);
  expect(await read()).toMatchObject([{ id: 1 }]);
  await db.destroy();
});

it("a write on a full disk is refused as that, and works once there is room (T41)", async () => {
  const db = await openStore({ dataDir });
  const fill = () =>
    db
      .insertInto("recorder_checkpoints")
      .values({ name: "x", value: "x".repeat(1_000_000) })
      .execute();
  // As large as it is: SQLite then fails as it does on a full disk.
  await sql`pragma max_page_count = 1`.execute(db);
  await expect(fill()).rejects.toMatchObject({ status: 503, code: "store_full", digest: "store_full" });
  await sql`pragma max_page_count = 1000000`.execute(db);
  await fill();
  await db.destroy();
});

describe("while another program locks the file", () => {
  const act = { actor: "ada", role: "admin", ip: "::1", requestId: "r", action: "flushPool" };
  const append = (db: Database) => appendAudit(db, { ...act, phase: "event" }, 1);

  it("the process works on and reads, and a write that waits is done once the lock is gone", async () => {
    const db = await openStore({ dataDir });
    const other = new Sqlite(join(dataDir, "fleetdeck.db"));
    other.exec("begin immediate");
    const writing = append(db);
    // The writes have begun to wait.
    await new Promise((resolve) => setImmediate(resolve));
    expect((await listAudit(db, {})).entries).toEqual([]);
    other.exec("rollback");
    other.close();
    await writing;
    expect((await listAudit(db, {})).entries).toHaveLength(1);
    await db.destroy();
  });

  it("a write that has waited long is refused with what to do", async () => {
    const db = await openStore({ dataDir });
    const other = new Sqlite(join(dataDir, "fleetdeck.db"));
    other.exec("begin immediate");
    const refusal = await append(db).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StoreUnavailable);
    expect(refusal).toMatchObject({ status: 503, message: expect.stringContaining("locks") });
    other.exec("rollback");
    other.close();
    await append(db);
    await db.destroy();
  });
});
