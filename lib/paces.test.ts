import { describe, expect, it } from "vitest";
import { scaled } from "./bff/shared-paces.ts";
import { paces, pacesAt, speedupOf } from "./paces.ts";

describe("paces", () => {
  it("are divided by the speedup, at least one millisecond", () => {
    expect(scaled(5_000, 1)).toBe(5_000);
    expect(scaled(5_000, 10)).toBe(500);
    expect(scaled(250, 7)).toBe(36);
    expect(scaled(30, 100)).toBe(1);
  });

  it("are undivided without a valid speedup", () => {
    for (const text of [undefined, "", "0", "-3", "1.5", "ten", "1000"]) expect(speedupOf(text)).toBe(1);
    expect(speedupOf("10")).toBe(10);
    expect(paces).toEqual(pacesAt(1));
  });

  it("leave timeouts of the machine and display intervals undivided", () => {
    const fast = pacesAt(10);
    expect(fast.deadlines).toEqual(paces.deadlines);
    expect(fast.shown).toEqual(paces.shown);
  });

  it("keep their order at any speed", () => {
    for (const speedup of [1, 10, 100]) {
      const { refresh, live, tabs, samples } = pacesAt(speedup);
      expect(live.staleMs).toBeLessThan(live.deadMs);
      // A tab may miss three calls before it is forgotten.
      expect(tabs.forgetMs).toBeGreaterThan(3 * tabs.presenceCheckMs);
      expect(samples.processGapMs).toBeGreaterThan(2 * refresh.listMs);
      expect(samples.poolGapMs).toBeGreaterThanOrEqual(2 * samples.idleMs);
    }
  });
});
