import { describe, expect, it } from "vitest";
import {
  accountRule,
  afterAccountFailure,
  afterFailure,
  type Counters,
  isTurn,
  lockedUntil,
  nextTurn,
  pairRule,
  takesTurns,
} from "./lockout.ts";

function failTimes(times: number, from: Counters | undefined, startMs: number, stepMs = 1000): Counters {
  let attempts = from;
  for (let at = 0; at < times; at += 1) attempts = afterFailure(attempts, startMs + at * stepMs, pairRule);
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

describe("an account that is guessed from many networks (T19)", () => {
  const startMs = 1_000_000_000;
  const guessed = (times: number) => {
    let account: Counters | undefined;
    for (let at = 0; at < times; at += 1) account = afterAccountFailure(account, startMs + at);
    return account;
  };

  it("makes new devices take turns from the fiftieth failure within an hour on, and locks nobody", () => {
    expect(takesTurns(guessed(49), startMs + 100)).toBe(false);
    const account = guessed(50);
    expect(takesTurns(account, startMs + 100)).toBe(true);
    expect(lockedUntil(account, startMs + 100)).toBeUndefined();
    expect(takesTurns(account, startMs + 3_600_000)).toBe(false);
    expect(afterAccountFailure(account, startMs + 3_600_000)).toMatchObject({ failures: 1 });
  });

  it("gives one turn in ten seconds, and the last one within a quarter of an hour, however many wait", () => {
    const nowMs = startMs + 1000;
    let account = guessed(50);
    const waits: number[] = [];
    for (let at = 0; at < 200 && account !== undefined; at += 1) {
      account = { ...account, locked_until_ms: nextTurn(account, nowMs) };
      waits.push((account.locked_until_ms - nowMs) / 1000);
    }
    expect(waits.slice(0, 3)).toEqual([10, 20, 30]);
    expect(waits.slice(89, 91)).toEqual([900, 900]);
    expect(waits.at(-1)).toBe(900);
  });

  it("forfeits a turn that nobody took", () => {
    expect(isTurn(startMs, startMs - 1)).toBe(false);
    expect(isTurn(startMs, startMs)).toBe(true);
    expect(isTurn(startMs, startMs + accountRule.longestWaitMs)).toBe(false);
  });
});
