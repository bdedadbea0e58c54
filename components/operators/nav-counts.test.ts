import { describe, expect, it } from "vitest";
import type { AttentionItem } from "@/lib/bff/attention";
import { navCounts } from "./nav-counts.ts";

const emptyPool = (id: string) =>
  ({
    ...{
      id,
      kind: "pool",
      severity: "critical",
      sure: "certain",
      since_ms: null,
      state: "empty",
      pool_id: id,
    },
    ...{
      name: null,
      available: 0,
      acquired: 1,
      size: 3,
      unfilled: 2,
      sampled_at_ms: 1,
      from_ms: 1,
      samples: 1,
    },
    ...{ drain_per_minute: null, minutes_left: null, unfilled_at_start: null },
  }) as const satisfies AttentionItem;

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
      attention: [emptyPool("a"), emptyPool("b")],
      proxies: { items: [{ id: "a", status: "unavailable" }, { id: "b", status: "available" }, { id: "c" }] },
    });
    expect(counts.pools).toEqual({ text: "2 short", tone: "bad" });
    expect(counts.proxies).toEqual({ text: "1 down", tone: "bad" });
  });

  it("show nothing at the pools while none is in trouble", () => {
    expect(navCounts({ attention: [] }).pools).toBeUndefined();
  });
});
