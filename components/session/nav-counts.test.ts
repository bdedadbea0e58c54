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

describe("figures beside the navigation", () => {
  it("has none before anything was read", () => {
    expect(navCounts({})).toEqual({});
  });

  it("never claims more than the page it read", () => {
    const items = Array.from({ length: 100 }, () => ({}));
    const counts = navCounts({ runningInvocations: { items, paging: { hasMore: true } } });
    expect(counts.invocations?.text).toBe("100+ running");
  });

  it("names what is wrong instead of how many there are", () => {
    const counts = navCounts({
      pools: { items: [pool(0, 1, 3), pool(2, 0, 2), pool(0, 2, 2)] },
      proxies: { items: [{ id: "a", status: "unavailable" }, { id: "b", status: "available" }, { id: "c" }] },
    });
    expect(counts.pools).toEqual({ text: "1 empty", tone: "bad" });
    expect(counts.proxies).toEqual({ text: "1 down", tone: "bad" });
  });

  it("knows no gap where the size is unknown or was made smaller", () => {
    expect(unfilled(pool(0, 0))).toBe(0);
    expect(unfilled(pool(3, 2, 4))).toBe(0);
    expect(unfilled(pool(1, 1, 5))).toBe(3);
  });
});
