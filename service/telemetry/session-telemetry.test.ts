import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { queryObjects } from "node:v8";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import { standardPaces } from "../kernel/paces.ts";
import { SessionTelemetry, type StreamStart } from "./session-telemetry.ts";
import { TelemetryArchive } from "./telemetry-archive.ts";
import { windowOf } from "./telemetry-page.ts";

const clock = new ManualClock();
let dir: string;
let telemetry: SessionTelemetry;
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "fd-telemetry-"));
  const archive = new TelemetryArchive(join(dir, "session"), { report: () => undefined });
  telemetry = new SessionTelemetry({ archive, clock, capture: { clock, paces: standardPaces.telemetry } });
  await telemetry.select(["connection", "system"]);
});
afterEach(async () => {
  await telemetry.close({ discard: true });
  rmSync(dir, { recursive: true, force: true });
});

const source = { kind: "local_process" } as const;
const connect = () => telemetry.emit({ category: "connection", type: "cdp_connect", source });

/** The numbers of the events of a stream, until it ends. */
function follow(start: StreamStart, signal = new AbortController().signal) {
  const seqs: number[] = [];
  const run = async () => {
    for await (const batch of telemetry.stream(start, signal)) seqs.push(...batch.map(({ seq }) => seq));
    return seqs;
  };
  return { seqs, ended: run() };
}

const stored = async () =>
  (await telemetry.page(windowOf({ limit: 100 }, clock.nowMs()))).records.map(({ seq }) => seq);

it("numbers the events of selected categories from 1 on, each later than the one before", async () => {
  connect();
  telemetry.emit({ category: "control", type: "api_call", source });
  connect();
  const { records } = await telemetry.page(windowOf({}, clock.nowMs()));
  expect(records.map(({ seq }) => seq)).toEqual([1, 2]);
  expect(records[0]?.event.ts).toBe(clock.nowMs() * 1000);
  expect(records[1]?.event.ts).toBeGreaterThan(clock.nowMs() * 1000);
});

it("a stream begins with the next event, the oldest one, or after a given one", async () => {
  for (let count = 0; count < 5; count += 1) connect();
  const streams = [follow("next"), follow("oldest"), follow({ afterSeq: 3 }), follow({ afterSeq: 99 })];
  connect();
  await telemetry.close({ discard: false });
  const seqs = await Promise.all(streams.map(({ ended }) => ended));
  expect(seqs).toEqual([[6], [1, 2, 3, 4, 5, 6], [4, 5, 6], [6]]);
});

it("resumes without gaps from far before what is in memory", async () => {
  for (let count = 0; count < 2_500; count += 1) connect();
  const stream = follow({ afterSeq: 7 });
  await expect.poll(() => stream.seqs.length).toBe(2_493);
  connect();
  await telemetry.close({ discard: false });
  expect(await stream.ended).toEqual(Array.from({ length: 2_494 }, (_, at) => at + 8));
});

it("a stream has each event as the archive has it, from memory and from before", async () => {
  for (let count = 0; count < 1_001; count += 1) connect();
  await telemetry.close({ discard: false });
  const streamed: unknown[] = [];
  for await (const batch of telemetry.stream("oldest", new AbortController().signal)) {
    streamed.push(...batch.map(({ json }) => JSON.parse(json)));
  }
  const page = (offset: number) => telemetry.page(windowOf({ limit: 100, offset }, clock.nowMs()));
  expect(streamed).toHaveLength(1_001);
  expect(streamed.slice(0, 100)).toEqual((await page(0)).records);
  expect(streamed.slice(-100)).toEqual((await page(901)).records);
});

it("a stream holds nothing of the events that it has sent", async () => {
  const stream = follow("next");
  const send = async () => {
    connect();
    await turn();
  };
  await send();
  const before = queryObjects(Promise, { format: "count" });
  for (let count = 0; count < 1000; count += 1) await send();
  expect(stream.seqs).toHaveLength(1001);
  expect(queryObjects(Promise, { format: "count" }) - before).toBeLessThan(500);
  await telemetry.close({ discard: false });
});

it("another holder has neither the events of the earlier one, nor do its streams go on", async () => {
  for (let count = 0; count < 3; count += 1) connect();
  const earlier = follow("oldest");
  const late = telemetry.reporter();
  await expect.poll(() => earlier.seqs).toEqual([1, 2, 3]);
  await telemetry.restart(["connection"]);
  late({ category: "connection", type: "cdp_connect", source });
  expect(await earlier.ended).toEqual([1, 2, 3]);
  expect(await stored()).toEqual([]);
  const next = [follow("oldest"), follow({ afterSeq: 1 })];
  connect();
  expect(await stored()).toEqual([4]);
  await telemetry.close({ discard: false });
  expect(await Promise.all(next.map(({ ended }) => ended))).toEqual([[4], [4]]);
});

it("captures nothing after null, and again after another selection", async () => {
  await telemetry.select(null);
  connect();
  await telemetry.select(["connection"]);
  connect();
  expect(await stored()).toEqual([1]);
});

it("has the beginning of a connection that was open before its category was captured, once", async () => {
  await telemetry.select(null);
  const opened = () => telemetry.connected({ category: "connection", type: "cdp_connect", source });
  const [first, second] = [opened(), opened()];
  const disconnect = { category: "connection", type: "cdp_disconnect", source } as const;
  first(disconnect);
  await telemetry.select(["connection"]);
  await telemetry.select(null);
  await telemetry.select(["connection"]);
  second(disconnect);
  second(disconnect);
  const { records } = await telemetry.page(windowOf({}, clock.nowMs()));
  expect(records.map(({ event }) => event.type)).toEqual(["cdp_connect", "cdp_disconnect"]);
});

it("another holder has nothing of the connections of the earlier one", async () => {
  await telemetry.select(null);
  telemetry.connected({ category: "connection", type: "cdp_connect", source });
  await telemetry.restart(["connection"]);
  expect(await stored()).toEqual([]);
});
