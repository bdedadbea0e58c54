import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ConfiguredRate } from "../bff/pool-insight.ts";
import { remediesOf } from "./remedies.ts";
import { minutesToEmpty, type PoolFlow } from "./time-to-empty.ts";

const flow = (changes: Partial<PoolFlow>): PoolFlow => ({
  available: 10,
  unfilled: 0,
  taken: 0,
  lost: 0,
  fill: 0,
  ...changes,
});

describe("time to empty", () => {
  it("divides available browsers by consumption without filling", () => {
    expect(minutesToEmpty(flow({ taken: 0.5 }))).toBe(20);
  });
  it("includes browsers that fill before the end", () => {
    // 4 missing at 2 a minute are there after 2 min, in which 2 are taken: 12 are left, for 12 min more.
    expect(minutesToEmpty(flow({ unfilled: 4, fill: 2, taken: 1 }))).toBe(14);
  });
  it("excludes browsers that would fill after the end", () => {
    // At 1 a minute more out than in, 2 available last 2 min; the 10 missing would take 10 min.
    expect(minutesToEmpty(flow({ available: 2, unfilled: 10, fill: 1, taken: 2 }))).toBe(2);
  });
  it("is never at equal rates, and 0 when none is available", () => {
    expect(minutesToEmpty(flow({ taken: 0 }))).toBeNull();
    expect(minutesToEmpty(flow({ taken: -1 }))).toBeNull();
    expect(minutesToEmpty(flow({ taken: 2, lost: 2, fill: 3 }))).toBeNull();
    expect(minutesToEmpty(flow({ available: 0, taken: 0 }))).toBe(0);
  });

  it("equals a minute-by-minute simulation", () => {
    const any = fc.record({
      available: fc.integer({ min: 1, max: 50 }),
      unfilled: fc.integer({ min: 0, max: 50 }),
      taken: fc.integer({ min: 0, max: 40 }).map((value) => value / 4),
      lost: fc.integer({ min: 0, max: 20 }).map((value) => value / 4),
      fill: fc.integer({ min: 0, max: 40 }).map((value) => value / 4),
    });
    fc.assert(
      fc.property(any, (given) => {
        const found = minutesToEmpty(given);
        const stepMinutes = 1 / 256;
        let { available, unfilled } = given;
        let minutes = 0;
        while (available > 0 && minutes < 260) {
          const comes = unfilled > 0 ? given.fill : Math.min(given.fill, given.lost);
          available += (comes - given.taken) * stepMinutes;
          unfilled = Math.max(0, unfilled + (given.lost - comes) * stepMinutes);
          minutes += stepMinutes;
        }
        if (found === null) expect(available).toBeGreaterThan(0);
        else if (found < 250) expect(Math.abs(minutes - found)).toBeLessThan(0.02 * found + 0.5);
      }),
    );
  });
});

