// Scheduled checks of two replicas on one store: off until an admin turns them on, made by the one that records alone,
// within the budget, kept through a restart.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { proxyHistory, proxySchedule } from "../../lib/bff/proxies.ts";
import { readLease } from "../../lib/server/db/leases.ts";
import { standardPaces } from "../../lib/server/kernel/paces.ts";
import { type RunningDashboard, startDashboard, type Visitor } from "../support/dashboard/dashboard.ts";
import { listenOnFreePort } from "../support/programs/free-port.ts";
import { forwardRequest } from "../support/programs/reverse-proxy.ts";
import { type ScriptedApi, startScriptedApi } from "../support/scripted-api/scripted-api.ts";

let upstream: ScriptedApi;
/** Requests of the second replica pass through it. */
let relay: Awaited<ReturnType<typeof listenOnFreePort>>;
let leader: RunningDashboard;
let other: RunningDashboard;
let admin: Visitor;
let checksByOther = 0;
const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-schedule-"));

beforeAll(async () => {
  upstream = await startScriptedApi();
  relay = await listenOnFreePort(
    createServer((incoming, answer) => {
      if (incoming.method === "POST" && incoming.url?.endsWith("/check")) checksByOther += 1;
      forwardRequest(upstream.url, incoming, answer);
    }),
  );
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
const waitTwoTurns = () =>
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
/** Grows when the lease of the recorder gets another holder. */
const term = async () => (await readLease(await leader.store(), "recorder"))?.term;
const schedule = async () => proxySchedule.parse((await admin.get("/api/proxies/schedule")).json);

test("scheduled checks are off, then bounded, then taken over by the other replica, then off again", async () => {
  const proxies = Array.from({ length: 5 }, () => upstream.records.proxy());
  expect(await schedule()).toMatchObject({ enabled: false, set_by: null, spent: 0 });
  await expect.poll(term).toBeDefined();
  const before = await term();
  other = await startDashboard({ apiBaseUrl: relay.url, token: upstream.token, dataDir });
  await waitTwoTurns();
  expect(await checked()).toEqual([]);

  await set(true, 2);
  await expect.poll(async () => (await checked()).length, { timeout: 60_000, interval: 500 }).toBe(2);
  await waitTwoTurns();
  expect(new Set(await checked()).size).toBe(2);
  expect(await checked()).toHaveLength(2);
  expect(await schedule()).toMatchObject({ enabled: true, spent: 2, set_by: "admin" });
  // Where the leader was paused for so long that the other took its place, that one was to check.
  if ((await term()) === before) expect(checksByOther).toBe(0);
  expect((await admin.get("/api/audit?limit=100")).text).not.toContain("checkProxy");

  await leader.stop("SIGTERM");
  admin = await other.admin();
  expect(await schedule()).toMatchObject({ enabled: true, per_hour: 2, every_minutes: 60, spent: 2 });
  await set(true, 3_600);
  await expect
    .poll(async () => (await checked()).length, { timeout: 60_000, interval: 500 })
    .toBe(proxies.length);
  expect((await checked()).toSorted()).toEqual(proxies.map(({ id }) => id).toSorted());

  await set(false, 3_600);
  // The turn that was under way may still read the list.
  await waitTwoTurns();
  upstream.records.proxy({ name: "late" });
  await waitTwoTurns();
  expect(await checked()).toHaveLength(proxies.length);
});
