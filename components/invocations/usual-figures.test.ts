import { expect, it } from "vitest";
import { barOf, paceOf, tookAt } from "./usual-figures.ts";

const usual = { runs: 20, p50Ms: 1000, p95Ms: 3000, p99Ms: 4000 };
const started_at = "2026-01-01T00:00:00Z";
const nowMs = Date.UTC(2026, 0, 1, 0, 0, 5);

it("counts on while a run is at work, and not while it is only queued", () => {
  expect(tookAt({ id: "a", status: "running", started_at }, nowMs)).toBe(5000);
  expect(tookAt({ id: "a", status: "queued", started_at }, nowMs)).toBeUndefined();
  expect(tookAt({ id: "a", status: "failed", started_at, finished_at: "2026-01-01T00:00:02Z" }, nowMs)).toBe(
    2000,
  );
  expect(tookAt({ id: "a", status: "failed", started_at }, nowMs)).toBeUndefined();
});

it("calls slow what is beyond the median, and late what is beyond p95", () => {
  expect([undefined, 900, 1500, 3001].map((ms) => paceOf(ms, usual))).toEqual([
    "unknown",
    "usual",
    "slow",
    "past-p95",
  ]);
  expect(paceOf(900, undefined)).toBe("unknown");
});

it("draws all three within the bar", () => {
  for (const took of [undefined, 0, 500, 90_000]) {
    expect(Math.max(...Object.values(barOf(took, usual)))).toBeLessThan(1);
  }
});
