import { expect, test } from "vitest";
import { since, sinceEpochNs } from "./since.ts";

const nowMs = Date.UTC(2026, 1, 3, 12);
const at = (text: string) => BigInt(Date.parse(text)) * 1_000_000n;

test.each([
  ["5m", at("2026-02-03T11:55:00Z")],
  ["1h30m", at("2026-02-03T10:30:00Z")],
  ["1.5h", at("2026-02-03T10:30:00Z")],
  [".5s", at("2026-02-03T11:59:59.500Z")],
  ["250ms1us", at("2026-02-03T11:59:59.749Z") + 999_000n],
  ["2026-02-03", at("2026-02-03T00:00:00Z")],
  ["2026-02-03T04:05", at("2026-02-03T04:05:00Z")],
  ["2026-02-03 04:05:06", at("2026-02-03T04:05:06Z")],
  ["2026-02-03T04:05:06.123456789Z", at("2026-02-03T04:05:06Z") + 123_456_789n],
  ["2026-02-03T04:05:06+01:00", at("2026-02-03T03:05:06Z")],
])("%s is a point in time", (text, epochNs) => {
  expect(since.safeParse(text).success).toBe(true);
  expect(sinceEpochNs(text, nowMs)).toBe(epochNs);
});

test.each([
  "",
  "5",
  "m",
  "5d",
  "-5m",
  "5m 3s",
  "5 m",
  "yesterday",
  "2026",
  "2026-02",
  "2026-02-30",
  "2026-13-01",
  "2026-02-03T25:00",
  "2026-02-03T04",
  "2026-02-03T04:05:06Zulu",
  "2026-02-03T04:05:06 01:00",
  `${"9".repeat(200)}h`,
])("%j is none", (text) => {
  expect(since.safeParse(text).success).toBe(false);
});
