import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import type { Pool } from "../../contract/pools.ts";
import type { Database } from "../db/database.ts";
import { readFillRateTimes, recordFillRates } from "./fill-rate-changes.ts";
import { learnedOverMs } from "./recent-samples.ts";

let dataDir: string;
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-fill-rates-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const pool = (id: string, percent?: number): Pool => ({
  id,
  available_count: 1,
  acquired_count: 0,
  created_at: "2026-01-01T00:00:00Z",
  browser_pool_config: { size: 4, ...(percent === undefined ? {} : { fill_rate_per_minute: percent }) },
});
const times = async () => Object.fromEntries(await readFillRateTimes(db));

it("has the time of the last change of each pool's fill rate, none before a change", async () => {
  await recordFillRates(db, [pool("a", 2), pool("b", 2), pool("c")], { atMs: 1_000, isWhole: true });
  expect(await times()).toEqual({});
  await recordFillRates(db, [pool("a", 20), pool("b", 2), pool("c", 5)], { atMs: 2_000, isWhole: true });
  await recordFillRates(db, [pool("a", 20), pool("b", 2), pool("c", 5)], { atMs: 3_000, isWhole: true });
  expect(await times()).toEqual({ a: 2_000, c: 2_000 });
});

it("keeps the time of a pool that a list lacks, as long as samples of the time before count", async () => {
  await recordFillRates(db, [pool("a", 2)], { atMs: 1_000, isWhole: true });
  await recordFillRates(db, [pool("a", 20)], { atMs: 2_000, isWhole: true });
  await recordFillRates(db, [pool("b", 2)], { atMs: 3_000, isWhole: true });
  expect(await times()).toEqual({ a: 2_000 });
  await recordFillRates(db, [pool("b", 2)], { atMs: 2_000 + learnedOverMs, isWhole: true });
  expect(await times()).toEqual({});
});

it("has no time ahead of the clock that was set back", async () => {
  await recordFillRates(db, [pool("a", 2)], { atMs: 1_000, isWhole: true });
  await recordFillRates(db, [pool("a", 20)], { atMs: 9_000, isWhole: true });
  await recordFillRates(db, [pool("a", 20)], { atMs: 5_000, isWhole: true });
  expect(await times()).toEqual({ a: 5_000 });
});

it("notices a change of a pool that a list read in part lacked meanwhile", async () => {
  await recordFillRates(db, [pool("a", 2), pool("b", 2)], { atMs: 1_000, isWhole: true });
  await recordFillRates(db, [pool("b", 2)], { atMs: 2_000, isWhole: false });
  await recordFillRates(db, [pool("a", 20), pool("b", 2)], { atMs: 3_000, isWhole: true });
  expect(await times()).toEqual({ a: 3_000 });
});
