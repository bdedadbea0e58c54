// Remedies against a pool that is walked through by its counts, moment by moment: no formula of theirs in it.
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Remedy } from "../bff/pool-insight.ts";
import { percentPerMinute } from "./fill-rate.ts";
import { remediesOf } from "./remedies.ts";

it("remedies keep a pool that is walked through from running empty, and one less does not", () => {
  interface Walked {
    readonly size: number;
    readonly acquired: number;
    readonly available: number;
    readonly configured: number;
  }
  const rate = ({ configured, size }: Walked) => percentPerMinute(configured, size);
  // A pool by its counts alone, not by the formula: what is least available in an hour.
  const leastOf = (pool: Walked, taken: number, lost: number): number => {
    const stepMinutes = 1 / 128;
    let { available } = pool;
    let gap = pool.size - pool.available - pool.acquired;
    let least = available;
    for (let minutes = 0; minutes < 60; minutes += stepMinutes) {
      const comes = gap > 0 ? rate(pool) : Math.min(rate(pool), lost);
      available += (comes - taken) * stepMinutes;
      gap = Math.max(0, gap + (lost - comes) * stepMinutes);
      least = Math.min(least, available);
    }
    return least;
  };
  const apply = (pool: Walked, remedy: Remedy, less: number): Walked | undefined => {
    if (remedy.kind === "size") return { ...pool, size: remedy.to - less };
    if (remedy.kind === "fill_rate") return { ...pool, configured: remedy.to - less };
    if (remedy.kind === "none") return undefined;
    const discarded = Math.max(0, pool.available + pool.acquired - pool.size);
    const released = remedy.by - less;
    return {
      ...pool,
      acquired: pool.acquired - released,
      available: pool.available + Math.max(0, released - discarded),
    };
  };
  const quarters = (max: number) => fc.integer({ min: 0, max }).map((value) => value / 4);
  const pools = fc
    .record({
      size: fc.integer({ min: 1, max: 40 }),
      acquired: fc.nat(40),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
      configured: fc.integer({ min: 1, max: 20 }),
    })
    .map(({ size, acquired, share, configured }): Walked => {
      const available = Math.floor(share * Math.max(0, size - acquired));
      return { size, acquired, available, configured };
    });
  const kinds = new Set<string>();
  fc.assert(
    fc.property(pools, quarters(24), quarters(12), (pool, taken, lost) => {
      const { size, acquired, available, configured } = pool;
      const unfilled = Math.max(0, size - available - acquired);
      const remedies = remediesOf({
        targetMinutes: 60,
        mostFillRate: 25,
        mostSize: 100,
        flow: { available, unfilled, taken, lost, fill: rate(pool) },
        acquired,
        size,
        readings: { configured, as_percent: rate(pool), as_count: configured, supported: "percent" },
        keepsRate: true,
        growsWithSize: true,
      });
      for (const remedy of remedies) {
        const enough = apply(pool, remedy, 0);
        const oneLess = apply(pool, remedy, 1);
        if (enough === undefined || oneLess === undefined) continue;
        kinds.add(remedy.kind);
        // The steps of the walk blur each turn by a fraction of a browser.
        expect(leastOf(enough, taken, lost)).toBeGreaterThan(-0.2);
        expect(leastOf(oneLess, taken, lost)).toBeLessThan(0.2);
      }
    }),
    { numRuns: 400 },
  );
  expect([...kinds].sort()).toEqual(["fill_rate", "release", "size"]);
});
