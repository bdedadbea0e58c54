import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import type { Database } from "../db/database.ts";
import { downsampleProcessSamples } from "./process-buckets.ts";
import { addProcessSample, readProcessSamples } from "./process-sample-queries.ts";

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-processes-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const add = (
  atMs: number,
  more: { session_id?: string; process_id?: string; cpu_pct?: number | null } = {},
) =>
  addProcessSample(db, {
    session_id: "s1",
    process_id: "p1",
    at_ms: atMs,
    cpu_pct: 1.5,
    mem_bytes: atMs,
    ...more,
  });
const read = (
  process_id = "p1",
  more: { most?: number; range?: { sinceMs?: number; untilMs?: number } } = {},
) =>
  readProcessSamples(db, { id: "s1", process_id }, more.range, {
    spanMs: 1_000,
    most: more.most ?? 100,
    mostSteps: 4,
  });

it("returns nothing for a process without samples", async () => {
  await add(1, { process_id: "p2" });
  await add(1, { session_id: "s2" });
  expect(await read()).toEqual({ began_at_ms: null, count: 0, step_ms: null, samples: [] });
});

it("returns the samples of a process in order of time, a repeated answer once, a missing value as null", async () => {
  await add(2_000, { cpu_pct: null });
  await add(1_500);
  await add(1_500, { cpu_pct: 99 });
  await add(1_700, { process_id: "p2" });
  expect(await read()).toEqual({
    began_at_ms: 1_500,
    count: 2,
    step_ms: null,
    samples: [
      { at_ms: 1_500, cpu_pct: 1.5, cpu_max: 1.5, mem_bytes: 1_500 },
      { at_ms: 2_000, cpu_pct: null, cpu_max: null, mem_bytes: 2_000 },
    ],
  });
});

it("returns the time before the newest sample within its limits, and the number of all samples", async () => {
  for (let at = 0; at < 30; at += 1) await add(at * 100);
  const { began_at_ms, count, samples } = await read();
  expect([began_at_ms, count]).toEqual([0, 30]);
  expect(samples.map(({ at_ms }) => at_ms)).toEqual(Array.from({ length: 11 }, (_, at) => 1_900 + at * 100));
  expect((await read("p1", { most: 2 })).samples.map(({ at_ms }) => at_ms)).toEqual([2_800, 2_900]);
});

const stepMs = 300_000;
const thin = async (beforeMs: number) => {
  while (await db.transaction().execute((trx) => downsampleProcessSamples(trx, beforeMs)));
};

it("returns downsampled samples as buckets: mean and maximum CPU, maximum memory, last time", async () => {
  const taken = [2, 4, null, 9].map((cpu, at) => add(stepMs + at * 1_000, { cpu_pct: cpu }));
  await Promise.all(taken);
  await add(2 * stepMs + 500, { cpu_pct: 7 });
  await add(2 * stepMs + 900, { process_id: "p2", cpu_pct: 50 });
  const before = await read("p1", { range: { sinceMs: 0 } });
  expect(before.step_ms).toBeNull();
  await thin(2 * stepMs);
  // Samples that are not downsampled yet are returned in the same buckets.
  const downsampled = await read("p1", { range: { sinceMs: 0 } });
  expect(downsampled).toEqual({
    began_at_ms: stepMs,
    count: 5,
    step_ms: stepMs,
    samples: [
      { at_ms: stepMs + 3_000, cpu_pct: 5, cpu_max: 9, mem_bytes: stepMs + 3_000 },
      { at_ms: 2 * stepMs + 500, cpu_pct: 7, cpu_max: 7, mem_bytes: 2 * stepMs + 500 },
    ],
  });
  // The newest are still returned as single samples.
  expect(await read()).toMatchObject({ count: 5, step_ms: null, samples: [{ at_ms: 2 * stepMs + 500 }] });
  await thin(10 * stepMs);
  expect(await db.selectFrom("process_samples").selectAll().execute()).toEqual([]);
  expect(await read("p1", { range: { sinceMs: 0 } })).toEqual(downsampled);
  expect((await read()).samples).toEqual(downsampled.samples.slice(1));
  expect((await read("p1", { range: { sinceMs: 0, untilMs: 2 * stepMs } })).samples).toEqual(
    downsampled.samples.slice(0, 1),
  );
});

it("keeps a stored bucket as it is, and widens buckets to the size limit of a response", async () => {
  await add(0, { cpu_pct: 3 });
  await thin(stepMs);
  await add(60_000, { cpu_pct: 4 });
  await thin(stepMs);
  expect(await read("p1", { range: { sinceMs: 0 } })).toMatchObject({
    count: 1,
    samples: [{ at_ms: 0, cpu_pct: 3, cpu_max: 3, mem_bytes: 0 }],
  });
  for (let at = 1; at < 20; at += 1) await add(at * stepMs, { cpu_pct: 3 });
  await thin(30 * stepMs);
  const wide = await read("p1", { range: { sinceMs: 0 } });
  expect(wide.samples.length).toBeLessThanOrEqual(4);
  expect(wide.step_ms).toBe(7 * stepMs);
  expect(wide.samples.map(({ cpu_pct }) => cpu_pct)).toEqual(wide.samples.map(() => 3));
  expect(wide.samples.at(-1)).toMatchObject({ at_ms: 19 * stepMs, mem_bytes: 19 * stepMs });
});
