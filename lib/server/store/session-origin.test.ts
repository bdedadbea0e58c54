import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Database, openStore } from "./database.ts";
import { recordLinks, recordSightings } from "./inventory.ts";
import { runRowOf } from "./run-rows.ts";
import { addRunSessions } from "./run-sessions.ts";
import { writeRuns } from "./runs.ts";
import { readSessionOrigin } from "./session-origin.ts";

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-origin-"));
  db = await openStore({ dataDir });
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const run = (id: string, status: string) =>
  runRowOf({ id, app_name: "shop", action_name: "pay", version: "v1", status, finished_at: null }, 50);

it("says nothing of a session that nobody saw", async () => {
  expect(await readSessionOrigin(db, "s1")).toEqual({ pool: null, run: null });
});

it("finds the pool it was acquired from last, whether by name or by id", async () => {
  const to = { kind: "session", id: "s1" } as const;
  const link = (id: string, atMs: number) => ({ from: { kind: "pool", id } as const, to, atMs });
  await recordSightings(db, [
    { kind: "pool", id: "p2", name: "eu", source: "listPools", facts: {}, atMs: 10 },
  ]);
  await recordLinks(db, [link("p1", 20)]);
  expect((await readSessionOrigin(db, "s1")).pool).toEqual({ id: "p1", name: null, seen_ms: 20 });
  await recordLinks(db, [link("eu", 30)]);
  expect((await readSessionOrigin(db, "s1")).pool).toEqual({ id: "p2", name: "eu", seen_ms: 30 });
});

it("finds the run it was seen with last, also when that is over", async () => {
  await writeRuns(db, [run("r1", "running"), run("r2", "failed")]);
  await addRunSessions(db, "r1", ["s1"], 100);
  await addRunSessions(db, "r2", ["s1"], 200);
  expect((await readSessionOrigin(db, "s1")).run).toEqual({
    id: "r2",
    app_name: "shop",
    action_name: "pay",
    version: "v1",
    status: "failed",
    seen_ms: 200,
  });
});
