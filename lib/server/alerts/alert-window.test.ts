import { expect, it } from "vitest";
import { hourMs } from "../../bff/time-units.ts";
import { sinceOf } from "./alert-window.ts";

const firedMs = Date.UTC(2026, 10, 21, 12, 3);
const fired = { kind: "failure_share", fired_at_ms: firedMs };
const since = (minutes: number, keptMs: number) => {
  const signal = { kind: "failure_share", percent: 20, least: 10, window_minutes: minutes };
  return sinceOf({ ...fired, limit_ms: null, signal: JSON.stringify(signal) }, keptMs);
};

it("begins where the counts began that an alert fired by: in hours where shorter roll-ups were not kept as long", () => {
  expect(since(30, 48 * hourMs)).toBe(Date.UTC(2026, 10, 21, 11, 30));
  expect(since(1_440, 48 * hourMs)).toBe(Date.UTC(2026, 10, 20, 12, 0));
  expect(since(750, 13 * hourMs)).toBe(Date.UTC(2026, 10, 20, 23, 30));
  expect(since(750, 12 * hourMs)).toBe(Date.UTC(2026, 10, 20, 23, 0));
});

it("begins by the window of the rule when it fired, whatever the rule is now", () => {
  const edited = { kind: "failure_share", percent: 20, least: 10, window_minutes: 5 };
  for (const signal of [JSON.stringify(edited), null]) {
    const alert = { ...fired, limit_ms: 24 * hourMs, signal };
    expect(sinceOf(alert, 48 * hourMs)).toBe(Date.UTC(2026, 10, 20, 12, 0));
  }
});
