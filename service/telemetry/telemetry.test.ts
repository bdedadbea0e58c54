import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import { standardPaces } from "../kernel/paces.ts";
import { hourMs } from "../kernel/time-units.ts";
import { Telemetry, type TelemetryLimits } from "./telemetry.ts";
import { windowOf } from "./telemetry-page.ts";

let clock: ManualClock;
let dataDir: string;
const opened: Telemetry[] = [];
beforeEach(() => {
  // The clock is of today, as are the times at which the files are written.
  clock = new ManualClock(Date.now());
  dataDir = mkdtempSync(join(tmpdir(), "fd-telemetry-"));
});
afterEach(() => {
  for (const telemetry of opened.splice(0)) telemetry.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const faults: unknown[] = [];

async function open(
  limits: Partial<TelemetryLimits>,
  endedAt: (id: string) => string | undefined = () => undefined,
) {
  const telemetry = new Telemetry({
    dataDir,
    clock,
    paces: standardPaces,
    limits: { keepDays: 7, keepBytes: 1e9, ...limits },
    report: (error) => faults.push(error),
  });
  opened.push(telemetry);
  await telemetry.open(endedAt);
  return telemetry;
}

/** The telemetry of a session that has ended with one event. */
async function session(telemetry: Telemetry, id: string, options = { discard: false }): Promise<void> {
  const living = telemetry.start(id);
  await living.select(["connection"]);
  living.emit({ category: "connection", type: "cdp_connect", source: { kind: "local_process" } });
  await telemetry.end(id, options);
}

const folders = () => readdirSync(join(dataDir, "telemetry")).sort();
const count = async (telemetry: Telemetry, id: string) =>
  (await telemetry.page(id, windowOf({ since: "10000h" }, clock.nowMs()))).records.length;

it("stores what a session did until it is too old", async () => {
  const telemetry = await open({ keepDays: 2 });
  await session(telemetry, "first");
  clock.advance(36 * hourMs);
  await session(telemetry, "second");
  expect(await count(telemetry, "first")).toBe(1);
  clock.advance(11 * hourMs);
  expect(folders()).toEqual(["first", "second"]);
  const foldersLater = () => {
    clock.advance(hourMs);
    return folders();
  };
  await expect.poll(foldersLater).toEqual(["second"]);
  expect(await count(telemetry, "first")).toBe(0);
  expect(await count(telemetry, "second")).toBe(1);
});

it("deletes the sessions that ended first when all together are too large", async () => {
  const telemetry = await open({ keepBytes: 300 });
  for (const id of ["a", "b", "c", "d"]) {
    await session(telemetry, id);
    clock.advance(1_000);
  }
  expect(folders()).toEqual(["c", "d"]);
});

it("keeps the sessions of an earlier process that can still be named, with their end and size", async () => {
  const before = await open({});
  for (const id of ["known", "unknown"]) await session(before, id);
  const endedAt = clock.timestamp();
  clock.advance(10 * 24 * hourMs);
  const after = await open({}, (id) => (id === "known" ? endedAt : undefined));
  expect(folders()).toEqual(["known"]);
  // Only once the clock has been steady.
  clock.advance(7 * hourMs);
  await expect.poll(folders).toEqual([]);
  expect(await count(after, "known")).toBe(0);
});

it("keeps a session whose end is from a clock that was behind", async () => {
  await session(await open({}), "known");
  const after = await open({}, () => new Date(clock.nowMs() - 30 * 24 * hourMs).toISOString());
  const later = async (hours: number) => {
    clock.advance(hours * hourMs);
    await after.end("unknown", { discard: false });
    return folders();
  };
  expect(await later(7)).toEqual(["known"]);
  expect(await later(7 * 24)).toEqual([]);
});

it("nothing is stored of a session that is discarded or had no event", async () => {
  const telemetry = await open({});
  await session(telemetry, "discarded", { discard: true });
  telemetry.start("silent");
  await telemetry.end("silent", { discard: false });
  expect(folders()).toEqual([]);
  expect(existsSync(join(dataDir, "telemetry"))).toBe(true);
  expect(faults).toEqual([]);
});
