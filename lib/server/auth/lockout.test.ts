import { describe, expect, it } from "vitest";
import { accountRule, afterFailure, lockedUntil } from "./lockout.ts";
import type { Attempts } from "./login-attempts.ts";

function failTimes(times: number, from: Attempts | undefined, startMs: number, stepMs = 1000): Attempts {
  let attempts = from;
  for (let at = 0; at < times; at += 1) attempts = afterFailure(attempts, startMs + at * stepMs, accountRule);
  if (attempts === undefined) throw new Error("no failure");
  return attempts;
}

describe("a lock (T19)", () => {
  const startMs = 1_000_000_000;

  it("starts with the fifth failure within the window", () => {
    expect(lockedUntil(failTimes(4, undefined, startMs), startMs + 4000)).toBeUndefined();
    expect(lockedUntil(failTimes(5, undefined, startMs), startMs + 5000)).toBe(startMs + 4000 + 60_000);
  });

  it("does not start for failures that are far apart", () => {
    expect(lockedUntil(failTimes(9, undefined, startMs, 100_000), startMs + 900_000)).toBeUndefined();
  });

  it("grows each time up to a bound, and starts over after an hour without failures", () => {
    let attempts = failTimes(5, undefined, startMs);
    const lengths: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const endMs = attempts.locked_until_ms + 1;
      attempts = failTimes(5, attempts, endMs);
      lengths.push((attempts.locked_until_ms - endMs - 4000) / 60_000);
    }
    expect(lengths).toEqual([2, 4, 8, 15, 15, 15, 15]);
    const later = attempts.locked_until_ms + 3_600_001;
    expect(failTimes(5, attempts, later).locked_until_ms).toBe(later + 4000 + 60_000);
  });
});
