import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { proxyHistoryBounds } from "../../bff/proxies.ts";
import type { Database } from "../db/database.ts";
import {
  checksBeganAtMs,
  countScheduled,
  insertProxyChecks,
  lastChecks,
  type ProxyCheckRow,
  readProxyChecks,
} from "./proxy-checks.ts";
import { readSchedule, summarizeSchedule, writeSchedule } from "./proxy-schedule.ts";

let dataDir: string;
let db: Database;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "fd-checks-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  await rm(dataDir, { recursive: true });
});

const check = (proxy_id: string, at_ms: number, more: Partial<ProxyCheckRow> = {}): ProxyCheckRow => ({
  proxy_id,
  at_ms,
  status: "available",
  latency_ms: null,
  ip: null,
  source: "list",
  ...more,
});

describe("recorded checks", () => {
  it("are one row each, with the data of the check's own response, whichever is read first", async () => {
    expect(await checksBeganAtMs(db)).toBeNull();
    const own = { latency_ms: 41, source: "operator" } as const;
    await insertProxyChecks(db, [check("p1", 100), check("p1", 200, own)]);
    await insertProxyChecks(db, [check("p1", 100, own), check("p1", 200), check("p2", 150)]);
    const { proxies, complete } = await readProxyChecks(db, { sinceMs: 0 });
    expect(proxies.get("p1")?.marks).toEqual([
      { at_ms: 100, status: "available", latency_ms: 41, ip: null, source: "operator" },
      { at_ms: 200, status: "available", latency_ms: 41, ip: null, source: "operator" },
    ]);
    expect(complete).toBe(true);
    expect(await checksBeganAtMs(db)).toBe(100);
    const ranged = await readProxyChecks(db, { sinceMs: 150, proxyId: "p2" });
    expect([...ranged.proxies.keys()]).toEqual(["p2"]);
    expect(await lastChecks(db)).toEqual(
      new Map([
        ["p1", 200],
        ["p2", 150],
      ]),
    );
  });
});

describe("the checks of a range", () => {
  it("are counted in full, with the newest of each proxy", async () => {
    const { marks: most } = proxyHistoryBounds;
    const rows = Array.from({ length: most + 2 }, (_, at) =>
      check("p1", at, { latency_ms: at === 0 ? null : at, status: at < 2 ? "unavailable" : "available" }),
    );
    await insertProxyChecks(db, [...rows, check("p2", 7, { status: "unknown" })]);
    const { proxies, complete } = await readProxyChecks(db, { sinceMs: 0 });
    expect(complete).toBe(true);
    const first = proxies.get("p1");
    expect(first?.marks.map(({ at_ms }) => at_ms)).toEqual(rows.slice(2).map(({ at_ms }) => at_ms));
    expect(first?.summary).toMatchObject({ checks: most + 2, available: most, unavailable: 2, from_ms: 0 });
    expect(first?.summary).toMatchObject({ measured: most + 1, p50_ms: 151, p95_ms: 286, flap: 0 });
    expect(proxies.get("p2")?.summary).toMatchObject({ checks: 1, uptime: null, measured: 0, p50_ms: null });
  });

  it("are those after the oldest where there are more than the limit", async () => {
    const { rows } = proxyHistoryBounds;
    await sql`with recursive times (at) as (select 1 union all select at + 1 from times where at <= ${rows})
      insert into proxy_checks (proxy_id, at_ms, status, source)
      select 'p' || (at % 2), at, 'available', 'list' from times`.execute(db);
    const { proxies, complete } = await readProxyChecks(db, { sinceMs: 1 });
    expect(complete).toBe(false);
    const counted = [...proxies.values()].map(({ summary: { checks, from_ms } }) => ({ checks, from_ms }));
    expect(counted.toSorted((a, b) => Number(a.from_ms) - Number(b.from_ms))).toEqual([
      { checks: rows / 2, from_ms: 2 },
      { checks: rows / 2, from_ms: 3 },
    ]);
    expect((await readProxyChecks(db, { sinceMs: 1, proxyId: "p1" })).complete).toBe(true);
  });
});

describe("the schedule", () => {
  it("is named in the audit with what a change changes", async () => {
    const set = { enabled: true, every_minutes: 90, per_hour: 12 };
    const [first, off] = [await readSchedule(db, 0), { ...set, enabled: false }];
    expect(summarizeSchedule(first, set)).toBe("off → every 1 h 30 min, up to 12 per hour");
    expect(summarizeSchedule(set, off)).toBe("every 1 h 30 min, up to 12 per hour → off");
  });

  it("is off by default, and returns the checks used in the last hour", async () => {
    const nowMs = 10_000_000;
    expect(await readSchedule(db, nowMs)).toMatchObject({ enabled: false, set_by: null, spent: 0 });
    await writeSchedule(db, { enabled: true, every_minutes: 30, per_hour: 12 }, "ann", 5);
    await writeSchedule(db, { enabled: true, every_minutes: 20, per_hour: 12 }, "ben", 6);
    const scheduled = { source: "schedule" } as const;
    await insertProxyChecks(db, [
      check("p1", nowMs - 3_600_001, scheduled),
      check("p1", nowMs - 10, scheduled),
      check("p2", nowMs - 10, scheduled),
      check("p3", nowMs - 10),
    ]);
    expect(await readSchedule(db, nowMs)).toEqual({
      enabled: true,
      every_minutes: 20,
      per_hour: 12,
      set_by: "ben",
      set_at_ms: 6,
      spent: 2,
    });
    expect(await countScheduled(db, 0)).toBe(3);
  });

  it("is not replaced where it was set after it was read, also within the same millisecond", async () => {
    const setting = { enabled: true, every_minutes: 30, per_hour: 12 };
    const set = (by: string, expected_set_at_ms?: number | null) =>
      writeSchedule(db, { ...setting, expected_set_at_ms }, by, 5);
    await set("ann", null);
    const { set_at_ms: read } = await readSchedule(db, 5);
    await set("ben", read);
    const changed = { status: 409, code: "schedule_changed" };
    await expect(set("cat", read)).rejects.toMatchObject(changed);
    await expect(set("cat", null)).rejects.toMatchObject(changed);
    expect(await readSchedule(db, 5)).toMatchObject({ set_by: "ben" });
    await set("cat");
    expect(await readSchedule(db, 5)).toMatchObject({ set_by: "cat" });
  });
});
