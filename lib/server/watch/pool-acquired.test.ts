import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Database, openStore } from "../store/database.ts";
import { recordLinks } from "../store/inventory.ts";
import { runRowOf } from "../store/run-rows.ts";
import { addRunSessions } from "../store/run-sessions.ts";
import { writeRuns } from "../store/runs.ts";
import { acquiredOf } from "./pool-acquired.ts";
import type { RunReads } from "./runs-behind.ts";

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-acquired-"));
  db = await openStore({ dataDir });
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

/** An API whose one running run has these sessions; undefined: it lists no runs. */
const reads = (sessionIds: readonly string[] | undefined): RunReads => ({
  running: async () =>
    sessionIds === undefined
      ? { items: undefined, code: "upstream_501" }
      : { items: [open], whole: true, atMs: 1, stale: undefined },
  sessionsOf: async () => sessionIds ?? [],
});

async function seenWith(run: typeof open | typeof over, sessionId: string): Promise<void> {
  await writeRuns(db, [runRowOf(run, 1_000)]);
  await addRunSessions(db, run.id, [sessionId], 1_000);
}

it("tells of each session the run that has it now, else its last one, and since when it was seen in the pool", async () => {
  await recordLinks(db, [
    { from: { kind: "pool", id: "eu" }, to: { kind: "session", id: "a" }, atMs: 500 },
    { from: { kind: "pool", id: "p1" }, to: { kind: "session", id: "a" }, atMs: 700 },
    { from: { kind: "pool", id: "p2" }, to: { kind: "session", id: "b" }, atMs: 100 },
  ]);
  await seenWith(over, "b");
  const sessions = [
    { session_id: "a", created_at: startedAt },
    { session_id: "b", created_at: startedAt },
    { session_id: "c" },
  ];
  const found = await acquiredOf(db, pool, sessions, reads(["a"]));
  expect(found.runs).toBe("all");
  const atMs = Date.parse(startedAt);
  expect(found.sessions).toEqual([
    {
      id: "a",
      created_at_ms: atMs,
      first_seen_ms: 500,
      work: "running",
      run: { id: "open", ...named, status: "running", started_at_ms: atMs, finished_at_ms: null },
    },
    {
      id: "b",
      created_at_ms: atMs,
      first_seen_ms: null,
      work: "idle",
      run: {
        id: "over",
        ...named,
        status: "succeeded",
        started_at_ms: atMs,
        finished_at_ms: atMs + 300_000,
      },
    },
    { id: "c", created_at_ms: null, first_seen_ms: null, work: "idle", run: null },
  ]);
});

it("tells of many runs behind a session the one that started last", async () => {
  for (const minute of ["01", "03", "02"])
    await seenWith({ ...over, id: `run-${minute}`, started_at: `2026-11-21T10:${minute}:00Z` }, "a");
  await seenWith(over, "b");
  const sessions = [{ session_id: "a" }, { session_id: "b" }];
  const found = await acquiredOf(db, pool, sessions, reads([]));
  expect(found.sessions.map(({ run }) => run?.id)).toEqual(["run-03", "over"]);
});

it("does not call a session running that its recorded run no longer tells", async () => {
  await seenWith(open, "a");
  const found = await acquiredOf(db, pool, [{ session_id: "a" }], reads([]));
  expect(found.sessions).toMatchObject([{ work: "idle", run: { id: "open", status: null } }]);
});

it("calls nothing idle where the running runs cannot be asked: what was recorded is all there is", async () => {
  await seenWith(open, "a");
  const sessions = [{ session_id: "a" }, { session_id: "b" }];
  const found = await acquiredOf(db, pool, sessions, reads(undefined));
  expect(found.runs).toBe("remembered");
  expect(found.sessions.map(({ id, work }) => [id, work])).toEqual([
    ["a", "running"],
    ["b", "unknown"],
  ]);
});
