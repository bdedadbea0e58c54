import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dueProxies, spread } from "./due-proxy-checks.ts";

const minute = 60_000;
const base = { everyMs: 10 * minute, left: 100, nowMs: 1_000 * minute, jitterOf: () => 0.5 };

describe("dueProxies", () => {
  it("returns proxies never checked first, then the longest due", () => {
    const lastCheckMs = new Map([
      ["fresh", base.nowMs - 9 * minute],
      ["old", base.nowMs - 11 * minute],
      ["oldest", base.nowMs - 30 * minute],
    ]);
    const proxyIds = ["fresh", "old", "never", "oldest", "old"];
    expect(dueProxies({ ...base, proxyIds, lastCheckMs })).toEqual(["never", "oldest", "old"]);
    expect(dueProxies({ ...base, proxyIds, lastCheckMs, left: 2 })).toEqual(["never", "oldest"]);
    expect(dueProxies({ ...base, proxyIds, lastCheckMs, left: -3 })).toEqual([]);
  });

  it("shifts each by at most a tenth, constant until its next check", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.integer({ min: 0, max: 1e12 }), (id, lastMs) => {
        const jitterOf = (proxyId: string, atMs: number) => spread(`${proxyId} ${atMs}`);
        const dueAt = (nowMs: number) =>
          dueProxies({ ...base, jitterOf, nowMs, proxyIds: [id], lastCheckMs: new Map([[id, lastMs]]) });
        expect(dueAt(lastMs + 9 * minute - 1)).toEqual([]);
        expect(dueAt(lastMs + 11 * minute)).toEqual([id]);
      }),
    );
  });

  it("spreads ids over the whole interval", () => {
    const shares = Array.from({ length: 400 }, (_, at) => spread(`proxy-${at} 1700000000000`));
    for (const quarter of [0, 0.25, 0.5, 0.75])
      expect(shares.filter((share) => share >= quarter && share < quarter + 0.25).length).toBeGreaterThan(50);
  });
});
