import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import type { Database } from "../db/database.ts";
import { UpstreamFailure } from "../upstream/upstream-failure.ts";
import { invocationRowOf } from "./invocation-rows.ts";
import { addInvocationSessions } from "./invocation-sessions.ts";
import { writeInvocations } from "./invocation-writes.ts";
import { invocationsBehind } from "./invocations-of-sessions.ts";

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-invocations-of-sessions-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const invocationOf = (id: string) => ({ id, status: "running", started_at: "2026-11-21T10:00:00Z" });
const running = (ids: readonly string[], stale?: string) => async () => ({
  items: ids.map(invocationOf),
  whole: true,
  atMs: 1,
  stale,
});

async function record(invocationId: string, sessionId: string): Promise<void> {
  await writeInvocations(db, [invocationRowOf(invocationOf(invocationId), 1_000)]);
  await addInvocationSessions(db, invocationId, [sessionId], 1_000);
}

it("does not treat a stale list as complete, and uses the record instead", async () => {
  await record("later", "s1");
  const readIds: string[] = [];
  const sessionsOf = async ({ id }: { id: string }) => {
    readIds.push(id);
    return [];
  };
  const found = await invocationsBehind(db, ["s1"], {
    running: running(["r1"], "upstream_slow"),
    sessionsOf,
  });
  expect(found).toMatchObject({ reach: "first", items: [{ id: "later", session_id: "s1" }] });
  expect(readIds).toEqual([]);
});

it("stops reading after a Retry-After, and takes the others from the record", async () => {
  await record("r11", "s1");
  const ids = Array.from({ length: 12 }, (_, at) => `r${at}`);
  const readIds: string[] = [];
  const refused = Promise.withResolvers<void>();
  const sessionsOf = async ({ id }: { id: string }): Promise<readonly string[]> => {
    readIds.push(id);
    if (id !== "r1") {
      await refused.promise;
      return [];
    }
    refused.resolve();
    const details = { unhealthy: false, retryable: false, retryAfterSeconds: 2 };
    throw new UpstreamFailure(429, "upstream_busy", "The API accepts no more requests for now.", details);
  };
  const found = await invocationsBehind(db, ["s1"], { running: running(ids), sessionsOf });
  expect(readIds).toEqual(ids.slice(0, 4));
  expect(found).toMatchObject({ reach: "first", items: [{ id: "r11", session_id: "s1" }] });
});

it("reads four invocations at a time, the next one as soon as one of them is read", async () => {
  const ids = Array.from({ length: 12 }, (_, at) => `r${at}`);
  const others = Promise.withResolvers<void>();
  let [read, reading, most] = [0, 0, 0];
  const sessionsOf = async ({ id }: { id: string }): Promise<readonly string[]> => {
    reading += 1;
    most = Math.max(most, reading);
    // The first is answered after all others.
    if (id === "r0") await others.promise;
    else await Promise.resolve();
    reading -= 1;
    read += 1;
    if (read === ids.length - 1) others.resolve();
    return ["s1"];
  };
  const found = await invocationsBehind(db, ["s1"], { running: running(ids), sessionsOf });
  expect(found.items).toHaveLength(ids.length);
  expect(most).toBe(4);
});
