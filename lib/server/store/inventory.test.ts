import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Database, openStore } from "./database.ts";
import {
  endSeen,
  findSeen,
  listSeen,
  pinSeen,
  recordAbsence,
  recordLinks,
  recordSightings,
  type Sighting,
  seenLeadingTo,
  unpinSeen,
} from "./inventory.ts";
import type { Tables } from "./tables.ts";

let dataDir: string;
let db: Database;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "fd-inventory-"));
  db = await openStore({ dataDir });
});
afterEach(async () => {
  await db.destroy();
  await rm(dataDir, { recursive: true });
});

const record = (id: string, atMs: number, more: Partial<Sighting> = {}): Sighting => ({
  kind: "proxy",
  id,
  name: `name of ${id}`,
  source: "listProxies",
  facts: { status: "available" },
  atMs,
  ...more,
});
const mention = (id: string, atMs: number): Sighting => ({
  kind: "proxy",
  id,
  name: null,
  source: "listPools",
  atMs,
});

describe("the inventory", () => {
  it("keeps where an id was first learned, and its first and last time, however often it is written", async () => {
    await recordSightings(db, [mention("p1", 100)]);
    const twice = [record("p1", 5_000, { facts: { status: "unavailable" } }), mention("p1", 5_000)];
    await recordSightings(db, twice);
    await recordSightings(db, twice);
    expect(await findSeen(db, "proxy", "p1")).toMatchObject({
      source: "listPools",
      first_seen_ms: 100,
      last_seen_ms: 5_000,
      name: "name of p1",
      facts: { status: "unavailable" },
      ended_at_ms: null,
    });
    expect(await listSeen(db, {})).toHaveLength(1);
  });

  it("lets neither a mention nor a late answer overwrite what is newer", async () => {
    await recordSightings(db, [record("p1", 9_000, { facts: { status: "available" } })]);
    await recordSightings(db, [record("p1", 8_000, { name: "old", facts: { status: "unavailable" } })]);
    await recordSightings(db, [mention("p1", 9_500)]);
    expect(await findSeen(db, "proxy", "p1")).toMatchObject({
      name: "name of p1",
      facts: { status: "available" },
      last_seen_ms: 9_500,
    });
  });

  it("takes what a whole list no longer holds for gone, and what is listed again for back", async () => {
    await recordSightings(db, [record("gone", 1_000), record("kept", 1_000), record("young", 99_000)]);
    await recordSightings(db, [mention("mentioned", 1_000)]);
    await recordAbsence(db, { kind: "proxy", present: new Set(["kept"]), atMs: 100_000 });
    const ended = Object.fromEntries(
      (await listSeen(db, {})).map(({ id, ended_at_ms }) => [id, ended_at_ms]),
    );
    // What was seen just before the list was read may be newer than the list; a mention was never listed.
    expect(ended).toEqual({ gone: 100_000, kept: null, young: null, mentioned: null });
    await recordSightings(db, [mention("gone", 110_000)]);
    expect((await findSeen(db, "proxy", "gone"))?.ended_at_ms).toBe(100_000);
    await recordSightings(db, [record("gone", 120_000)]);
    expect((await findSeen(db, "proxy", "gone"))?.ended_at_ms).toBeNull();
    await endSeen(db, { kind: "proxy", id: "kept", atMs: 130_000 });
    expect((await findSeen(db, "proxy", "kept"))?.ended_at_ms).toBe(130_000);
  });

  it("takes what it hears now for newer than what was seen before the clock was set back", async () => {
    const hourMs = 3_600_000;
    const aheadMs = 2 * hourMs;
    const facts = { status: "unavailable" };
    await recordSightings(db, [
      record("told", aheadMs),
      record("gone", aheadMs),
      record("near", hourMs + 20_000),
    ]);
    const link = { from: { kind: "session", id: "s1" }, to: { kind: "proxy", id: "told" } } as const;
    await recordLinks(db, [{ ...link, atMs: aheadMs }]);
    await recordSightings(db, [record("told", hourMs, { facts }), record("near", hourMs, { facts })], hourMs);
    await recordLinks(db, [{ ...link, atMs: hourMs }], hourMs);
    expect(await findSeen(db, "proxy", "told")).toMatchObject({ facts, last_seen_ms: hourMs });
    expect(await findSeen(db, "proxy", "near"), "by a replica whose clock is a little ahead").toMatchObject({
      facts: { status: "available" },
      last_seen_ms: hourMs + 20_000,
    });
    expect(await seenLeadingTo(db, "session", { kind: "proxy", ids: ["told"] })).toMatchObject([
      { lastSeenMs: hourMs },
    ]);
    const list = { kind: "proxy", present: new Set(["told", "near"]), atMs: hourMs } as const;
    await recordAbsence(db, list, hourMs);
    expect((await findSeen(db, "proxy", "gone"))?.ended_at_ms).toBe(hourMs);
    expect((await findSeen(db, "proxy", "told"))?.ended_at_ms).toBeNull();
  });

  it("shows pinned ids first, seen or not, and forgets an unpinned one that was never seen", async () => {
    await recordSightings(db, [record("seen", 1_000)]);
    await pinSeen(db, { kind: "proxy", id: "by-hand", label: "the one in Oslo", by: "ann" }, 500);
    await pinSeen(db, { kind: "proxy", id: "by-hand", label: "Oslo", by: "ben" }, 600);
    const [first, second] = await listSeen(db, { kind: "proxy" });
    expect(first).toMatchObject({ id: "by-hand", label: "Oslo", pinned_by: "ben", source: "pinned" });
    expect(second?.id).toBe("seen");
    expect((await listSeen(db, { pinned: true })).map(({ id }) => id)).toEqual(["by-hand"]);
    expect((await listSeen(db, { pinned: false })).map(({ id }) => id)).toEqual(["seen"]);
    await unpinSeen(db, "proxy", "by-hand");
    expect(await findSeen(db, "proxy", "by-hand")).toBeUndefined();

    await pinSeen(db, { kind: "proxy", id: "later", label: "", by: "ann" }, 700);
    await recordSightings(db, [mention("later", 900)]);
    await unpinSeen(db, "proxy", "later");
    expect(await findSeen(db, "proxy", "later")).toMatchObject({ source: "listPools", pinned_by: null });
  });

  it("keeps the record of an answer that was asked for before the thing was pinned or mentioned", async () => {
    await pinSeen(db, { kind: "proxy", id: "pinned", label: "Oslo", by: "ann" }, 1_000);
    await recordSightings(db, [mention("mentioned", 1_000)]);
    await recordSightings(db, [record("pinned", 900), record("mentioned", 900)]);
    expect(await findSeen(db, "proxy", "pinned")).toMatchObject({
      name: "name of pinned",
      facts: { status: "available" },
      source: "listProxies",
      first_seen_ms: 900,
      last_seen_ms: 900,
      label: "Oslo",
    });
    expect(await findSeen(db, "proxy", "mentioned")).toMatchObject({
      facts: { status: "available" },
      first_seen_ms: 900,
      last_seen_ms: 1_000,
    });
    await recordAbsence(db, { kind: "proxy", present: new Set(), atMs: 10_000 });
    for (const id of ["pinned", "mentioned"])
      expect(await findSeen(db, "proxy", id)).toMatchObject({ ended_at_ms: 10_000 });
  });

  it("takes no late record for a return of what has ended since", async () => {
    await recordSightings(db, [mention("p1", 1_000)]);
    await endSeen(db, { kind: "proxy", id: "p1", atMs: 1_100 });
    await recordSightings(db, [record("p1", 900)]);
    expect(await findSeen(db, "proxy", "p1")).toMatchObject({ ended_at_ms: 1_100, name: "name of p1" });
  });

  it("gives the pinned ones and behind them the newest of the others, as many as are asked for", async () => {
    await recordSightings(
      db,
      ["a", "b", "c"].map((id, at) => record(id, 1_000 * (at + 1))),
    );
    for (const id of ["a", "by-hand"]) await pinSeen(db, { kind: "proxy", id, label: "", by: "ann" }, 100);
    const ids = async (limit: number) => (await listSeen(db, { kind: "proxy", limit })).map(({ id }) => id);
    expect(await ids(1)).toEqual(["a"]);
    expect(await ids(3)).toEqual(["a", "by-hand", "c"]);
    expect(await ids(10)).toEqual(["a", "by-hand", "c", "b"]);
  });

  it("reads neither all that was ever seen for the pinned ones, nor all of a kind for the newest", async () => {
    const statements: string[] = [];
    // What is really sent, taken from the driver.
    const file = new Sqlite(join(dataDir, "fleetdeck.db"), {
      verbose: (text) => statements.push(String(text)),
    });
    const heard = new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) });
    await listSeen(heard, { pinned: true });
    await listSeen(heard, { kind: "session" });
    const plans = statements
      .filter((text) => text.includes('from "seen"'))
      .map((text) =>
        file
          .prepare<[], { detail: string }>(`explain query plan ${text}`)
          .all()
          .map(({ detail }) => detail)
          .join("; "),
      );
    expect(plans).toHaveLength(3);
    expect(plans[0]).toMatch(/USING INDEX seen_pinned/);
    expect(plans[1]).toMatch(/USING INDEX seen_pinned \(kind=\?/);
    expect(plans[2]).toMatch(/USING INDEX seen_by_time \(kind=\?/);
    expect(plans[2]).not.toMatch(/TEMP B-TREE FOR ORDER BY/);
    await heard.destroy();
  });

  it("finds a part of an id, a name or a label in any case, and takes signs of patterns as they are", async () => {
    await recordSightings(db, [record("px_1", 1_000, { name: "Chicago 100%" }), record("pxa1", 1_000)]);
    await pinSeen(db, { kind: "proxy", id: "pxa1", label: "Lisbon", by: "ann" }, 1_000);
    const found = async (sought: string) => (await listSeen(db, { sought })).map(({ id }) => id).sort();
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
    expect(await seenLeadingTo(db, "session", { kind: "proxy", ids: ["p1", "p2"] })).toEqual([
      { id: "s1", toId: "p1", lastSeenMs: 30 },
      { id: "s2", toId: "p1", lastSeenMs: 20 },
    ]);
  });

  it("writes more rows than one statement takes", async () => {
    const many = Array.from({ length: 1_234 }, (_, at) => record(`p${at}`, 1_000));
    await recordSightings(db, many);
    await recordAbsence(db, { kind: "proxy", present: new Set(["p7"]), atMs: 50_000 });
    const rows = await db.selectFrom("seen").select("id").where("ended_at_ms", "is", null).execute();
    expect(rows).toEqual([{ id: "p7" }]);
  });
});
