import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { insightRules } from "../bff/insight-rules.ts";
import { verdictOf } from "./action-verdict.ts";
import { emptyHistogram, withValue } from "./histogram.ts";
import { changeBetween, quantileInterval, type VersionSample } from "./version-change.ts";

const lasting = (values: readonly number[]) => values.reduce(withValue, emptyHistogram);
const sample = (
  version: string,
  ended: number,
  failed: number,
  ms: (at: number) => number,
): VersionSample => ({
  version,
  ended,
  failed,
  durations: lasting(Array.from({ length: ended }, (_, at) => ms(at))),
});
const even = (at: number) => 900 + at;
const dated = (version: VersionSample, firstInvocationAtMs: number | null) => ({
  ...version,
  firstInvocationAtMs,
});

describe("comparison of two versions", () => {
  it("has no verdict below 30 ended invocations, and reports the sample", () => {
    const change = changeBetween(
      sample("v1", 100, 0, even),
      sample("v2", 29, 29, (at) => 9_000 + at),
    );
    expect(change.failures).toMatchObject({
      verdict: "too_few",
      needed: 30,
      base: { failed: 0, ended: 100 },
      newer: { failed: 29, ended: 29 },
      points: 1,
      chance: null,
    });
    expect(change.median.verdict).toBe("too_few");
    expect(change.tail).toMatchObject({ verdict: "too_few", needed: 100 });
  });

  it("fails more when the difference is both relevant and significant", () => {
    const judge = (base: [number, number], newer: [number, number]) =>
      changeBetween(sample("a", base[0], base[1], even), sample("b", newer[0], newer[1], even)).failures;
    // 2 of 100 and 15 of 100: pooled 0.085, z = 0.13/0.03944 = 3.296, chance 0.00098
    expect(judge([100, 2], [100, 15])).toMatchObject({ verdict: "worse" });
    expect(judge([100, 2], [100, 15]).points).toBeCloseTo(0.13, 9);
    expect(judge([100, 2], [100, 15]).chance).toBeCloseTo(0.00098, 5);
    expect(judge([100, 15], [100, 2]).verdict).toBe("better");
    // Ten points, and by chance once in 40 such pairs: 3 of 40 against 7 of 40.
    expect(judge([40, 3], [40, 7]).verdict).toBe("same");
    // Unlikely by chance, and too small to matter: 4 points.
    expect(judge([10_000, 100], [10_000, 500]).verdict).toBe("same");
    expect(judge([10_000, 100], [10_000, 700]).verdict).toBe("worse");
  });

  it("is slower when the medians differ significantly and by a quarter", () => {
    const base = sample("a", 200, 0, even);
    const slower = changeBetween(
      base,
      sample("b", 200, 0, (at) => 1_400 + at),
    ).median;
    expect(slower.verdict).toBe("worse");
    expect(slower.base.measured).toBe(200);
    expect(slower.ratio).toBeGreaterThan(1.35);
    expect(slower.ratio).toBeLessThan(1.65);
    expect(
      changeBetween(
        sample("b", 200, 0, (at) => 1_400 + at),
        base,
      ).median.verdict,
    ).toBe("better");
    expect(
      changeBetween(
        base,
        sample("b", 200, 0, (at) => 1_060 + at),
      ).median.verdict,
    ).toBe("same");
    // Three times as long, and eight milliseconds: nobody waits for that.
    const tiny = changeBetween(
      sample("a", 99, 0, () => 4),
      sample("b", 99, 0, () => 12),
    );
    expect(tiny.median.verdict).toBe("same");
  });

  it("compares p95 from 100 invocations on, and detects a tail that the median does not", () => {
    const tailed = (at: number) => (at % 8 === 0 ? 9_000 : 1_000);
    const change = changeBetween(
      sample("a", 240, 0, () => 1_000),
      sample("b", 240, 0, tailed),
    );
    expect(change.median.verdict).toBe("same");
    expect(change.tail.verdict).toBe("worse");
    const few = changeBetween(
      sample("a", 99, 0, () => 1_000),
      sample("b", 240, 0, tailed),
    );
    expect(few.tail.verdict).toBe("too_few");
  });

  it("has no figures without ended invocations", () => {
    const [some, none] = [sample("v1", 40, 4, even), sample("v2", 0, 0, even)];
    for (const change of [changeBetween(some, none), changeBetween(none, some)]) {
      expect(change.failures).toMatchObject({ verdict: "too_few", points: null, chance: null });
      expect(change.median).toMatchObject({ verdict: "too_few", ratio: null });
    }
    expect(changeBetween(some, none).median).toMatchObject({
      base: { measured: 40 },
      newer: { ms: null, measured: 0 },
    });
  });

  it("has no ratio to durations below a millisecond", () => {
    const change = changeBetween(
      sample("a", 40, 0, () => 0),
      sample("b", 40, 0, even),
    );
    expect(change.median).toMatchObject({ verdict: "worse", ratio: null, base: { ms: 0 } });
  });

  it("is neutral against itself and antisymmetric", () => {
    const any = fc.tuple(
      fc.integer({ min: 30, max: 200 }),
      fc.nat(200),
      fc.integer({ min: 1, max: 50_000 }),
      fc.integer({ min: 0, max: 300 }),
    );
    const made = ([ended, failed, ms, spread]: [number, number, number, number]) =>
      sample("v", ended, Math.min(failed, ended), (at) => ms + (at % 7) * spread);
    const opposite = { worse: "better", better: "worse", same: "same", too_few: "too_few" } as const;
    fc.assert(
      fc.property(any, any, (a, b) => {
        const [one, other] = [made(a), made(b)];
        const self = changeBetween(one, one);
        expect([self.failures.verdict, self.median.verdict]).toEqual(["same", "same"]);
        const [there, back] = [changeBetween(one, other), changeBetween(other, one)];
        for (const kind of ["failures", "median", "tail"] as const)
          expect(back[kind].verdict).toBe(opposite[there[kind].verdict]);
      }),
      { numRuns: 200 },
    );
  });
});

