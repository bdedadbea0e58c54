import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import type { Database } from "../db/database.ts";
import type { Tables } from "../db/tables.ts";
import { recordLinks, resourcesLinkedTo } from "./resource-links.ts";
import {
  markAbsentAsEnded,
  markResourceEnded,
  pinResource,
  type ResourceRecord,
  unpinResource,
  upsertResources,
} from "./resource-writes.ts";
import { findResource, listResources } from "./resources.ts";

let dataDir: string;
let db: Database;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "fd-inventory-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  await rm(dataDir, { recursive: true });
});

const record = (id: string, atMs: number, more: Partial<ResourceRecord> = {}): ResourceRecord => ({
  kind: "proxy",
  id,
  name: `name of ${id}`,
  source: "listProxies",
  details: { status: "available" },
  atMs,
  ...more,
});
const mention = (id: string, atMs: number): ResourceRecord => ({
  kind: "proxy",
  id,
  name: null,
  source: "listPools",
  atMs,
});

describe("inventory resources", () => {
  it("keeps the first source, first and last time of an id over repeated writes", async () => {
    await upsertResources(db, [mention("p1", 100)]);
    const twice = [record("p1", 5_000, { details: { status: "unavailable" } }), mention("p1", 5_000)];
    await upsertResources(db, twice);
    await upsertResources(db, twice);
    expect(await findResource(db, "proxy", "p1")).toMatchObject({
      source: "listPools",
      first_seen_ms: 100,
      last_seen_ms: 5_000,
      name: "name of p1",
      details: { status: "unavailable" },
      ended_at_ms: null,
    });
    expect(await listResources(db, {})).toHaveLength(1);
  });

  it("does not overwrite newer data by a reference or a late answer", async () => {
    await upsertResources(db, [record("p1", 9_000, { details: { status: "available" } })]);
    await upsertResources(db, [record("p1", 8_000, { name: "old", details: { status: "unavailable" } })]);
    await upsertResources(db, [mention("p1", 9_500)]);
    expect(await findResource(db, "proxy", "p1")).toMatchObject({
      name: "name of p1",
      details: { status: "available" },
      last_seen_ms: 9_500,
    });
  });

  it("marks resources missing in a complete list as ended, and listed ones as present again", async () => {
    await upsertResources(db, [record("gone", 1_000), record("kept", 1_000), record("young", 99_000)]);
    await upsertResources(db, [mention("mentioned", 1_000)]);
    await markAbsentAsEnded(db, { kind: "proxy", present: new Set(["kept"]), atMs: 100_000 });
    const ended = Object.fromEntries(
      (await listResources(db, {})).map(({ id, ended_at_ms }) => [id, ended_at_ms]),
    );
    // Resources seen just before may be newer than the list; references are never in lists.
    expect(ended).toEqual({ gone: 100_000, kept: null, young: null, mentioned: null });
    await upsertResources(db, [mention("gone", 110_000)]);
    expect((await findResource(db, "proxy", "gone"))?.ended_at_ms).toBe(100_000);
    await upsertResources(db, [record("gone", 120_000)]);
    expect((await findResource(db, "proxy", "gone"))?.ended_at_ms).toBeNull();
    await markResourceEnded(db, { kind: "proxy", id: "kept", atMs: 130_000 });
    expect((await findResource(db, "proxy", "kept"))?.ended_at_ms).toBe(130_000);
  });

  it("lists pinned ids first, recorded or not, and deletes an unpinned one that was never seen", async () => {
    await upsertResources(db, [record("seen", 1_000)]);
    await pinResource(db, { kind: "proxy", id: "by-hand", label: "the one in Oslo", by: "ann" }, 500);
    await pinResource(db, { kind: "proxy", id: "by-hand", label: "Oslo", by: "ben" }, 600);
    const [first, second] = await listResources(db, { kind: "proxy" });
    expect(first).toMatchObject({ id: "by-hand", label: "Oslo", pinned_by: "ben", source: "pinned" });
    expect(second?.id).toBe("seen");
    expect((await listResources(db, { pinned: true })).map(({ id }) => id)).toEqual(["by-hand"]);
    expect((await listResources(db, { pinned: false })).map(({ id }) => id)).toEqual(["seen"]);
    await unpinResource(db, "proxy", "by-hand");
    expect(await findResource(db, "proxy", "by-hand")).toBeUndefined();

    await pinResource(db, { kind: "proxy", id: "later", label: "", by: "ann" }, 700);
    await upsertResources(db, [mention("later", 900)]);
    await unpinResource(db, "proxy", "later");
    expect(await findResource(db, "proxy", "later")).toMatchObject({ source: "listPools", pinned_by: null });
  });

  it("stores the record of an answer that is older than a pin or reference", async () => {
    await pinResource(db, { kind: "proxy", id: "pinned", label: "Oslo", by: "ann" }, 1_000);
    await upsertResources(db, [mention("mentioned", 1_000)]);
    await upsertResources(db, [record("pinned", 900), record("mentioned", 900)]);
    expect(await findResource(db, "proxy", "pinned")).toMatchObject({
      name: "name of pinned",
      details: { status: "available" },
      source: "listProxies",
      first_seen_ms: 900,
      last_seen_ms: 900,
      label: "Oslo",
    });
    expect(await findResource(db, "proxy", "mentioned")).toMatchObject({
      details: { status: "available" },
      first_seen_ms: 900,
      last_seen_ms: 1_000,
    });
    await markAbsentAsEnded(db, { kind: "proxy", present: new Set(), atMs: 10_000 });
    for (const id of ["pinned", "mentioned"])
      expect(await findResource(db, "proxy", id)).toMatchObject({ ended_at_ms: 10_000 });
  });

  it("does not reopen an ended resource by a late record", async () => {
    await upsertResources(db, [mention("p1", 1_000)]);
    await markResourceEnded(db, { kind: "proxy", id: "p1", atMs: 1_100 });
    await upsertResources(db, [record("p1", 900)]);
    expect(await findResource(db, "proxy", "p1")).toMatchObject({ ended_at_ms: 1_100, name: "name of p1" });
  });

  it("lists pinned resources, then the newest others, up to the limit", async () => {
    await upsertResources(
      db,
      ["a", "b", "c"].map((id, at) => record(id, 1_000 * (at + 1))),
    );
    for (const id of ["a", "by-hand"])
      await pinResource(db, { kind: "proxy", id, label: "", by: "ann" }, 100);
    const ids = async (limit: number) =>
      (await listResources(db, { kind: "proxy", limit })).map(({ id }) => id);
    expect(await ids(1)).toEqual(["a"]);
    expect(await ids(3)).toEqual(["a", "by-hand", "c"]);
    expect(await ids(10)).toEqual(["a", "by-hand", "c", "b"]);
  });

  it("reads pins and newest resources from their indexes", async () => {
    const statements: string[] = [];
    // The statements as the driver sends them.
    const file = new Sqlite(join(dataDir, "fleetdeck.db"), {
      verbose: (text) => statements.push(String(text)),
    });
    const traced = new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) });
    await listResources(traced, { pinned: true });
    await listResources(traced, { kind: "session" });
    const plans = statements
      .filter((text) => text.includes('from "resources"'))
      .map((text) =>
        file
          .prepare<[], { detail: string }>(`explain query plan ${text}`)
          .all()
          .map(({ detail }) => detail)
          .join("; "),
      );
    expect(plans).toHaveLength(3);
    expect(plans[0]).toMatch(/USING INDEX resources_pinned/);
    expect(plans[1]).toMatch(/USING INDEX resources_pinned \(kind=\?/);
    expect(plans[2]).toMatch(/USING INDEX resources_by_time \(kind=\?/);
    expect(plans[2]).not.toMatch(/TEMP B-TREE FOR ORDER BY/);
    await traced.destroy();
  });

  it("finds parts of ids, names and labels in any case, and escapes pattern characters", async () => {
    await upsertResources(db, [record("px_1", 1_000, { name: "Chicago 100%" }), record("pxa1", 1_000)]);
    await pinResource(db, { kind: "proxy", id: "pxa1", label: "Lisbon", by: "ann" }, 1_000);
    const found = async (searchText: string) =>
      (await listResources(db, { searchText })).map(({ id }) => id).sort();
    expect(await found("CHICAGO")).toEqual(["px_1"]);
    expect(await found("px_")).toEqual(["px_1"]);
    expect(await found("0%")).toEqual(["px_1"]);
    expect(await found("lisb")).toEqual(["pxa1"]);
    expect(await found("!")).toEqual([]);
  });

  it("keeps links once, newest first", async () => {
    const link = (session: string, atMs: number) => ({
      from: { kind: "session" as const, id: session },
      to: { kind: "proxy" as const, id: "p1" },
      atMs,
    });
    await recordLinks(db, [link("s1", 10), link("s2", 20)]);
    await recordLinks(db, [link("s1", 30)]);
    await recordLinks(db, [link("s1", 5)]);
    expect(await resourcesLinkedTo(db, "session", { kind: "proxy", ids: ["p1", "p2"] })).toEqual([
      { id: "s1", toId: "p1", lastSeenMs: 30 },
      { id: "s2", toId: "p1", lastSeenMs: 20 },
    ]);
  });

  it("writes more rows than the limit of one statement", async () => {
    const many = Array.from({ length: 1_234 }, (_, at) => record(`p${at}`, 1_000));
    await upsertResources(db, many);
    await markAbsentAsEnded(db, { kind: "proxy", present: new Set(["p7"]), atMs: 50_000 });
    const rows = await db.selectFrom("resources").select("id").where("ended_at_ms", "is", null).execute();
    expect(rows).toEqual([{ id: "p7" }]);
  });
});
