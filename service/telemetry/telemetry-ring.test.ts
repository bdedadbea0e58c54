import { expect, it } from "vitest";
import type { TelemetryRecord } from "../../lib/contract/telemetry.ts";
import { TelemetryRing } from "./telemetry-ring.ts";

const record = (seq: number): TelemetryRecord => ({
  seq,
  event: { category: "network", type: "network_idle", ts: seq, source: { kind: "cdp" } },
});
const numbers = (records: readonly TelemetryRecord[]) => records.map(({ seq }) => seq);

it("holds the newest events by number and by size, and always the last one", () => {
  const ring = new TelemetryRing({ events: 3, bytes: 100 });
  for (let seq = 1; seq <= 10; seq += 1) ring.add(record(seq), 10);
  expect(ring.oldestSeq).toBe(8);
  expect(numbers(ring.after(0, 10))).toEqual([8, 9, 10]);
  ring.add(record(11), 95);
  expect(numbers(ring.after(0, 10))).toEqual([11]);
  ring.add(record(12), 500);
  expect(numbers(ring.after(11, 10))).toEqual([12]);
});

it("continues after an event, some at a time", () => {
  const ring = new TelemetryRing({ events: 100, bytes: 10_000 });
  for (let seq = 1; seq <= 20; seq += 1) ring.add(record(seq), 1);
  expect(numbers(ring.after(4, 3))).toEqual([5, 6, 7]);
  expect(numbers(ring.after(20, 3))).toEqual([]);
  ring.clear();
  expect(ring.oldestSeq).toBeUndefined();
  ring.add(record(21), 1);
  expect(numbers(ring.after(4, 3))).toEqual([21]);
});
