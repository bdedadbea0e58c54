import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { failureStateAt, needsAttention } from "./failure-state.ts";
import { liftsOf } from "./lift.ts";
import { spikeOf } from "./spike.ts";

const rule = { support: 5, least: 1.1 };
const runs = (count: number, failed: boolean, ...values: string[]) =>
  Array.from({ length: count }, () => ({ failed, values }));

describe("what failing runs share", () => {
  it("is ranked by how much more usual it is among them, with the counts", () => {
    // 40 ended, 10 failed; 8 of the failed and 12 of all on p1: (8/10)/(12/40) = 2.667.
    const told = [
      ...runs(8, true, "p1"),
      ...runs(2, true, "p2"),
      ...runs(4, false, "p1"),
      ...runs(26, false, "p2"),
    ];
    expect(liftsOf(told, rule)).toEqual([
      { value: "p1", failedWith: 8, failed: 10, endedWith: 12, ended: 40, lift: 80 / 30 },
    ]);
  });

  it("leaves out runs of which it is not known, and attributes of too few failures or of every run", () => {
    const told = [
      ...runs(6, true, "all", "bad"),
      ...runs(6, false, "all"),
      ...runs(4, true, "all", "rare"),
      ...Array.from({ length: 50 }, () => ({ failed: true, values: undefined })),
    ];
    expect(liftsOf(told, rule)).toEqual([
      { value: "bad", failedWith: 6, failed: 10, endedWith: 6, ended: 16, lift: 1.6 },
    ]);
    expect(liftsOf([], rule)).toEqual([]);
  });

  it("counts every run once and is the same in any order", () => {
    const any = fc.array(
      fc.record({
        failed: fc.boolean(),
        values: fc.option(fc.array(fc.constantFrom<string>("a", "b", "c")), { nil: undefined }),
      }),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(any, (told) => {
        const found = liftsOf(told, { support: 1, least: 0 });
        expect(liftsOf([...told].reverse(), { support: 1, least: 0 })).toEqual(found);
        const known = told.filter(({ values }) => values !== undefined);
        for (const { value, failedWith, endedWith, failed, ended, lift } of found) {
          expect(ended).toBe(known.length);
          expect(endedWith).toBe(known.filter(({ values }) => values?.includes(value)).length);
          expect(lift).toBeCloseTo(failedWith / failed / (endedWith / ended), 9);
        }
      }),
    );
  });
});

describe("a spike", () => {
  it("needs enough runs, a difference that matters and one that is not chance", () => {
    const base = { part: 10, whole: 1_000 };
    expect(spikeOf({ part: 19, whole: 19 }, base)).toEqual({ verdict: "too_few", chance: null });
    expect(spikeOf({ part: 20, whole: 20 }, { part: 0, whole: 29 }).verdict).toBe("too_few");
    expect(spikeOf({ part: 8, whole: 40 }, base).verdict).toBe("spike");
    expect(spikeOf({ part: 4, whole: 25 }, base).verdict).toBe("quiet");
    expect(spikeOf({ part: 60, whole: 1_000 }, base).verdict).toBe("quiet");
    expect(spikeOf({ part: 6, whole: 40 }, { part: 2, whole: 30 }).verdict).toBe("quiet");
  });
});

describe("a group of failures", () => {
  const acknowledged = { state: "acknowledged", until_ms: null, versions: new Set(["shop v1"]) } as const;
  const muted = { state: "muted", until_ms: 100, versions: new Set<string>() } as const;

  it("stays acknowledged on the versions it was on, and reopens on another", () => {
    expect(failureStateAt(undefined, ["shop v1"], 1)).toEqual({ state: "open", reopenedBy: [] });
    expect(failureStateAt(acknowledged, ["shop v1"], 1).state).toBe("acknowledged");
    expect(failureStateAt(acknowledged, ["shop v1", "shop v2"], 1)).toEqual({
      state: "reopened",
      reopenedBy: ["shop v2"],
    });
  });

  it("is muted until its time and not a moment longer", () => {
    expect(failureStateAt(muted, ["shop v9"], 99).state).toBe("muted");
    expect(failureStateAt(muted, ["shop v9"], 100).state).toBe("open");
    expect((["open", "reopened", "muted", "acknowledged"] as const).filter(needsAttention)).toEqual([
      "open",
      "reopened",
    ]);
  });
});
