import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Database, openStore } from "./database.ts";
import { addProcessSample, readProcessSamples } from "./process-samples.ts";

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-processes-"));
  db = await openStore({ dataDir });
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
const read = (process_id = "p1", bounds = { spanMs: 1_000, most: 100 }) =>
  readProcessSamples(db, { id: "s1", process_id }, bounds);

it("knows nothing of a process that nobody watched", async () => {
  await add(1, { process_id: "p2" });
  await add(1, { session_id: "s2" });
  expect(await read()).toEqual({ began_at_ms: null, count: 0, samples: [] });
});

it("tells the samples of one process in order of time, the same answer once, a missing figure as none", async () => {
  await add(2_000, { cpu_pct: null });
  await add(1_500);
  await add(1_500, { cpu_pct: 99 });
  await add(1_700, { process_id: "p2" });
  expect(await read()).toEqual({
    began_at_ms: 1_500,
    count: 2,
    samples: [
      { at_ms: 1_500, cpu_pct: 1.5, mem_bytes: 1_500 },
      { at_ms: 2_000, cpu_pct: null, mem_bytes: 2_000 },
    ],
  });
});

it("tells the time before the newest sample within its bounds, and how much there is beyond", async () => {
  for (let at = 0; at < 30; at += 1) await add(at * 100);
  const { began_at_ms, count, samples } = await read();
  expect([began_at_ms, count]).toEqual([0, 30]);
  expect(samples.map(({ at_ms }) => at_ms)).toEqual(Array.from({ length: 11 }, (_, at) => 1_900 + at * 100));
  expect((await read("p1", { spanMs: 1_000, most: 2 })).samples.map(({ at_ms }) => at_ms)).toEqual([
    2_800, 2_900,
  ]);
});
