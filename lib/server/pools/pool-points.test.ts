// Compares charts from rolled up points with what the samples say.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { dayMs, hourMs, minuteMs } from "../../bff/time-units.ts";
import type { Database } from "../db/database.ts";
import { downsamplePoolSamples } from "./downsample-pool-samples.ts";
import { poolHistoryOf } from "./pool-history.ts";
import { dropPoints, readPoints, readRolledUp } from "./pool-points.ts";
import { readPoolsIn } from "./pool-ranges.ts";
import { insertPoolSamples, type PoolSampleRow } from "./pool-samples.ts";
import { pointsOfSamples, slicePoints } from "./slice-points.ts";

const startMs = Date.UTC(2026, 9, 1);
let dataDir = "";
let db: Database;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-points-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const polled = (atMs: number, available: number | null, pool_id = "p"): PoolSampleRow => ({
  pool_id,
  at_ms: atMs,
  available,
  acquired: available === null ? null : 2,
  size: available === null ? null : 10,
});
/** Every 30 s from `startMs` on. */
const poll = async (count: number, availableAt: (at: number) => number | null | undefined, pool = "p") => {
  for (let at = 0; at < count; at += 1) {
    const available = availableAt(at);
    if (available !== undefined)
      await insertPoolSamples(db, [polled(startMs + at * 30_000, available, pool)]);
  }
};
const chart = async (nowMs: number, sinceMs = startMs, steps = 10) =>
  (await poolHistoryOf(db, { sinceMs, untilMs: nowMs, steps }, nowMs, 48 * hourMs)).pools;