describe("remedies", () => {
  const configured: ConfiguredRate = { percent: 10, per_minute: 2, met: true };
  const bounds = { targetMinutes: 60, mostFillRate: 25, mostSize: 100, isAtLimit: false } as const;
  /** The remedies of a pool of 20; what is not available or unfilled is acquired unless given. */
  const ask = (
    given: PoolFlow,
    acquired = 20 - given.available - given.unfilled,
    met: ConfiguredRate["met"] = true,
  ) =>
    remediesOf({
      ...bounds,
      flow: given,
      acquired,
      size: 20,
      configured: { ...configured, met },
      keepsRate: true,
      growsWithSize: false,
    });

  it("raise the size, not the rate, without losses", () => {
    // 4 available, 0.25 taken a minute: 16 min. For 60 min 15 are needed: 11 more, wherever from.
    const leak = flow({ available: 4, taken: 0.25, fill: 2 });
    expect(ask(leak)).toEqual([
      { kind: "release", by: 11, minutes: 60 },
      { kind: "none", of: "fill_rate", why: "nothing_to_fill" },
      { kind: "size", by: 11, to: 31, minutes: 60 },
    ]);
    expect(ask(flow({ ...leak, taken: 1 }))[0]).toEqual({
      kind: "none",
      of: "release",
      why: "too_few_acquired",
    });
  });

  it("raise the fill rate where losses exceed filling", () => {
    // 5 taken and given up a minute, 2 filled: 10 last 10/3 min. 5 a minute hold it: 25 % of 20.
    const churn = flow({ unfilled: 4, taken: 5, lost: 5, fill: 2 });
    expect(ask(churn)[1]).toEqual({ kind: "fill_rate", by: 3, to: 25, minutes: null });
  });

  it("are empty while the pool lasts", () => {
    expect(ask(flow({ taken: 0.1 }))).toEqual([]);
  });

  it("account for acquired browsers beyond the size", () => {
    // Shrunk to 20 while 23 were out: the first three that come back are discarded, the first three of size are there.
    const shrunk = flow({ available: 0, taken: 0.05, fill: 2 });
    expect(ask(shrunk, 23)).toEqual([
      { kind: "release", by: 6, minutes: 60 },
      { kind: "none", of: "fill_rate", why: "nothing_to_fill" },
      { kind: "size", by: 6, to: 26, minutes: expect.closeTo(60, 9) },
    ]);
  });

  it("let a larger size fill faster where the rate is a percentage", () => {
    // 10 per cent of 20 are 2 a minute, 2.5 are lost and taken: 25 have 2.5.
    const churn = flow({ available: 1, unfilled: 4, taken: 2.5, lost: 2.5, fill: 2 });
    const grown = { ...bounds, flow: churn, acquired: 15, size: 20, configured, keepsRate: true };
    expect(remediesOf({ ...grown, growsWithSize: true })[2]).toEqual({
      kind: "size",
      by: 5,
      to: 25,
      minutes: null,
    });
    expect(remediesOf({ ...grown, growsWithSize: false })[2]).toEqual({
      kind: "none",
      of: "size",
      why: "beyond_bound",
      most: 100,
    });
  });

  it("do not rely on a rate that the pool does not reach, or that was not observed", () => {
    const churn = flow({ available: 1, unfilled: 4, taken: 2.5, lost: 2.5, fill: 2 });
    const stalled = { ...bounds, flow: churn, acquired: 15, size: 20, configured, growsWithSize: false };
    expect(remediesOf({ ...stalled, keepsRate: false })[1]).toEqual({
      kind: "none",
      of: "fill_rate",
      why: "not_kept",
    });
    expect(ask(churn, 15, false)[1]).toEqual({ kind: "none", of: "fill_rate", why: "not_kept" });
    expect(ask(churn, 15, null)[1]).toMatchObject({ kind: "fill_rate" });
  });

  it("are no further browsers where the API is at its limit of them", () => {
    const churn = { available: 5, unfilled: 5, taken: 1, lost: 0, fill: 0.5 };
    const configuredRate = { configured, keepsRate: true, growsWithSize: false };
    const found = remediesOf({
      ...bounds,
      isAtLimit: true,
      flow: churn,
      acquired: 10,
      size: 20,
      ...configuredRate,
    });
    expect(found.slice(1)).toEqual([
      { kind: "none", of: "fill_rate", why: "at_limit" },
      { kind: "none", of: "size", why: "at_limit" },
    ]);
    const bounded = remediesOf({
      ...bounds,
      mostSize: 20,
      flow: churn,
      acquired: 10,
      size: 20,
      ...configuredRate,
    });
    expect(bounded[2]).toEqual({ kind: "none", of: "size", why: "beyond_bound", most: 20 });
  });

  it("give an unused pool of size 0 one browser, and one without filling none", () => {
    const parked = {
      ...bounds,
      acquired: 0,
      size: 0,
      configured: null,
      keepsRate: true,
      growsWithSize: false,
    };
    const nothing = { available: 0, unfilled: 0, taken: 0, lost: 0 } as const;
    expect(remediesOf({ ...parked, flow: { ...nothing, fill: 1 } })).toEqual([
      { kind: "none", of: "release", why: "too_few_acquired" },
      { kind: "none", of: "fill_rate", why: "unknown_field" },
      { kind: "size", by: 1, to: 1, minutes: null },
    ]);
    expect(remediesOf({ ...parked, flow: { ...nothing, fill: 0 } })[2]).toMatchObject({ kind: "none" });
  });
});
