import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import type { Database } from "../db/database.ts";
import { recordLinks } from "../inventory/resource-links.ts";
import { upsertResources } from "../inventory/resource-writes.ts";
import { invocationRowOf } from "../invocations/invocation-rows.ts";
import { addInvocationSessions, recordedBrowsersOf } from "../invocations/invocation-sessions.ts";
import { writeInvocations } from "../invocations/invocation-writes.ts";
import { readSessionOrigin, readSessionOrigins } from "./session-origin.ts";

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-origin-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const rowOf = (id: string, status: string) =>
  invocationRowOf({ id, app_name: "shop", action_name: "pay", version: "v1", status, finished_at: null }, 50);

it("returns nothing for an unknown session", async () => {
  expect(await readSessionOrigin(db, "s1")).toEqual({ pool: null, invocation: null });
});

it("returns the pool that it was last acquired from, by name or by id", async () => {
  const to = { kind: "session", id: "s1" } as const;
  const link = (id: string, atMs: number) => ({ from: { kind: "pool", id } as const, to, atMs });
  await upsertResources(db, [
    { kind: "pool", id: "p2", name: "eu", source: "listPools", details: {}, atMs: 10 },
  ]);
  await recordLinks(db, [link("p1", 20)]);
  expect((await readSessionOrigin(db, "s1")).pool).toEqual({ id: "p1", name: null, seen_ms: 20 });
  await recordLinks(db, [link("eu", 30)]);
  expect((await readSessionOrigin(db, "s1")).pool).toEqual({ id: "p2", name: "eu", seen_ms: 30 });
});

it("returns its last invocation, also when that has ended", async () => {
  await writeInvocations(db, [rowOf("r1", "running"), rowOf("r2", "failed")]);
  await addInvocationSessions(db, "r1", ["s1"], 100);
  await addInvocationSessions(db, "r2", ["s1"], 200);
  expect((await readSessionOrigin(db, "s1")).invocation).toEqual({
    id: "r2",
    app_name: "shop",
    action_name: "pay",
    version: "v1",
    status: "failed",
    seen_ms: 200,
  });
});

it("returns the origins of several sessions in the order of their ids", async () => {
  await recordLinks(db, [{ from: { kind: "pool", id: "eu" }, to: { kind: "session", id: "s2" }, atMs: 30 }]);
  await writeInvocations(db, [rowOf("r1", "running")]);
  await addInvocationSessions(db, "r1", ["s1", "s2"], 100);
  const origins = await readSessionOrigins(db, ["s2", "s3", "s1"]);
  expect(origins.map(({ session_id, pool, invocation }) => [session_id, pool?.id, invocation?.id])).toEqual([
    ["s2", "eu", "r1"],
    ["s3", undefined, undefined],
    ["s1", undefined, "r1"],
  ]);
});

it("returns an invocation's sessions in the order in which they were observed", async () => {
  await writeInvocations(db, [rowOf("r1", "failed"), rowOf("r2", "failed")]);
  await addInvocationSessions(db, "r1", ["s2"], 100);
  await addInvocationSessions(db, "r1", ["s2", "s1"], 200);
  await addInvocationSessions(db, "r2", ["s3"], 100);
  expect(await recordedBrowsersOf(db, "r1")).toEqual([
    { session_id: "s2", seen_ms: 100 },
    { session_id: "s1", seen_ms: 200 },
  ]);
  expect(await recordedBrowsersOf(db, "r3")).toEqual([]);
});
