import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { dayMs, minuteMs } from "../../bff/time-units.ts";
import type { Database } from "../db/database.ts";
import { readSeries } from "./invocation-history.ts";
import { invocationRowOf } from "./invocation-rows.ts";
import { searchInvocations } from "./invocation-search.ts";
import { writeInvocations } from "./invocation-writes.ts";

let dataDir: string;
let db: Database;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "fleetdeck-series-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  await rm(dataDir, { recursive: true });
});

const nowMs = Date.UTC(2026, 10, 20, 10, 37);

it("sums the invocations of the period that it names, of which a list has as many", async () => {
  const failedAt = [7 * dayMs + 17 * minuteMs, 7 * dayMs - minuteMs, dayMs].map((agoMs) => nowMs - agoMs);
  const names = { app_name: "shop", action_name: "pay", version: "v1", status: "failed" };
  await writeInvocations(
    db,
    failedAt.map((atMs) => {
      const started_at = new Date(atMs).toISOString();
      const finished_at = new Date(atMs + 1_000).toISOString();
      return invocationRowOf({ id: `${atMs}`, ...names, started_at, finished_at }, nowMs);
    }),
  );
  for (const sinceMs of [nowMs - 7 * dayMs - 2 * minuteMs, nowMs - 2 * dayMs, nowMs - 60 * minuteMs]) {
    const series = await readSeries(db, { since_ms: sinceMs }, nowMs);
    const { rows } = await searchInvocations(db, { since_ms: series.since_ms, status: ["failed"] }, 10);
    expect(series.groups[0]?.failed ?? 0).toBe(rows.length);
  }
  const week = await readSeries(db, { since_ms: nowMs - 7 * dayMs - 2 * minuteMs }, nowMs);
  expect(new Date(week.since_ms).toISOString()).toBe("2026-11-13T10:00:00.000Z");
});
