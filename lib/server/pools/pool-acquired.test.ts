import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import type { Database } from "../db/database.ts";
import { recordLinks } from "../inventory/resource-links.ts";
import { invocationRowOf } from "../invocations/invocation-rows.ts";
import { addInvocationSessions } from "../invocations/invocation-sessions.ts";
import { writeInvocations } from "../invocations/invocation-writes.ts";
import type { InvocationReads } from "../invocations/invocations-of-sessions.ts";
import { acquiredOf } from "./pool-acquired.ts";

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-acquired-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const pool = { id: "p1", name: "eu" };
const startedAt = "2026-11-21T10:00:00Z";
const named = { app_name: "shop", action_name: "search", version: "v1" };
const open = { id: "open", status: "running", started_at: startedAt, ...named };
const over = {
  id: "over",
  status: "succeeded",
  started_at: startedAt,
  finished_at: "2026-11-21T10:05:00Z",
  ...named,
};

/** An API whose only running invocation has these sessions; undefined: it lists no invocations. */
const reads = (sessionIds: readonly string[] | undefined): InvocationReads => ({
  running: async () =>
    sessionIds === undefined
      ? { items: undefined, code: "upstream_501" }
      : { items: [open], whole: true, atMs: 1, stale: undefined },
  sessionsOf: async () => sessionIds ?? [],
});

async function seenWith(invocation: typeof open | typeof over, sessionId: string): Promise<void> {
  await writeInvocations(db, [invocationRowOf(invocation, 1_000)]);
  await addInvocationSessions(db, invocation.id, [sessionId], 1_000);
}

it("returns for each session its running invocation, else its last one, and when it was first seen in the pool", async () => {
  await recordLinks(db, [
    { from: { kind: "pool", id: "eu" }, to: { kind: "session", id: "a" }, atMs: 500 },
    { from: { kind: "pool", id: "p1" }, to: { kind: "session", id: "a" }, atMs: 700 },
    { from: { kind: "pool", id: "p2" }, to: { kind: "session", id: "b" }, atMs: 100 },
  ]);
  await seenWith(over, "b");
  const sessions = [
    { session_id: "a", name: "night run", created_at: startedAt },
    { session_id: "b", created_at: startedAt },
    { session_id: "c" },
  ];
  const found = await acquiredOf(db, pool, sessions, reads(["a"]));
  expect(found.invocations).toBe("all");
  const atMs = Date.parse(startedAt);
  expect(found.sessions).toEqual([
    {
      id: "a",
      name: "night run",
      created_at_ms: atMs,
      first_seen_ms: 500,
      work: "running",
      invocation: { id: "open", ...named, status: "running", started_at_ms: atMs, finished_at_ms: null },
    },
    {
      id: "b",
      name: null,
      created_at_ms: atMs,
      first_seen_ms: null,
      work: "idle",
      invocation: {
        id: "over",
        ...named,
        status: "succeeded",
        started_at_ms: atMs,
        finished_at_ms: atMs + 300_000,
      },
    },
    { id: "c", name: null, created_at_ms: null, first_seen_ms: null, work: "idle", invocation: null },
  ]);
});

it("returns the invocation of a session that started last", async () => {
  for (const minute of ["01", "03", "02"])
    await seenWith({ ...over, id: `invocation-${minute}`, started_at: `2026-11-21T10:${minute}:00Z` }, "a");
  await seenWith(over, "b");
  const sessions = [{ session_id: "a" }, { session_id: "b" }];
  const found = await acquiredOf(db, pool, sessions, reads([]));
  expect(found.sessions.map(({ invocation }) => invocation?.id)).toEqual(["invocation-03", "over"]);
});

it("does not report a session as running when its recorded invocation no longer lists it", async () => {
  await seenWith(open, "a");
  const found = await acquiredOf(db, pool, [{ session_id: "a" }], reads([]));
  expect(found.sessions).toMatchObject([{ work: "idle", invocation: { id: "open", status: null } }]);
});

it("reports no session as idle when running invocations cannot be read", async () => {
  await seenWith(open, "a");
  const sessions = [{ session_id: "a" }, { session_id: "b" }];
  const found = await acquiredOf(db, pool, sessions, reads(undefined));
  expect(found.invocations).toBe("remembered");
  expect(found.sessions.map(({ id, work }) => [id, work])).toEqual([
    ["a", "running"],
    ["b", "unknown"],
  ]);
});