describe("interval of a quantile", () => {
  it("contains the quantile and has the nominal coverage of the true median", () => {
    let covered = 0;
    let seed = 7;
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 2_147_483_648;
    };
    for (let round = 0; round < 400; round += 1) {
      const interval = quantileInterval(
        lasting(Array.from({ length: 80 }, () => 1_000 * 4 ** random())),
        0.5,
      );
      // The true median is 2,000; buckets are off by up to 5 %.
      if (interval && interval.low <= 2_000 * 1.05 && interval.high >= 2_000 * 0.95) covered += 1;
    }
    expect(covered).toBeGreaterThanOrEqual(380);
    expect(quantileInterval(emptyHistogram, 0.5)).toBeNull();
  });
});

describe("verdict on an action", () => {
  const good = (version: string, at: number) => dated(sample(version, 100, 2, even), at);
  const bad = (version: string, at: number) => dated(sample(version, 100, 30, even), at);

  it("identifies the version that introduced the regression, also if it is not the newest", () => {
    const verdict = verdictOf([good("v10", 1), good("v11", 2), bad("v12", 3), bad("v13", 4)]);
    expect(verdict).toMatchObject({
      state: "regressed",
      since_version: "v12",
      since_ms: 3,
      version: "v13",
      kinds: ["failures"],
      change: { base_version: "v11" },
    });
  });

  it("ends when a newer version is good", () => {
    expect(verdictOf([good("v1", 1), bad("v2", 2), good("v3", 3)])).toMatchObject({
      state: "better",
      version: "v3",
      change: { base_version: "v2" },
    });
    expect(verdictOf([good("v1", 1), bad("v2", 2), good("v3", 3), good("v4", 4)]).state).toBe("steady");
  });

  it("reports the sample when it is too small on either side", () => {
    const { sample: needed } = insightRules;
    const few = dated(sample("v2", 12, 12, even), 2);
    expect(verdictOf([good("v1", 1), few])).toEqual({ state: "too_few", version: "v2", have: 12, needed });
    expect(verdictOf([dated(sample("v0", 9, 0, even), 1), good("v1", 2)])).toMatchObject({
      state: "too_few",
      have: 9,
    });
    expect(verdictOf([good("v1", 1)])).toEqual({ state: "one_version" });
    expect(verdictOf([])).toEqual({ state: "one_version" });
    // One with few invocations in between does not hide what came before it.
    expect(verdictOf([good("v1", 1), few, bad("v3", 3)])).toMatchObject({
      state: "regressed",
      since_version: "v3",
      change: { base_version: "v1" },
    });
  });
});
