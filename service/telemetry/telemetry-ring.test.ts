import { expect, it } from "vitest";
import { type TelemetryLine, TelemetryRing } from "./telemetry-ring.ts";

const line = (seq: number, bytes: number): TelemetryLine => ({ seq, json: "x".repeat(bytes) });
const numbers = (lines: readonly TelemetryLine[]) => lines.map(({ seq }) => seq);

it("holds the newest events by number and by size, and always the last one", () => {
  const ring = new TelemetryRing({ events: 3, bytes: 100 });
  for (let seq = 1; seq <= 10; seq += 1) ring.add(line(seq, 10));
  expect(ring.oldestSeq).toBe(8);
  expect(numbers(ring.after(0, 10))).toEqual([8, 9, 10]);
  ring.add(line(11, 95));
  expect(numbers(ring.after(0, 10))).toEqual([11]);
  ring.add(line(12, 500));
  expect(numbers(ring.after(11, 10))).toEqual([12]);
});

it("continues after an event, some at a time", () => {
  const ring = new TelemetryRing({ events: 100, bytes: 10_000 });
  for (let seq = 1; seq <= 20; seq += 1) ring.add(line(seq, 1));
  expect(numbers(ring.after(4, 3))).toEqual([5, 6, 7]);
  expect(numbers(ring.after(20, 3))).toEqual([]);
  ring.clear();
  expect(ring.oldestSeq).toBeUndefined();
  ring.add(line(21, 1));
  expect(numbers(ring.after(4, 3))).toEqual([21]);
});
