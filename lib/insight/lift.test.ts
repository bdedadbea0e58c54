import { describe, expect, it } from "vitest";
import { failureStateAt, needsAttention } from "./failure-state.ts";
import { liftsOf } from "./lift.ts";
import { judgedSpike, spikeOf } from "./spike.ts";

const rule = { support: 5, least: 1.1 };
const count = (value: string, failedWith: number, endedWith: number) => ({ value, failedWith, endedWith });

describe("lift", () => {
  it("ranks attributes by lift, with the counts", () => {
    // (8/10) / (12/40) = 2.667.
    expect(liftsOf([count("p1", 8, 12), count("p2", 2, 28)], { failed: 10, ended: 40 }, rule)).toEqual([
      { value: "p1", failedWith: 8, failed: 10, endedWith: 12, ended: 40, lift: 80 / 30 },
    ]);
  });

  it("excludes attributes of too few failures or of every invocation", () => {
    const counts = [count("all", 10, 16), count("bad", 6, 6), count("rare", 4, 4)];
    expect(liftsOf(counts, { failed: 10, ended: 16 }, rule)).toEqual([
      { value: "bad", failedWith: 6, failed: 10, endedWith: 6, ended: 16, lift: 1.6 },
    ]);
    expect(liftsOf([], { failed: 0, ended: 0 }, rule)).toEqual([]);
    expect(liftsOf([count("good", 0, 3)], { failed: 0, ended: 3 }, { support: 0, least: 0 })).toMatchObject([
      { lift: 0 },
    ]);
  });

  it("orders equal lifts by failures, then by value", () => {
    const counts = [count("b", 5, 5), count("a", 5, 5), count("c", 6, 6)];
    const found = liftsOf(counts, { failed: 16, ended: 32 }, { support: 5, least: 1 });
    expect(found.map(({ value, lift }) => [value, lift])).toEqual([
      ["c", 2],
      ["a", 2],
      ["b", 2],
    ]);
  });
});

describe("spike", () => {
  it("requires a sample, a relevant and a significant difference", () => {
    const base = { part: 10, whole: 1_000 };
    expect(spikeOf({ part: 19, whole: 19 }, base)).toEqual({ verdict: "too_few", chance: null });
    expect(spikeOf({ part: 20, whole: 20 }, { part: 0, whole: 29 }).verdict).toBe("too_few");
    expect(spikeOf({ part: 8, whole: 40 }, base).verdict).toBe("spike");
    expect(spikeOf({ part: 4, whole: 25 }, base).verdict).toBe("quiet");
    expect(spikeOf({ part: 60, whole: 1_000 }, base).verdict).toBe("quiet");
    expect(spikeOf({ part: 6, whole: 40 }, { part: 2, whole: 30 }).verdict).toBe("quiet");
  });
});

describe("failure group", () => {
  const acknowledged = { state: "acknowledged", until_ms: null, versions: new Set(["shop v1"]) } as const;
  const muted = { state: "muted", until_ms: 100, versions: new Set<string>() } as const;

  it("stays acknowledged for its versions and reopens for another", () => {
    expect(failureStateAt(undefined, ["shop v1"], 1)).toEqual({ state: "open", reopenedBy: [] });
    expect(failureStateAt(acknowledged, ["shop v1"], 1).state).toBe("acknowledged");
    expect(failureStateAt(acknowledged, ["shop v1", "shop v2"], 1)).toEqual({
      state: "reopened",
      reopenedBy: ["shop v2"],
    });
  });

  it("is muted until exactly its end", () => {
    expect(failureStateAt(muted, ["shop v9"], 99).state).toBe("muted");
    expect(failureStateAt(muted, ["shop v9"], 100).state).toBe("open");
    expect((["open", "reopened", "muted", "acknowledged"] as const).filter(needsAttention)).toEqual([
      "open",
      "reopened",
    ]);
  });
});

describe("the limits of a spike", () => {
  const verdict = (recent: readonly [number, number], base: readonly [number, number]) =>
    spikeOf({ part: recent[0], whole: recent[1] }, { part: base[0], whole: base[1] }).verdict;

  it("are included", () => {
    expect(verdict([20, 20], [0, 30])).toBe("spike");
    expect(verdict([5, 20], [0, 1000])).toBe("spike");
    expect(verdict([4, 20], [0, 1000])).toBe("quiet");
    expect(verdict([100, 1000], [0, 10_000])).toBe("spike");
    expect(verdict([99, 1000], [0, 10_000])).toBe("quiet");
    // Twenty points, and by chance one time in eight.
    expect(verdict([8, 20], [6, 30])).toBe("quiet");
  });

  it("apply without interrupted invocations, of which there are at most as many as failures", () => {
    const counts = { recent: { failed: 12, ended: 30 }, base: { failed: 5, ended: 105 } };
    expect(judgedSpike({ ...counts, interrupted: { recent: 2, base: 9 } })).toMatchObject({
      recent: { failed: 10, ended: 28 },
      base: { failed: 0, ended: 100 },
      verdict: "spike",
    });
    expect(judgedSpike({ ...counts, interrupted: { recent: 11, base: 0 } })).toMatchObject({
      recent: { failed: 1, ended: 19 },
      verdict: "too_few",
    });
  });
});

it("a group muted without an end is open", () => {
  const forever = { state: "muted", until_ms: null, versions: new Set<string>() } as const;
  expect(failureStateAt(forever, ["v1"], 1)).toEqual({ state: "open", reopenedBy: [] });
});
