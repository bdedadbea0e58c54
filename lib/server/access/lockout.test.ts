import { describe, expect, it } from "vitest";
import type { Attempts } from "../store/login-attempts.ts";
import { accountRule, afterFailure, lockedUntil } from "./lockout.ts";

function failTimes(times: number, from: Attempts | undefined, startMs: number, stepMs = 1000): Attempts {
  let attempts = from;
  for (let at = 0; at < times; at += 1) attempts = afterFailure(attempts, startMs + at * stepMs, accountRule);
  if (attempts === undefined) throw new Error("no failure");
  return attempts;
}

describe("a lock (T19)", () => {
  const startMs = 1_000_000_000;

  it("comes with the fifth failure within the window", () => {
    expect(lockedUntil(failTimes(4, undefined, startMs), startMs + 4000)).toBeUndefined();
    expect(lockedUntil(failTimes(5, undefined, startMs), startMs + 5000)).toBe(startMs + 4000 + 60_000);
  });

  it("does not come from failures that are far apart", () => {
    expect(lockedUntil(failTimes(9, undefined, startMs, 100_000), startMs + 900_000)).toBeUndefined();
  });

  it("grows each time up to a bound, and is forgotten after an hour of peace", () => {
    let attempts = failTimes(5, undefined, startMs);
    const lengths: number[] = [];
    for (let round = 0; round < 7; round += 1) {
      const endMs = attempts.lockedUntilMs + 1;
      attempts = failTimes(5, attempts, endMs);
      lengths.push((attempts.lockedUntilMs - endMs - 4000) / 60_000);
    }
    expect(lengths).toEqual([2, 4, 8, 15, 15, 15, 15]);
    const later = attempts.lockedUntilMs + 3_600_001;
    expect(failTimes(5, attempts, later).lockedUntilMs).toBe(later + 4000 + 60_000);
  });

  it("is over when the clock was set back by more than a lock can be apart, and the next failures count from one", () => {
    const locked = failTimes(5, undefined, startMs);
    const backMs = startMs - 3_600_000;
    expect(lockedUntil(locked, backMs)).toBeUndefined();
    const once = afterFailure(locked, backMs, accountRule);
    expect(once).toMatchObject({ failures: 1, firstAtMs: backMs });
    // Nor does it come back when the clock gets there once more.
    expect(lockedUntil(once, locked.lockedUntilMs - 1000)).toBeUndefined();
    expect(failTimes(4, once, backMs + 1000).lockedUntilMs).toBe(backMs + 4000 + 120_000);
  });

  it("of another replica holds, whose clock is a little ahead", () => {
    const locked = failTimes(5, undefined, startMs);
    expect(lockedUntil(locked, startMs - 30_000)).toBe(locked.lockedUntilMs);
  });

  it("does not come from failures of which one is far ahead, since the clock was set back", () => {
    const before = failTimes(4, undefined, startMs);
    expect(afterFailure(before, startMs - 3_600_000, accountRule)).toMatchObject({ failures: 1 });
  });
});
