import { expect, it } from "vitest";
import { barOf, paceOf, tookAt, waitedAt } from "./usual-duration.ts";

const usual = { invocations: 20, p50Ms: 1000, p95Ms: 3000, p99Ms: 4000 };
const started_at = "2026-01-01T00:00:00Z";
const nowMs = Date.UTC(2026, 0, 1, 0, 0, 5);

it("counts up while an invocation is running, and not while it is queued", () => {
  expect(tookAt({ id: "a", status: "running", started_at }, nowMs)).toBe(5000);
  expect(tookAt({ id: "a", status: "queued", started_at }, nowMs)).toBeUndefined();
  expect(tookAt({ id: "a", status: "failed", started_at, finished_at: "2026-01-01T00:00:02Z" }, nowMs)).toBe(
    2000,
  );
  expect(tookAt({ id: "a", status: "failed", started_at }, nowMs)).toBeUndefined();
});

it("counts the wait while an invocation is queued, and not after it", () => {
  expect(waitedAt({ id: "a", status: "queued", started_at }, nowMs)).toBe(5000);
  expect(waitedAt({ id: "a", status: "queued" }, nowMs)).toBeUndefined();
  expect(waitedAt({ id: "a", status: "running", started_at }, nowMs)).toBeUndefined();
});

it("is slow above the median and late above p95", () => {
  expect([undefined, 900, 1500, 3001].map((ms) => paceOf(ms, usual))).toEqual([
    "unknown",
    "usual",
    "slow",
    "past-p95",
  ]);
  expect(paceOf(900, undefined)).toBe("unknown");
});

it("fits all three into the bar", () => {
  for (const took of [undefined, 0, 500, 90_000]) {
    expect(Math.max(...Object.values(barOf(took, usual)))).toBeLessThan(1);
  }
});
