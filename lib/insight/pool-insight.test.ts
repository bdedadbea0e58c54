import { describe, expect, it } from "vitest";
import type { PoolConfig } from "../contract/pools.ts";
import type { CountSample } from "./counts.ts";
import { poolInsightOf } from "./pool-insight.ts";

const stepMs = 15_000;
const common = {
  poolId: "p",
  set: null,
  maxSilenceMs: 45_000,
  overMs: 15 * 60_000,
  targetMinutes: 60,
} as const;
const insight = (samples: readonly CountSample[], config: PoolConfig) =>
  poolInsightOf({ ...common, samples, config });
/** Ten polls of a pool of 20, of which one is taken every half minute and none comes. */
const samples = Array.from({ length: 10 }, (_, step): CountSample => {
  const out = Math.floor(step / 2);
  return { at_ms: step * stepMs, available: 8 - out, acquired: 2 + out, size: 20 };
});

describe("pool insight", () => {
  it("suggests no higher rate to a pool that does not reach its own", () => {
    // Ten are missing, five a minute should come, none does.
    const found = insight(samples, { size: 20, fill_rate_per_minute: 25 });
    expect(found.state).toMatchObject({ kind: "cannot_fill", cause: "stalled" });
    expect(found.remedies).toMatchObject([
      { kind: "none", of: "release" },
      { kind: "none", of: "fill_rate", why: "not_kept" },
      { kind: "none", of: "size" },
    ]);
  });

  it("expects no more of a pool than is configured, as after its fill rate was lowered", () => {
    // Two minutes at 25 a minute, then five at two a minute.
    const lowered = Array.from({ length: 29 }, (_, step): CountSample => {
      const started = step <= 8 ? step * 6 : 48 + Math.floor((step - 8) / 2);
      return { at_ms: step * stepMs, available: started, acquired: 0, size: 100 };
    });
    const found = insight(lowered, { size: 100, fill_rate_per_minute: 2 });
    expect(found.fill).toMatchObject({
      per_minute: 2,
      source: "configured",
      configured: { met: true },
      learned: { browsers: 52 },
    });
    expect(found.state.kind).toBe("filling");
  });

  it("knows nothing observed of a fill rate that was just raised", () => {
    // Seven minutes at two a minute, then half a minute at twenty.
    const slow = Array.from({ length: 29 }, (_, step): CountSample => {
      return { at_ms: step * stepMs, available: Math.floor(step / 2), acquired: 0, size: 100 };
    });
    const fast = [14, 19, 24].map((available, step): CountSample => {
      return { at_ms: (29 + step) * stepMs, available, acquired: 0, size: 100 };
    });
    const raised = (until: number) =>
      poolInsightOf({
        ...common,
        samples: [...slow, ...fast].slice(0, until),
        config: { size: 100, fill_rate_per_minute: 20 },
        rateSinceMs: 29 * stepMs,
      });
    expect(raised(30).fill).toMatchObject({
      per_minute: 20,
      source: "configured",
      configured: { met: null },
      learned: null,
    });
    expect(raised(30).state.kind).toBe("watching");
    expect(raised(32).fill).toMatchObject({ source: "learned", configured: { met: true } });
  });

  it("keeps the alarm across failed polls and drops it after a gap", () => {
    const config = { size: 20, fill_rate_per_minute: 25 };
    const empty = { available: null, acquired: null, size: null };
    const missed = samples.map((sample, step) => (step % 3 === 1 ? { ...sample, ...empty } : sample));
    const found = insight(missed, config);
    expect(found.state).toMatchObject({
      kind: "cannot_fill",
      evidence: { from_ms: 0, unfilled_at_start: 10, started: 0 },
    });
    expect(found.samples).toBe(7);
    const outage = samples.map((sample, step) => (step > 2 && step < 7 ? { ...sample, ...empty } : sample));
    expect(insight(outage, config).state).toMatchObject({ kind: "watching" });
  });

  it("is unknown without current counts, or with too few", () => {
    const config = { size: 20, fill_rate_per_minute: 25 };
    const unanswered = { at_ms: 10 * stepMs, available: null, acquired: null, size: null };
    for (const few of [[], samples.slice(0, 2), [...samples, unanswered]])
      expect(insight(few, config)).toMatchObject({ consumption: null, empty: null, remedies: [] });
  });

  it("expects of a pool that replaces discarded browsers beyond its rate to do so further", () => {
    // Every half minute one is acquired, discarded when it is released, and replaced: two a minute at a rate of one.
    const cycle = [
      { available: 2, acquired: 0 },
      { available: 2, acquired: 0 },
      { available: 1, acquired: 1 },
      { available: 1, acquired: 1 },
      { available: 1, acquired: 0 },
      { available: 2, acquired: 0 },
    ];
    const replaced = Array.from({ length: 40 }, (_, at) => at).flatMap((at) => {
      const counts = cycle[at % cycle.length];
      return counts === undefined ? [] : [{ at_ms: at * 5_000, size: 2, ...counts }];
    });
    const config = { size: 2, fill_rate_per_minute: 25 };
    const found = insight(replaced, config);
    expect(found.fill).toMatchObject({ per_minute: 1, source: "configured" });
    expect(found.empty).toMatchObject({ minutes: null });
    expect(found.empty?.fill_per_minute).toBeCloseTo(2, 0);
    expect(found.remedies).toEqual([]);
    // What came before the rate was changed says nothing, and a rate that an operator has set counts alone.
    const changedAt = (rateSinceMs: number) =>
      poolInsightOf({ ...common, samples: replaced, config, rateSinceMs }).empty;
    expect(changedAt(100_000)).toMatchObject({ minutes: null });
    expect(changedAt(100_000)?.fill_per_minute).toBeCloseTo(2, 0);
    expect(changedAt(195_000)?.fill_per_minute).toBe(1);
    const set = { per_minute: 1, by: "ada", at_ms: 0 };
    expect(poolInsightOf({ ...common, samples: replaced, config, set }).empty?.fill_per_minute).toBe(1);
  });

  it("calls a small pool emptying of which one browser is taken every few minutes", () => {
    const taken = (everyMs: number, untilMs: number) =>
      poolInsightOf({
        ...common,
        overMs: 5 * 60_000,
        samples: Array.from({ length: untilMs / stepMs }, (_, step): CountSample => {
          const acquired = Math.floor((step * stepMs) / everyMs);
          return { at_ms: step * stepMs, available: 6 - acquired, acquired, size: 6 };
        }),
        config: { size: 6, fill_rate_per_minute: 25 },
      });
    // One alone may be back soon.
    expect(taken(4 * 60_000, 6 * 60_000).empty).toMatchObject({ minutes: null });
    for (let untilMs = 10 * 60_000; untilMs < 20 * 60_000; untilMs += stepMs) {
      const { available, empty } = taken(4 * 60_000, untilMs);
      expect(available).toBeGreaterThanOrEqual(2);
      expect(empty?.minutes).toBeLessThanOrEqual(30);
    }
  });

  it("handles pools of size 0 and of unknown size", () => {
    const parked = samples.map((sample) => ({ ...sample, available: 0, acquired: 0, size: 0 }));
    const found = insight(parked, { size: 0, fill_rate_per_minute: 10 });
    expect(found).toMatchObject({ unfilled: 0, state: { kind: "at_size" }, empty: { minutes: 0 } });
    expect(found.remedies.find(({ kind }) => kind === "size")).toMatchObject({ by: 1, minutes: null });
    const unsized = parked.map((sample) => ({ ...sample, size: null }));
    expect(insight(unsized, {})).toMatchObject({ unfilled: null, empty: null, remedies: [] });
  });
});

