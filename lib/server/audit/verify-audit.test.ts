import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { auditKey } from "../../../tests/support/audit-key.ts";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import type { Database } from "../db/database.ts";
import { appendAudit } from "./audit-chain.ts";
import { appendCheckpoint, checkpointPath, readCheckpoints } from "./audit-checkpoints.ts";
import { setAuditKey } from "./audit-key.ts";
import { csvHeader, csvLine, exportRows } from "./export-audit.ts";
import { auditBytes, pruneAudit } from "./prune-audit.ts";
import { isNewestRowOwn, verifyAudit } from "./verify-audit.ts";

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-verify-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  setAuditKey(auditKey);
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const write = (requestId: string, atMs = 1_000, target = "p1") =>
  appendAudit(
    db,
    { actor: "ada", role: "admin", ip: "::1", requestId, action: "flushPool", target, phase: "event" },
    atMs,
  );
const writeMany = async (count: number) => {
  for (let at = 1; at <= count; at += 1) await write(`r${at}`, at);
};
const path = () => checkpointPath(dataDir);
const checkpoint = () => appendCheckpoint(db, path(), undefined, 1_700_000_000_000);
const verdict = async () => verifyAudit(db, (await readCheckpoints(path())).checkpoints);
const prune = (beforeMs: number) =>
  db.transaction().execute((trx) => pruneAudit(db, trx, { beforeMs, nowMs: 5_000 }));

/** Changes the file as someone with access to it could, without the key. */
function tamper(...statements: string[]): void {
  const file = new Sqlite(join(dataDir, "fleetdeck.db"));
  for (const name of ["audit_no_update", "audit_no_delete"]) file.exec(`drop trigger if exists ${name}`);
  for (const statement of statements) file.exec(statement);
  file.close();
}

describe("T42 verifying the audit", () => {
  it("finds nothing wrong with what was written", async () => {
    await writeMany(3);
    await checkpoint();
    await write("r4");
    expect(await verdict()).toEqual({ rows: 4, fault: undefined });
  });

  it("finds rows that were deleted from the end", async () => {
    await writeMany(5);
    await checkpoint();
    tamper("delete from audit where seq > 3");
    expect((await verdict()).fault).toMatchObject({ seq: 4, what: expect.stringContaining("Rows 4 to 5") });
    tamper("delete from audit");
    expect((await verdict()).fault).toMatchObject({ seq: 1 });
  });

  it("finds a chain that went on after rows were deleted from its end", async () => {
    await writeMany(5);
    await checkpoint();
    tamper("delete from audit where seq > 3");
    for (const id of ["x4", "x5", "x6"]) await write(id);
    expect((await verdict()).fault).toMatchObject({ seq: 5, what: expect.stringContaining("was rewritten") });
  });

  it("finds nothing wrong with a restored database beside the checkpoints of its backup, or none", async () => {
    await writeMany(3);
    await checkpoint();
    const backup = readFileSync(path(), "utf8");
    await write("r4");
    await write("r5");
    await checkpoint();
    tamper("delete from audit where seq > 4");
    expect((await verdict()).fault).toMatchObject({ seq: 5 });
    rmSync(path());
    expect(await verdict()).toEqual({ rows: 4, fault: undefined });
    writeFileSync(path(), backup);
    expect(await verdict()).toEqual({ rows: 4, fault: undefined });
    await write("x5");
    await checkpoint();
    expect(await verdict()).toEqual({ rows: 5, fault: undefined });
  });

  it("finds an inserted row, and a chain written anew without the key", async () => {
    await writeMany(3);
    tamper(
      "insert into audit select 4, at_ms, 'eve', role, ip, request_id, action, target, phase, status, code, reason, hash, hash, 1, null, null from audit where seq = 3",
    );
    expect((await verdict()).fault?.seq).toBe(4);
    // As anyone can compute it who knows the format.
    setAuditKey(createHash("sha256").update("guess").digest("hex"));
    tamper("delete from audit");
    await writeMany(3);
    setAuditKey(auditKey);
    expect((await verdict()).fault).toMatchObject({ seq: 1 });
    expect(await isNewestRowOwn(db)).toBe(false);
  });

  it("finds a changed checkpoint, and reads on after one that a crash cut off", async () => {
    await writeMany(2);
    await checkpoint();
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    const text = readFileSync(path(), "utf8");
    writeFileSync(path(), `${text}{"at":"2026`);
    await write("r3");
    await appendCheckpoint(db, path(), { seq: 2 }, 1_700_000_060_000);
    expect((await readCheckpoints(path())).checkpoints.map(({ seq }) => seq)).toEqual([2, 3]);
    expect((await verdict()).fault).toBeUndefined();
    writeFileSync(path(), text.replace('"seq":2', '"seq":1'));
    expect((await verdict()).fault).toMatchObject({ seq: 1, what: expect.stringContaining("checkpoint") });
  });

  it("continues after old rows were deleted, and finds a forged beginning", async () => {
    await writeMany(6);
    await checkpoint();
    expect(await prune(4)).toBe(false);
    expect(await verdict()).toEqual({ rows: 3, fault: undefined });
    await prune(7);
    await write("r7", 7);
    expect(await verdict()).toEqual({ rows: 1, fault: undefined });
    tamper("delete from audit", "update audit_anchor set seq = 7");
    expect((await verdict()).fault?.what).toContain("anchor");
    tamper("delete from audit_anchor");
    expect((await verdict()).fault).toMatchObject({ seq: 1 });
  });

  it("lets only what the retention deletes be deleted from the database", async () => {
    await writeMany(3);
    await prune(2);
    await expect(db.deleteFrom("audit").where("seq", "=", 2).execute()).rejects.toThrow("append-only");
    await expect(db.updateTable("audit").set({ actor: "eve" }).execute()).rejects.toThrow("append-only");
  });
});

