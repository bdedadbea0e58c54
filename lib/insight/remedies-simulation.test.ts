// Remedies against a pool that is simulated by its counts, step by step: no formula of theirs in it.
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Remedy } from "../bff/pool-insight.ts";
import { percentPerMinute } from "./fill-rate.ts";
import { remediesOf } from "./remedies.ts";

it("remedies keep a simulated pool from running empty, and one unit less does not", () => {
  interface SimulatedPool {
    readonly size: number;
    readonly acquired: number;
    readonly available: number;
    readonly configured: number;
  }
  const rate = ({ configured, size }: SimulatedPool) => percentPerMinute(configured, size);
  // A pool by its counts alone, not by the formula: what is least available in an hour.
  const minAvailableOf = (pool: SimulatedPool, taken: number, lost: number): number => {
    const stepMinutes = 1 / 128;
    let { available } = pool;
    let gap = pool.size - pool.available - pool.acquired;
    let least = available;
    for (let minutes = 0; minutes < 60; minutes += stepMinutes) {
      const filledPerMinute = gap > 0 ? rate(pool) : Math.min(rate(pool), lost);
      available += (filledPerMinute - taken) * stepMinutes;
      gap = Math.max(0, gap + (lost - filledPerMinute) * stepMinutes);
      least = Math.min(least, available);
    }
    return least;
  };
  const apply = (pool: SimulatedPool, remedy: Remedy, less: number): SimulatedPool | undefined => {
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
    .map(({ size, acquired, share, configured }): SimulatedPool => {
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
        isAtLimit: false,
        flow: { available, unfilled, taken, lost, fill: rate(pool) },
        acquired,
        size,
        configured: { percent: configured, per_minute: rate(pool), met: true },
        keepsRate: true,
        growsWithSize: true,
      });
      for (const remedy of remedies) {
        const enough = apply(pool, remedy, 0);
        const weakerOutcome = apply(pool, remedy, 1);
        if (enough === undefined || weakerOutcome === undefined) continue;
        kinds.add(remedy.kind);
        // The steps of the simulation blur each turn by a fraction of a browser.
        expect(minAvailableOf(enough, taken, lost)).toBeGreaterThan(-0.2);
        expect(minAvailableOf(weakerOutcome, taken, lost)).toBeLessThan(0.2);
      }
    }),
    { numRuns: 400 },
  );
  expect([...kinds].sort()).toEqual(["fill_rate", "release", "size"]);
});
