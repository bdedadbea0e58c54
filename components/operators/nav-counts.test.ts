import { describe, expect, it } from "vitest";
import type { Pool } from "@/lib/contract/pools";
import { navCounts, unfilled } from "./nav-counts.ts";

const pool = (available: number, acquired: number, size?: number): Pool => ({
  id: `p${available}${acquired}`,
  available_count: available,
  acquired_count: acquired,
  created_at: "2026-01-01T00:00:00Z",
  browser_pool_config: size === undefined ? {} : { size },
});

describe("counts in the navigation", () => {
  it("are missing before the first read", () => {
    expect(navCounts({})).toEqual({});
  });

  it("never exceed what the read page proves", () => {
    const items = Array.from({ length: 100 }, () => ({}));
    const counts = navCounts({ runningInvocations: { items, paging: { hasMore: true } } });
    expect(counts.invocations?.text).toBe("100+ running");
  });

  it("show the problem instead of the total", () => {
    const counts = navCounts({
      pools: { items: [pool(0, 1, 3), pool(2, 0, 2), pool(0, 2, 2)] },
      proxies: { items: [{ id: "a", status: "unavailable" }, { id: "b", status: "available" }, { id: "c" }] },
    });
    expect(counts.pools).toEqual({ text: "1 empty", tone: "bad" });
    expect(counts.proxies).toEqual({ text: "1 down", tone: "bad" });
  });

  it("count no missing browsers where the size is unknown or was reduced", () => {
    expect(unfilled(pool(0, 0))).toBe(0);
    expect(unfilled(pool(3, 2, 4))).toBe(0);
    expect(unfilled(pool(1, 1, 5))).toBe(3);
  });
});
