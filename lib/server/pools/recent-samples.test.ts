// The samples in memory are those of the database, however they came there.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { TestClock } from "../../../tests/support/fakes/test-clock.ts";
import { minuteMs } from "../../bff/time-units.ts";
import type { Database } from "../db/database.ts";
import { readRawSamples } from "./pool-sample-history.ts";
import { insertPoolSamples } from "./pool-samples.ts";
import { learnedOverMs, recentSamples } from "./recent-samples.ts";

let dataDir = "";
let db: Database;
let clock: TestClock;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-recent-"));
  db = await openEmptyStore(dataDir);
  clock = new TestClock(Date.UTC(2026, 10, 20, 12));
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const insert = (pool_id: string, agoMs: number, available: number) =>
  insertPoolSamples(db, [{ pool_id, at_ms: clock.nowMs() - agoMs, available, acquired: 1, size: 9 }]);
const stored = () => readRawSamples(db, { sinceMs: clock.nowMs() - learnedOverMs, untilMs: clock.nowMs() });

it("adds what is new, also a late sample, and lets go what is too old", async () => {
  await insert("a", learnedOverMs - 1_000, 3);
  await insert("a", 30_000, 4);
  expect(await recentSamples(db, clock)).toEqual(await stored());
  await clock.advance(15_000);
  await insert("a", 0, 5);
  // Another pool, and a sample older than the newest that is known.
  await insert("b", 20_000, 7);
  const read = await recentSamples(db, clock);
  expect(read).toEqual(await stored());
  expect(read.get("a")?.map(({ available }) => available)).toEqual([4, 5]);
  expect(read.get("b")).toHaveLength(1);
});

it("reads all again after a while, and when the clock was set back", async () => {
  await insert("a", 10 * minuteMs, 3);
  await recentSamples(db, clock);
  await insert("a", 9 * minuteMs, 4);
  expect((await recentSamples(db, clock)).get("a")).toHaveLength(1);
  await clock.advance(5 * minuteMs + 1);
  expect(await recentSamples(db, clock)).toEqual(await stored());
  clock.step(-20 * minuteMs);
  expect(await recentSamples(db, clock)).toEqual(await stored());
});

it("gives two readers at once the same, each sample once", async () => {
  await insert("a", minuteMs, 3);
  await recentSamples(db, clock);
  await clock.advance(15_000);
  await insert("a", 0, 4);
  const [one, other] = await Promise.all([recentSamples(db, clock), recentSamples(db, clock)]);
  expect(one).toEqual(await stored());
  expect(other).toEqual(one);
});
