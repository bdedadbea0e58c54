import { expect, test } from "vitest";
import { steadyNanoseconds } from "./clock.ts";

test("timestamps follow no setting of the clock, never decrease, and count the time of a suspension", () => {
  const time = { wallMs: 1_000_000, monotonicNs: 5_000_000_000n, uptimeSeconds: 100 };
  const pass = (seconds: number) => {
    time.wallMs += seconds * 1_000;
    time.uptimeSeconds += seconds;
  };
  const run = (seconds: number) => {
    pass(seconds);
    time.monotonicNs += BigInt(seconds) * 1_000_000_000n;
  };
  const now = steadyNanoseconds({
    wallMs: () => time.wallMs,
    monotonicNs: () => time.monotonicNs,
    uptimeSeconds: () => time.uptimeSeconds,
  });
  const seconds = () => Number(now() / 1_000_000_000n);
  expect(seconds()).toBe(1_000);
  run(10);
  expect(seconds()).toBe(1_010);
  time.wallMs -= 500_000;
  run(10);
  expect(seconds()).toBe(1_020);
  // Suspended for eight hours.
  pass(8 * 3_600);
  run(2);
  expect(seconds()).toBe(1_022 + 8 * 3_600);
  run(5);
  expect(seconds()).toBe(1_027 + 8 * 3_600);
});
