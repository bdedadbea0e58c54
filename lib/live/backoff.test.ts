import { expect, test } from "vitest";
import { backoffMs, retryAfterMs } from "./backoff.ts";

test.each([
  [0, 4000],
  [1, 8000],
  [2, 16_000],
  [3, 30_000],
  [4, 30_000],
  [50, 30_000],
])("attempt %d waits between one second and %d ms, by chance", (attempt, longestMs) => {
  expect(backoffMs(attempt, () => 0)).toBe(1000);
  expect(backoffMs(attempt, () => 0.5)).toBe((1000 + longestMs) / 2);
  expect(backoffMs(attempt, () => 1)).toBe(longestMs);
});

const nowMs = Date.parse("2026-11-21T03:00:00Z");
test.each([
  ["0", 0],
  ["1.5", 1500],
  ["120", 120_000],
  ["121", 120_000],
  ["Sat, 21 Nov 2026 03:00:00 GMT", 0],
  ["Sat, 21 Nov 2026 03:01:00 GMT", 60_000],
  ["Sat, 21 Nov 2026 02:59:59 GMT", undefined],
  ["", undefined],
  ["  ", undefined],
  ["-1", undefined],
  ["Infinity", undefined],
])("Retry-After %j is %j ms", (header, waitMs) => {
  expect(retryAfterMs(header, nowMs)).toBe(waitMs);
});
