import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { firstBrokenRow } from "../../../tests/support/first-broken-row.ts";
import type { AuditPhase } from "../../bff/audit.ts";
import type { Database } from "../db/database.ts";
import type { Tables } from "../db/tables.ts";
import { appendAudit } from "./audit-chain.ts";
import { listAudit } from "./list-audit.ts";

let dataDir = "";
let db: Database;

const write = (target: string, phase: "intended" | "answered" = "intended") =>
  appendAudit(
    db,
    {
      actor: "ada",
      role: "operator",
      ip: "127.0.0.1",
      requestId: `r-${target}`,
      action: "checkProxy",
      target,
      phase,
      status: 200,
      code: "ok",
      reason: "because",
      targetName: `name of ${target}`,
      batchId: "batch-1",
    },
    1_700_000_000_000,
  );

/** Changes the file as an attacker with access to it could. */
function tamper(statement: string): void {
  const file = new Sqlite(join(dataDir, "fleetdeck.db"));
  for (const { name } of file
    .prepare<[], { name: string }>("select name from sqlite_master where type = 'trigger'")
    .all())
    file.exec(`drop trigger ${name}`);
  file.exec(statement);
  file.close();
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-audit-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

describe("the audit chain", () => {
  it("is consistent after concurrent writes", async () => {
    await Promise.all(Array.from({ length: 20 }, (_, at) => write(`p${at}`)));
    expect(await firstBrokenRow(db)).toBeUndefined();
  });

  it.each([
    ["the time", "at_ms = at_ms + 1"],
    ["the actor", "actor = 'bob'"],
    ["the role", "role = 'admin'"],
    ["the address", "ip = '10.0.0.1'"],
    ["the request", "request_id = 'other'"],
    ["the action", "action = 'deleteBrowser'"],
    ["the target", "target = 'other'"],
    ["the phase", "phase = 'answered'"],
    ["the status", "status = 500"],
    ["the code", "code = null"],
    ["the reason", "reason = ''"],
    ["the name", "target_name = 'other'"],
    ["that there is a name", "target_name = null"],
    ["the batch", "batch_id = 'other'"],
    ["that it is one of a batch", "batch_id = null"],
  ])("breaks at the row in which %s was changed", async (_, change) => {
    for (const target of ["a", "b", "c"]) await write(target);
    tamper(`update audit set ${change} where seq = 2`);
    expect(await firstBrokenRow(db)).toBe(2);
  });

  it("breaks where a row was deleted, at the start and in between", async () => {
    for (const target of ["a", "b", "c"]) await write(target);
    tamper("delete from audit where seq = 2");
    expect(await firstBrokenRow(db)).toBe(3);
    tamper("delete from audit where seq = 1");
    expect(await firstBrokenRow(db)).toBe(3);
  });

  it("breaks where a row was deleted and the others were renumbered", async () => {
    for (const target of ["a", "b", "c"]) await write(target);
    tamper("delete from audit where seq = 2; update audit set seq = 2 where seq = 3");
    expect(await firstBrokenRow(db)).toBe(2);
  });
});

describe("a page of the audit", () => {
  it("is newest first, and reports exactly whether there is more", async () => {
    for (const target of ["a", "b", "c"]) await write(target);
    const page = async (limit: number, offset: number) => {
      const { entries, hasMore } = await listAudit(db, { limit, offset });
      return [entries.map(({ target }) => target).join(""), hasMore];
    };
    expect(await page(2, 0)).toEqual(["cb", true]);
    expect(await page(2, 2)).toEqual(["a", false]);
    expect(await page(3, 0)).toEqual(["cba", false]);
  });

  it.each([
    ["actor", "bob"],
    ["action", "deleteBrowser"],
    ["target", "b"],
    ["phase", "answered"],
    ["request_id", "r-b"],
  ])("filtered by %s contains matching rows only", async (name, value) => {
    await write("a");
    await appendAudit(
      db,
      {
        actor: "bob",
        role: "admin",
        ip: "127.0.0.1",
        requestId: "r-b",
        action: "deleteBrowser",
        target: "b",
        phase: "answered",
      },
      1_700_000_000_001,
    );
    const { entries } = await listAudit(db, { [name]: value });
    expect(entries.map(({ target }) => target)).toEqual(["b"]);
  });

  it("filtered by an id has acts on a part of that object too, and on no other object", async () => {
    const own = ["s_1", "s_1 as succeeded", "s_1/712", "s_1 /tmp/a.txt", 's_1 "/tmp/ä b"'];
    const others = ["s_10", "s_10/712", "s-1", "S_1", "s_1.", "s2 s_1", "/api/browsers/s_1"];
    for (const target of [...own, ...others]) await write(target);
    const { entries } = await listAudit(db, { target: "s_1" });
    expect(entries.map(({ target }) => target).reverse()).toEqual(own);
  });

  it("has, for an answer that names another target, what the request named", async () => {
    const act = { actor: "bob", role: "operator", ip: "127.0.0.1", action: "createInvocation" };
    const append = (requestId: string, target: string, phase: AuditPhase) =>
      appendAudit(db, { ...act, requestId, target, phase }, 1_700_000_000_001);
    await append("r-1", "shop 1.0 buy", "intended");
    await append("r-1", "inv1", "answered");
    await append("r-2", "same", "intended");
    await append("r-2", "same", "answered");
    const { entries } = await listAudit(db, { phase: "answered" });
    expect(entries.map(({ target, intended_target }) => [target, intended_target])).toEqual([
      ["same", undefined],
      ["inv1", "shop 1.0 buy"],
    ]);
  });
});

it("the acts on an object are read through an index, not among all", async () => {
  const statements: string[] = [];
  const file = new Sqlite(join(dataDir, "fleetdeck.db"), {
    verbose: (text) => statements.push(String(text)),
  });
  const traced: Database = new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) });
  await listAudit(traced, { target: "px1" });
  const [listed = ""] = statements.filter((text) => text.includes('from "audit"'));
  const plan = file.prepare<[], { detail: string }>(`explain query plan ${listed}`).all();
  await traced.destroy();
  const steps = plan.map(({ detail }) => detail);
  expect(steps.join("; ")).toContain("USING INDEX audit_by_target (<expr>>? AND <expr><?)");
  expect(steps.filter((step) => step.startsWith("SCAN"))).toEqual([
    expect.stringMatching(/^SCAN audit USING INDEX audit_of_releases/),
  ]);
});