describe("the figures of a pool", () => {
  it("contain counts, rate, state, consumption, time to empty and remedies", () => {
    // Every half minute a browser is started, and every minute one is acquired.
    const growing = Array.from({ length: 13 }, (_, step): CountSample => {
      const acquired = Math.floor(step / 4);
      return {
        at_ms: step * stepMs,
        available: 4 + Math.floor(step / 2) - acquired,
        acquired: 2 + acquired,
        size: 20,
      };
    });
    const configured = { percent: 25, per_minute: 5, met: false };
    expect(insight(growing, { size: 20, fill_rate_per_minute: 25 })).toEqual({
      pool_id: "p",
      sampled_at_ms: 180_000,
      samples: 13,
      available: 7,
      acquired: 5,
      size: 20,
      unfilled: 8,
      fill: {
        per_minute: 2,
        source: "learned",
        set: null,
        learned: {
          per_minute: 2,
          low_per_minute: (5 * 60) / 165,
          high_per_minute: (5 * 60) / 135,
          browsers: 5,
          minutes: 2.5,
        },
        configured,
      },
      state: {
        kind: "filling",
        evidence: {
          from_ms: 0,
          to_ms: 180_000,
          unfilled_at_start: 14,
          unfilled_now: 8,
          expected: 6,
          shrunk: 6,
          started: 6,
          lost: 0,
        },
      },
      consumption: {
        from_ms: 0,
        to_ms: 180_000,
        minutes: 3,
        taken: 3,
        started: 6,
        lost: 0,
        taken_per_minute: 1,
        lost_per_minute: 0,
        slow_per_minute: 1,
        fast_per_minute: 1,
        windows: 11,
      },
      // Full after four minutes, with eleven available.
      empty: { minutes: 15, earliest_minutes: 15, latest_minutes: 15, fill_per_minute: 2 },
      remedies: [
        { kind: "none", of: "release", why: "too_few_acquired" },
        { kind: "none", of: "fill_rate", why: "not_kept" },
        { kind: "size", by: 45, to: 65, minutes: 60 },
      ],
      drift: null,
    });
  });

  it("of a pool that stalls count on no arrivals", () => {
    expect(insight(samples, { size: 20, fill_rate_per_minute: 25 })).toMatchObject({
      available: 4,
      acquired: 6,
      size: 20,
      unfilled: 10,
      empty: { minutes: 2.25, latest_minutes: 3, fill_per_minute: 0 },
    });
  });

  it.each([
    ["set by hand", 25, { per_minute: 3, by: "ada", at_ms: 1 }, { per_minute: 3, source: "set" }],
    ["configured as zero", 0, null, { per_minute: 0, source: "configured" }],
    ["configured, as percent", 25, null, { per_minute: 5, source: "configured" }],
    ["unknown", undefined, null, { per_minute: null, source: "unknown", configured: null }],
  ])("use the fill rate that is %s", (_, configured, set, fill) => {
    const config = { size: 20, ...(configured === undefined ? {} : { fill_rate_per_minute: configured }) };
    const rest = { maxSilenceMs: 45_000, overMs: 15 * 60_000, targetMinutes: 60 };
    const found = poolInsightOf({ poolId: "p", samples: samples.slice(0, 3), config, set, ...rest });
    expect(found.fill).toMatchObject({ ...fill, set, learned: null });
  });

  it("of a pool that loses what is started count on the arrivals observed", () => {
    // Five a minute should come; two come and two are lost each minute.
    const churning = Array.from({ length: 17 }, (_, step): CountSample => {
      const taken = Math.floor(step / 4);
      return {
        at_ms: 60_000 + step * stepMs,
        available: 8 + (step % 4 === 1 ? 2 : 0) - taken,
        acquired: 2 + taken,
        size: 20,
      };
    });
    const found = insight(churning, { size: 20, fill_rate_per_minute: 10 });
    expect(found.state).toMatchObject({
      kind: "cannot_fill",
      cause: "lost",
      evidence: { started: 8, lost: 8 },
    });
    expect(found.empty?.fill_per_minute).toBe(2);
    expect(found.remedies[1]).not.toMatchObject({ why: "not_kept" });
  });
});
