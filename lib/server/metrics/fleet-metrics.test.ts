// Pools, proxies, and the browsers that nodes have to have room for, as the chart's autoscaler reads them.
// @isolated: the figures are those of the process.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import type { RecorderList } from "../../bff/recorder.ts";
import { writeCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { stateCheckpoint } from "../db/leader-report.ts";
import { upsertResources } from "../inventory/resource-writes.ts";
import { registry } from "../kernel/measurements.ts";
import { insertPoolSamples } from "../pools/pool-samples.ts";
import { insertProxyChecks } from "../proxies/proxy-checks.ts";
import { fleetBounds, setFleetMetrics } from "./fleet-metrics.ts";

const nowMs = 1_700_000_000_000;
let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-fleet-metrics-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const record = (
  kind: "pool" | "session" | "proxy",
  count: number,
  details: Record<string, unknown> = { status: "known" },
) =>
  upsertResources(
    db,
    Array.from({ length: count }, (_, at) => ({
      kind,
      id: `${kind}-${at}`,
      name: null,
      source: "list",
      details,
      atMs: nowMs,
    })),
  );

/** Records that the list of browsers was read at `readMs` (null: never). */
const readBrowsers = (readMs: number | null, partly: RecorderList["partly"] = null) =>
  writeCheckpoint(db, stateCheckpoint, {
    at_ms: nowMs,
    duties: [],
    lists: [
      {
        list: "browsers",
        offered: readMs !== null,
        mode: "slow",
        last_good_at_ms: readMs,
        partly,
        failing_since_ms: null,
        code: null,
        behind: null,
        skipped: 0,
      },
    ],
  });

let samples = 0;
/** Adds a newer sample of a pool. */
const sample = (available: number | null, acquired: number | null, size: number | null, pool = 0) => {
  samples += 1;
  return insertPoolSamples(db, [
    { pool_id: `pool-${pool}`, at_ms: nowMs - 1_000 + samples, available, acquired, size },
  ]);
};

const scrape = async () => {
  await setFleetMetrics(db, nowMs);
  return await registry("store").metrics();
};

/** The series of a metric: its labels and value, sorted. */
const seriesOf = async (name: string) =>
  [...(await scrape()).matchAll(new RegExp(`^${name}\\{(.*)\\} (\\S+)$`, "gm"))]
    .map(([, labels, value]) => `${labels} ${value}`)
    .sort();

/** The browsers that run, and those to have room for; undefined where there is no series. */
async function figures(): Promise<(number | undefined)[]> {
  const text = await scrape();
  return ["fleetdeck_browsers", "fleetdeck_browsers_wanted"].map((name) => {
    const value = new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1];
    return value === undefined ? undefined : Number(value);
  });
}

it("are those that run, and what pools keep available or lack", async () => {
  await readBrowsers(nowMs);
  expect(await figures()).toEqual([0, 0]);
  await record("session", 3);
  expect(await figures()).toEqual([3, 3]);
  await record("pool", 1);
  await sample(2, 1, 10);
  expect(await figures()).toEqual([3, 3 + 9]);
  // More than its size, as after it was made smaller.
  await sample(4, 8, 10);
  expect(await figures()).toEqual([3, 3 + 4]);
  await sample(4, 1, null);
  expect(await figures()).toEqual([3, 3 + 4]);
});

it("are unknown while those of a pool are, as an autoscaler would take its nodes away", async () => {
  await readBrowsers(nowMs);
  await record("session", 3);
  await record("pool", 2);
  await sample(2, 1, 10);
  expect(await figures()).toEqual([3, undefined]);
});

it("are unknown while more run than are read", async () => {
  await readBrowsers(nowMs, { read: 2_000, why: "moved" });
  await record("session", 3);
  expect(await figures()).toEqual([3, 3]);
  await readBrowsers(nowMs, { read: 2_000, why: "cut" });
  expect(await figures()).toEqual([3, undefined]);
});

it("are unknown when nobody has read them for long, as all would count as ended after an hour", async () => {
  await record("session", 3);
  for (const readMs of [nowMs - 3_000_000, null]) {
    await readBrowsers(readMs);
    expect(await figures()).toEqual([undefined, undefined]);
  }
});

it("count what a pool with fill rate 0 has, not its size, as it starts none", async () => {
  await readBrowsers(nowMs);
  await record("session", 3);
  await record("pool", 1, { fill_rate_per_minute: 0 });
  await sample(2, 1, 10);
  expect(await figures()).toEqual([3, 3 + 2]);
  await record("pool", 1, { fill_rate_per_minute: 5 });
  expect(await figures()).toEqual([3, 3 + 9]);
});

describe("the figures of pools", () => {
  it("have neither size nor unfilled browsers where the size is unknown", async () => {
    await record("pool", 1);
    await sample(4, 1, null);
    expect(await seriesOf("fleetdeck_pool_browsers")).toEqual([
      'pool="pool-0",state="acquired" 1',
      'pool="pool-0",state="available" 4',
    ]);
    expect(await seriesOf("fleetdeck_pool_size")).toEqual([]);
  });

  it("add up under other what each pool lacks, whatever another has beyond its size", async () => {
    const { pools } = fleetBounds;
    await record("pool", pools + 3);
    for (let at = 0; at < pools; at += 1) await sample(0, 0, 100, at);
    // One that was made smaller, and two that lack one each.
    await sample(0, 8, 2, pools);
    await sample(1, 0, 2, pools + 1);
    await sample(1, 0, 2, pools + 2);
    const others = (await seriesOf("fleetdeck_pool_browsers")).filter((line) => line.includes('"other"'));
    expect(others).toEqual([
      'pool="other",state="acquired" 8',
      'pool="other",state="available" 2',
      'pool="other",state="unfilled" 2',
    ]);
    await sample(1, 0, null, pools + 2);
    expect(await seriesOf("fleetdeck_pool_size")).not.toContainEqual(expect.stringContaining('"other"'));
  });
});

it("call no proxy up or down whose check gave no verdict", async () => {
  await record("proxy", 3);
  const statuses = ["available", "unavailable", "maintenance"];
  await insertProxyChecks(
    db,
    statuses.map((status, at) => ({
      proxy_id: `proxy-${at}`,
      at_ms: nowMs - 5_000,
      status,
      latency_ms: null,
      ip: null,
      source: "list" as const,
    })),
  );
  expect(await seriesOf("fleetdeck_proxies")).toEqual([
    'status="available" 1',
    'status="unavailable" 1',
    'status="unchecked" 1',
  ]);
  expect(await seriesOf("fleetdeck_proxy_up")).toEqual(['proxy="proxy-0" 1', 'proxy="proxy-1" 0']);
  expect(await seriesOf("fleetdeck_proxy_check_age_seconds")).toHaveLength(3);
});