it("deletes in parts, oldest first, only up to the first young row", async () => {
  for (const [at, id] of [
    [1, "a"],
    [9, "b"],
    [2, "c"],
  ] as const)
    await write(id, at);
  await prune(5);
  expect((await db.selectFrom("audit").select("request_id").execute()).map((row) => row.request_id)).toEqual([
    "b",
    "c",
  ]);
});

it("deletes rows that are dated in the future, as of a clock that was ahead, with the next one that is old", async () => {
  const ids = async () =>
    (await db.selectFrom("audit").select("request_id").orderBy("seq").execute()).map((row) => row.request_id);
  // The clock is at 5,000, and these are more than are deleted at a time.
  for (let at = 0; at < 600; at += 1) await write(`ahead${at}`, 1_000_000);
  await write("young", 4_000);
  expect(await prune(3_000)).toBe(false);
  expect(await ids()).toHaveLength(601);
  await write("behind", 2_000);
  await write("ahead", 1_000_000);
  await write("new", 4_900);
  expect(await prune(3_000)).toBe(false);
  expect(await ids()).toHaveLength(604);
  while (await prune(4_500));
  expect(await ids()).toEqual(["ahead", "new"]);
  expect((await verdict()).fault).toBeUndefined();
});

it("T42 exports rows as CSV in which no cell is a formula, and every cell is whole", async () => {
  await write("r1", 1_000, '=cmd()|"x",\ny');
  const lines: string[] = [csvHeader];
  for await (const row of exportRows(db)) lines.push(csvLine(row));
  expect(lines[0]).toMatch(/^at,seq,at_ms,actor,/);
  expect(lines[1]).toContain(`,"'=cmd()|""x"",\ny",event,`);
  expect(lines[1]).toMatch(/^1970-01-01T00:00:01\.000Z,1,1000,ada,admin,::1,r1,flushPool,/);
});

it("estimates its size, which counts against no limit of the history", async () => {
  expect(await auditBytes(db)).toBe(0);
  await writeMany(100);
  const bytes = await auditBytes(db);
  expect(bytes).toBeGreaterThan(30_000);
  expect(bytes).toBeLessThan(100_000);
});
