import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { minuteMs } from "../../bff/time-units.ts";
import type { Database } from "../db/database.ts";
import { markResourceEnded, upsertResources } from "../inventory/resource-writes.ts";
import { insertPoolSamples } from "../pools/pool-samples.ts";
import { insertProxyChecks } from "../proxies/proxy-checks.ts";
import { type FleetLists, readPoolDetails, readProxyDetails } from "./attention-fleet.ts";

const nowMs = Date.UTC(2026, 10, 20, 12, 0, 0);
let dataDir: string;
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-attention-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const recordCheck = (proxy_id: string, at_ms: number, status: string) =>
  insertProxyChecks(db, [{ proxy_id, at_ms, status, latency_ms: null, ip: null, source: "list" }]);

const read = { whole: true, atMs: nowMs, stale: undefined };
const listing = (...proxies: { id: string; status: string; atMs: number }[]): FleetLists => ({
  pools: { ...read, items: [] },
  browsers: { ...read, items: [] },
  proxies: {
    ...read,
    items: proxies.map(({ atMs, ...proxy }) => ({ ...proxy, last_checked: new Date(atMs).toISOString() })),
  },
});

it("has the checks that the list reports before they are recorded, each once", async () => {
  for (let at = 1; at <= 60; at += 1)
    for (const id of ["down", "fine"]) await recordCheck(id, nowMs - at * minuteMs, "available");
  const day = 24 * 60 * minuteMs;
  const lists = listing(
    { id: "down", status: "unavailable", atMs: nowMs - 10 },
    { id: "fine", status: "available", atMs: nowMs - 20 },
    { id: "new", status: "available", atMs: nowMs - 30 },
    { id: "idle", status: "available", atMs: nowMs - day - 1 },
  );
  const { details, check } = await readProxyDetails(db, lists, nowMs);
  const [down, fine, unknown, idle] = details;
  expect(down?.checks.length).toBe(61);
  expect(down?.checks.at(-1)).toEqual({ at_ms: nowMs - 10, status: "unavailable" });
  expect(fine?.checked_at_ms).toBe(nowMs - 20);
  expect(unknown?.checks).toEqual([{ at_ms: nowMs - 30, status: "available" }]);
  expect(idle).toMatchObject({ checks: [], checked_at_ms: null });

  await recordCheck("down", nowMs - 10, "unavailable");
  await recordCheck("fine", nowMs - 20, "available");
  await recordCheck("new", nowMs - 30, "available");
  expect(await readProxyDetails(db, lists, nowMs)).toEqual({ details, check });
});

it("names the recorded proxies that are not deleted where their list cannot be read", async () => {
  for (const id of ["deleted", "tokyo"]) {
    await recordCheck(id, nowMs - minuteMs, "unavailable");
    await upsertResources(db, [
      {
        kind: "proxy",
        id,
        name: `name of ${id}`,
        source: "listProxies",
        details: {},
        atMs: nowMs - minuteMs,
      },
    ]);
  }
  await recordCheck("unknown", nowMs - minuteMs, "unavailable");
  await markResourceEnded(db, { kind: "proxy", id: "deleted", atMs: nowMs });
  const unread: FleetLists = {
    ...listing(),
    proxies: { items: undefined, code: "upstream_unreachable" },
  };
  const { details, check } = await readProxyDetails(db, unread, nowMs);
  expect(details.map(({ id, name, status }) => [id, name, status])).toEqual([
    ["tokyo", "name of tokyo", "unavailable"],
    ["unknown", null, "unavailable"],
  ]);
  expect(check).toMatchObject({ state: "partly", examined: 2, why: "upstream_unreachable" });
});

describe("pools whose counts could not be read again", () => {
  const stalled = {
    id: "stalled",
    available_count: 5,
    acquired_count: 3,
    created_at: new Date(nowMs).toISOString(),
    browser_pool_config: { size: 60, fill_rate_per_minute: 10 },
  };
  const listedAt = (atMs: number, stale: string | undefined): FleetLists => ({
    ...listing(),
    pools: { ...read, items: [stalled], atMs, stale },
  });
  const notChecked = { subject: "pools", state: "not_checked", examined: null, at_ms: null } as const;

  it("keep their last verdict, and are not called checked", async () => {
    const presentMs = Date.now();
    const answeredMs = presentMs - minuteMs;
    const counts = { available: 5, acquired: 3, size: 60 };
    const none = { available: null, acquired: null, size: null };
    await insertPoolSamples(
      db,
      Array.from({ length: 24 }, (_, at) => ({
        pool_id: "stalled",
        at_ms: presentMs - (23 - at) * 10_000,
        ...(at < 18 ? counts : none),
      })),
    );
    const { details, check } = await readPoolDetails(
      db,
      listedAt(answeredMs, "upstream_unreachable"),
      presentMs,
    );
    expect(details).toHaveLength(1);
    expect(details[0]?.samples.at(-1)).toEqual({ at_ms: answeredMs, ...counts });
    expect(details[0]?.insight.state).toMatchObject({ kind: "cannot_fill", cause: "stalled" });
    expect(check).toEqual({ ...notChecked, why: "upstream_unreachable" });
  });

  it("have no verdict from before a time that no list is kept for, however new the counts are", async () => {
    const presentMs = Date.now();
    const counts = { available: 5, acquired: 3, size: 60 };
    const none = { available: null, acquired: null, size: null };
    await insertPoolSamples(
      db,
      Array.from({ length: 120 }, (_, at) => ({
        pool_id: "stalled",
        at_ms: presentMs - (119 - at) * 10_000,
        ...(at < 40 ? counts : none),
      })),
    );
    const { details } = await readPoolDetails(db, listedAt(presentMs, undefined), presentMs);
    expect(details[0]?.insight.state).toMatchObject({ kind: "unknown" });
  });

  it("are not called checked where the list is old", async () => {
    const { check } = await readPoolDetails(db, listedAt(nowMs - 60 * minuteMs, undefined), nowMs);
    expect(check).toEqual({ ...notChecked, why: null });
  });

  it("have no verdict where they were never listed", async () => {
    const unread: FleetLists = { ...listing(), pools: { items: undefined, code: "upstream_unreachable" } };
    expect(await readPoolDetails(db, unread, nowMs)).toEqual({
      details: [],
      check: { ...notChecked, why: "upstream_unreachable" },
    });
  });
});
