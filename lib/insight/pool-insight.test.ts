import { describe, expect, it } from "vitest";
import type { PoolConfig } from "../contract/pools.ts";
import type { CountSample } from "./counts.ts";
import { poolInsightOf } from "./pool-insight.ts";

const stepMs = 15_000;
const insight = (samples: readonly CountSample[], config: PoolConfig) =>
  poolInsightOf({
    poolId: "p",
    samples,
    config,
    set: null,
    maxSilenceMs: 45_000,
    overMs: 15 * 60_000,
    targetMinutes: 60,
  });
/** Ten polls of a pool of 20, of which one is taken every half minute and none comes. */
const samples = Array.from({ length: 10 }, (_, step): CountSample => {
  const out = Math.floor(step / 2);
  return { at_ms: step * stepMs, available: 8 - out, acquired: 2 + out, size: 20 };
});

describe("the insight of a pool", () => {
  it("offers no higher rate to a pool that does not keep the one it has", () => {
    // Ten are missing, five a minute should come, none does.
    const found = insight(samples, { size: 20, fill_rate_per_minute: 25 });
    expect(found.state).toMatchObject({ kind: "cannot_fill", cause: "stalled" });
    expect(found.remedies).toMatchObject([
      { kind: "none", of: "release" },
      { kind: "none", of: "fill_rate", why: "not_kept" },
      { kind: "none", of: "size" },
    ]);
  });

  it("keeps the alarm while the API fails now and then, and gives it up after a gap", () => {
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

  it("works out nothing from counts that are not those of now, or from too few", () => {
    const config = { size: 20, fill_rate_per_minute: 25 };
    const unanswered = { at_ms: 10 * stepMs, available: null, acquired: null, size: null };
    for (const few of [[], samples.slice(0, 2), [...samples, unanswered]])
      expect(insight(few, config)).toMatchObject({ drain: null, empty: null, remedies: [] });
  });

  it("is that of a pool of size 0, and of one whose size nobody tells", () => {
    const parked = samples.map((sample) => ({ ...sample, available: 0, acquired: 0, size: 0 }));
    const found = insight(parked, { size: 0, fill_rate_per_minute: 10 });
    expect(found).toMatchObject({ unfilled: 0, state: { kind: "at_size" }, empty: { minutes: 0 } });
    expect(found.remedies.find(({ kind }) => kind === "size")).toMatchObject({ by: 1, minutes: null });
    const unsized = parked.map((sample) => ({ ...sample, size: null }));
    expect(insight(unsized, {})).toMatchObject({ unfilled: null, empty: null, remedies: [] });
  });
});