describe("points of pools", () => {
  it("are written with the first sample after a slice is over", async () => {
    await poll(11, (at) => at);
    expect(await readRolledUp(db)).toEqual({
      fine: { from_ms: startMs, to_ms: startMs + 5 * minuteMs },
      coarse: null,
    });
    const points = await readPoints(db, "fine", { fromMs: startMs, toMs: startMs + dayMs });
    expect(points.get("p")).toMatchObject([{ at_ms: startMs + 9 * 30_000, available: 9, available_min: 0 }]);
  });

  it("show the same as the samples: the last values, the least available, and each gap", async () => {
    // Two hours; ten minutes without polls, an unanswered one, and none available for a moment.
    await poll(241, (at) =>
      at > 100 && at < 120 ? undefined : at === 60 ? null : at === 200 ? 0 : 3 + (at % 4),
    );
    const nowMs = startMs + 240 * 30_000;
    const [pool] = await chart(nowMs);
    const [plain] = await (async () => {
      await db.deleteFrom("recorder_checkpoints").execute();
      return await chart(nowMs);
    })();
    expect(pool?.samples.length).toBeGreaterThan(9);
    expect(pool?.samples.filter(({ available }) => available === null)).toEqual(
      plain?.samples.filter(({ available }) => available === null),
    );
    expect(pool?.samples.filter(({ available_min }) => available_min === 0)).toHaveLength(1);
    const last = (samples = pool?.samples) => samples?.at(-1);
    expect(last()).toEqual(last(plain?.samples));
  });

  it("of an hour are made of those of five minutes, and are read for weeks", async () => {
    await poll(6 * 120 + 1, (at) => (at === 130 ? 0 : 5));
    const { coarse } = await readRolledUp(db);
    expect(coarse).toEqual({ from_ms: startMs, to_ms: startMs + 6 * hourMs });
    const points = await readPoints(db, "coarse", { fromMs: startMs, toMs: startMs + dayMs });
    expect(points.get("p")?.map(({ available_min: least }) => least)).toEqual([5, 0, 5, 5, 5, 5]);
    await db
      .deleteFrom("pool_samples")
      .where("at_ms", "<", startMs + 5 * hourMs)
      .execute();
    const [pool] = await chart(startMs + 6 * hourMs, startMs - 29 * dayMs, 400);
    expect(pool?.samples.filter(({ available_min: least }) => least === 0)).toHaveLength(1);
  });

  it("take the samples of five minutes from before there were points", async () => {
    const bucket = {
      samples: 20,
      unanswered: 0,
      available: 4,
      available_min: 1,
      acquired: 2,
      acquired_max: 2,
      size: 10,
    };
    const rows = Array.from({ length: 36 }, (_, at) => ({
      pool_id: "p",
      at_ms: startMs - 3 * hourMs + at * 300_000,
      ...bucket,
    }));
    await db.insertInto("pool_samples_5m").values(rows).execute();
    await poll(122, () => 5);
    expect((await readRolledUp(db)).coarse).toEqual({
      from_ms: startMs - 3 * hourMs,
      to_ms: startMs + hourMs,
    });
    const points = await readPoints(db, "coarse", { fromMs: startMs - dayMs, toMs: startMs + dayMs });
    expect(points.get("p")?.map(({ available }) => available)).toEqual([4, 4, 4, 5]);
  });

  it("are written again for a late sample, once for a repeated one, and go on after a day without polls", async () => {
    await poll(24, () => 5);
    await insertPoolSamples(db, [polled(startMs + 90_000, null, "q"), polled(startMs + 12 * minuteMs, 5)]);
    const fine = async () => await readPoints(db, "fine", { fromMs: startMs, toMs: startMs + 3 * dayMs });
    expect((await fine()).get("q")).toMatchObject([{ at_ms: startMs + 90_000, available: null }]);
    const before = await fine();
    await insertPoolSamples(db, [polled(startMs + 12 * minuteMs, 5)]);
    expect(await fine()).toEqual(before);
    for (const at of [0, 6, 12]) await insertPoolSamples(db, [polled(startMs + dayMs + at * minuteMs, 7)]);
    expect((await fine()).get("p")?.at(-1)).toMatchObject({
      at_ms: startMs + dayMs + 6 * minuteMs,
      available: 7,
    });
  });

  it("are dropped by width", async () => {
    await poll(3 * 120 + 1, () => 5);
    const range = { fromMs: 0, toMs: startMs + dayMs };
    const count = async (width: "fine" | "coarse") =>
      (await readPoints(db, width, range)).get("p")?.length ?? 0;
    while (await dropPoints(db, { fineBeforeMs: startMs + 2 * hourMs, coarseBeforeMs: startMs + hourMs }));
    expect([await count("fine"), await count("coarse")]).toEqual([12, 2]);
  });

  it("that were dropped are not read in place of the stored samples of five minutes", async () => {
    await poll(6 * 120 + 1, (at) => (at === 130 ? 0 : 5));
    // In the middle of a slice, as retention is.
    const rawFromMs = startMs + 5 * hourMs + 2 * minuteMs;
    while (await downsamplePoolSamples(db, rawFromMs));
    while (await dropPoints(db, { fineBeforeMs: rawFromMs, coarseBeforeMs: startMs }));
    expect((await readRolledUp(db)).fine).toEqual({
      from_ms: startMs + 5 * hourMs + 5 * minuteMs,
      to_ms: startMs + 6 * hourMs,
    });

    const nowMs = startMs + 6 * hourMs;
    // Slices of half an hour.
    const requested = { sinceMs: nowMs - 7 * dayMs, untilMs: nowMs, poolId: "p", steps: 336 };
    const [pool] = (await poolHistoryOf(db, requested, nowMs, nowMs - rawFromMs)).pools;
    expect(pool?.samples.filter(({ at_ms: atMs }) => atMs < startMs + 5 * hourMs)).toHaveLength(10);
    expect(pool?.samples.filter(({ available_min: least }) => least === 0)).toHaveLength(1);

    const [lane] = await readPoolsIn(db, { fromMs: startMs, toMs: nowMs + 1 }, 100);
    expect(lane).toMatchObject({ samples: 6 * 120 + 1, available_min: 0 });
    expect(lane?.points[0]?.at_ms).toBeLessThan(startMs + hourMs);
  });

  it("of a pool that is not polled any more can all be dropped", async () => {
    await poll(121, () => 5);
    const toMs = startMs + hourMs;
    await dropPoints(db, { fineBeforeMs: startMs + dayMs, coarseBeforeMs: startMs });
    expect((await readRolledUp(db)).fine).toEqual({ from_ms: toMs, to_ms: toMs });
    await insertPoolSamples(
      db,
      [0, 6].map((at) => polled(startMs + dayMs + at * minuteMs, 7)),
    );
    const [pool] = await chart(startMs + dayMs + 6 * minuteMs, startMs + 23 * hourMs);
    expect(pool?.samples).toMatchObject([{ at_ms: startMs + dayMs, available: 7 }]);
  });
});

it("slicePoints keeps a gap, the answer after it, the sample before missing polls, and the least", () => {
  const samples = [5, 4, null, 6, 7, 1, 8].map((available, at) => ({
    at_ms: at * 10,
    available,
    acquired: available === null ? null : 0,
    size: 9,
  }));
  const silent = samples.map((sample, at) => ({ ...sample, at_ms: sample.at_ms + (at > 4 ? 100 : 0) }));
  expect(slicePoints(pointsOfSamples(silent, 50), 1_000)).toMatchObject([
    { at_ms: 20, available: null },
    { at_ms: 30, available: 6, available_min: 6 },
    { at_ms: 40, available: 7, silent: true },
    { at_ms: 160, available: 8, available_min: 1 },
  ]);
});
