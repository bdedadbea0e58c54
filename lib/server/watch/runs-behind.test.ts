import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Database, openStore } from "../store/database.ts";
import { runRowOf } from "../store/run-rows.ts";
import { addRunSessions } from "../store/run-sessions.ts";
import { writeRuns } from "../store/runs.ts";
import { UpstreamFailure } from "../upstream/failure.ts";
import { runsBehind } from "./runs-behind.ts";

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-runs-behind-"));
  db = await openStore({ dataDir });
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const run = (id: string) => ({ id, status: "running", started_at: "2026-11-21T10:00:00Z" });
const running = (ids: readonly string[], stale?: string) => async () => ({
  items: ids.map(run),
  whole: true,
  atMs: 1,
  stale,
});

async function record(runId: string, sessionId: string): Promise<void> {
  await writeRuns(db, [runRowOf(run(runId), 1_000)]);
  await addRunSessions(db, runId, [sessionId], 1_000);
}

it("knows all of no list that is an answer of a while ago: runs may have come since, and recorded ones count", async () => {
  await record("later", "s1");
  const asked: string[] = [];
  const sessionsOf = async ({ id }: { id: string }) => {
    asked.push(id);
    return [];
  };
  const found = await runsBehind(db, ["s1"], { running: running(["r1"], "upstream_slow"), sessionsOf });
  expect(found).toMatchObject({ reach: "first", items: [{ id: "later", session_id: "s1" }] });
  expect(asked).toEqual([]);
});

it("asks no further run once the API asked to wait, and counts the others as recorded", async () => {
  await record("r11", "s1");
  const ids = Array.from({ length: 12 }, (_, at) => `r${at}`);
  const asked: string[] = [];
  const sessionsOf = async ({ id }: { id: string }): Promise<readonly string[]> => {
    asked.push(id);
    if (id !== "r1") return [];
    const facts = { unhealthy: false, retryable: false, retryAfterSeconds: 2 };
    throw new UpstreamFailure(429, "upstream_busy", "The API asks to slow down.", facts);
  };
  const found = await runsBehind(db, ["s1"], { running: running(ids), sessionsOf });
  expect(asked).toEqual(ids.slice(0, 4));
  expect(found).toMatchObject({ reach: "first", items: [{ id: "r11", session_id: "s1" }] });
});
