// Scheduled checks of two replicas on one store: off until an admin turns them on, made by the one that records alone,
// within the budget, kept through a restart.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { proxyHistory, proxySchedule } from "../../lib/bff/proxies.ts";
import { standardPaces } from "../../lib/server/paces.ts";
import { type RunningDashboard, startDashboard, type Visitor } from "../support/dashboard.ts";
import { type Relay, startRelay } from "../support/relay.ts";
import { type ScriptedApi, startScriptedApi } from "../support/scripted-api/scripted-api.ts";

let upstream: ScriptedApi;
let relay: Relay;
let leader: RunningDashboard;
let other: RunningDashboard;
let admin: Visitor;
const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-schedule-"));

beforeAll(async () => {
  upstream = await startScriptedApi();
  relay = await startRelay(upstream.url);
  leader = await startDashboard({ apiBaseUrl: upstream.url, token: upstream.token, dataDir });
  admin = await leader.admin();
});
afterAll(async () => {
  await other?.stop();
  await leader?.stop();
  await relay?.close();
  await upstream?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Two turns of the scheduler at the tests' speed: time enough to do what it must not do. */
const twoTurns = () =>
  new Promise((resolve) => setTimeout(resolve, (2 * standardPaces.scheduledChecks.turnMs) / 10));

async function checked(): Promise<string[]> {
  const reply = await admin.get("/api/history/proxies?since_ms=0");
  return proxyHistory
    .parse(reply.json)
    .proxies.flatMap(({ proxy_id, marks }) =>
      marks.flatMap(({ source }) => (source === "schedule" ? [proxy_id] : [])),
    );
}
async function set(enabled: boolean, perHour: number) {
  const body = { enabled, every_minutes: 60, per_hour: perHour };
  const reply = await admin.send("PUT", "/api/proxies/schedule", body);
  expect(reply.status, reply.text).toBe(200);
}
const schedule = async () => proxySchedule.parse((await admin.get("/api/proxies/schedule")).json);

test("they are off, then bounded, then the other replica's, and off again", async () => {
  const proxies = Array.from({ length: 5 }, () => upstream.records.proxy());
  expect(await schedule()).toMatchObject({ enabled: false, set_by: null, spent: 0 });
  other = await startDashboard({ apiBaseUrl: relay.url, token: upstream.token, dataDir });
  await twoTurns();
  expect(await checked()).toEqual([]);

  // Should the one that follows try a check all the same, it fails and says so.
  relay.set({ kind: "refuse" });
  await set(true, 2);
  await expect.poll(async () => (await checked()).length, { timeout: 20_000, interval: 500 }).toBe(2);
  await twoTurns();
  expect(new Set(await checked()).size).toBe(2);
  expect(await checked()).toHaveLength(2);
  expect(await schedule()).toMatchObject({ enabled: true, spent: 2, set_by: "admin" });
  expect(other.output()).not.toContain("scheduled check");
  expect((await admin.get("/api/audit?limit=100")).text).not.toContain("checkProxy");

  relay.set({ kind: "pass" });
  await leader.stop("SIGTERM");
  admin = await other.admin();
  expect(await schedule()).toMatchObject({ enabled: true, per_hour: 2, every_minutes: 60, spent: 2 });
  await set(true, 3_600);
  await expect
    .poll(async () => (await checked()).length, { timeout: 30_000, interval: 500 })
    .toBe(proxies.length);
  expect((await checked()).toSorted()).toEqual(proxies.map(({ id }) => id).toSorted());

  await set(false, 3_600);
  upstream.records.proxy({ name: "late" });
  await twoTurns();
  expect(await checked()).toHaveLength(proxies.length);
}, 90_000);
