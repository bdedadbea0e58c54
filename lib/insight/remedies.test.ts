import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { FillReadings, Remedy } from "../bff/pool-insight.ts";
import { minutesToEmpty, type PoolFlow } from "./emptying.ts";
import { percentPerMinute } from "./fill-rate.ts";
import { remediesOf } from "./remedies.ts";

const flow = (changes: Partial<PoolFlow>): PoolFlow => ({
  available: 10,
  unfilled: 0,
  taken: 0,
  lost: 0,
  fill: 0,
  ...changes,
});

describe("time to empty", () => {
  it("is what is available by what is taken, when nothing is filled", () => {
    expect(minutesToEmpty(flow({ taken: 0.5 }))).toBe(20);
  });
  it("counts what is unfilled and comes before the end", () => {
    // 4 missing at 2 a minute are there after 2 min, in which 2 are taken: 12 are left, for 12 min more.
    expect(minutesToEmpty(flow({ unfilled: 4, fill: 2, taken: 1 }))).toBe(14);
  });
  it("does not count what comes after the end", () => {
    // At 1 a minute more out than in, 2 available last 2 min; the 10 missing would take 10 min.
    expect(minutesToEmpty(flow({ available: 2, unfilled: 10, fill: 1, taken: 2 }))).toBe(2);
  });
  it("is never when as much comes as goes, and now when nothing is there", () => {
    expect(minutesToEmpty(flow({ taken: 0 }))).toBeNull();
    expect(minutesToEmpty(flow({ taken: -1 }))).toBeNull();
    expect(minutesToEmpty(flow({ taken: 2, lost: 2, fill: 3 }))).toBeNull();
    expect(minutesToEmpty(flow({ available: 0, taken: 0 }))).toBe(0);
  });

  it("is what a minute-by-minute walk through the model comes to", () => {
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
  const readings: FillReadings = { configured: 10, as_percent: 2, as_count: 10, supported: "percent" };
  const ask = (given: PoolFlow, acquired = 10, supported: FillReadings["supported"] = "percent") =>
    remediesOf({
      flow: given,
      acquired,
      size: 20,
      readings: { ...readings, supported },
      targetMinutes: 60,
      mostFillRate: 25,
      mostSize: 100,
    });

  it("are computed: a pool that is only acquired from needs browsers, not a faster rate", () => {
    // 10 available, 0.5 taken a minute: 20 min. For 60 min 30 are needed: 20 more, wherever from.
    const leak = flow({ taken: 0.5, fill: 2 });
    expect(ask(leak, 30)).toEqual([
      { kind: "release", by: 20, minutes: 60 },
      { kind: "none", of: "fill_rate", why: "nothing_to_fill" },
      { kind: "size", by: 20, to: 40, minutes: 60 },
    ]);
    expect(ask(leak, 10)[0]).toEqual({ kind: "none", of: "release", why: "too_few_acquired" });
  });

  it("raise the fill rate where more is lost than filled, in the reading that fits", () => {
    // 5 taken and given up a minute, 2 filled: 10 last 10/3 min. 5 a minute hold it: 25 % of 20.
    const churn = flow({ unfilled: 4, taken: 5, lost: 5, fill: 2 });
    expect(ask(churn)[1]).toEqual({ kind: "fill_rate", by: 3, to: 25, reading: "percent", minutes: null });
    // Read as browsers, 3 more are enough: 13.
    expect(ask(churn, 10, "count")[1]).toEqual({
      kind: "fill_rate",
      by: 3,
      to: 13,
      reading: "count",
      minutes: null,
    });
  });

  it("are none while the pool lasts", () => {
    expect(ask(flow({ taken: 0.1 }))).toEqual([]);
  });

  it("are the smallest that help: one less does not", () => {
    const apply = (given: PoolFlow, remedy: Remedy, less: number): PoolFlow | undefined => {
      if (remedy.kind === "release") return { ...given, available: given.available + remedy.by - less };
      if (remedy.kind === "size") return { ...given, unfilled: given.unfilled + remedy.by - less };
      if (remedy.kind === "fill_rate")
        return {
          ...given,
          fill: given.fill + (percentPerMinute(remedy.to - less, 20) - percentPerMinute(10, 20)),
        };
      return undefined;
    };
    const any = fc.record({
      available: fc.integer({ min: 0, max: 20 }),
      unfilled: fc.integer({ min: 0, max: 20 }),
      taken: fc.integer({ min: 0, max: 40 }).map((value) => value / 4),
      lost: fc.integer({ min: 0, max: 20 }).map((value) => value / 4),
      fill: fc.integer({ min: 0, max: 40 }).map((value) => value / 4),
    });
    const lasts = (given: PoolFlow) => (minutesToEmpty(given) ?? Number.POSITIVE_INFINITY) >= 60;
    fc.assert(
      fc.property(any, fc.nat(20), (given, acquired) => {
        for (const remedy of ask(given, acquired)) {
          const enough = apply(given, remedy, 0);
          const oneLess = apply(given, remedy, 1);
          if (enough === undefined || oneLess === undefined) continue;
          expect(lasts(enough)).toBe(true);
          expect(lasts(oneLess)).toBe(false);
        }
      }),
    );
  });
});
