import { describe, expect, it } from "vitest";
import type { Invocation } from "@/lib/contract/invocations";
import type { Pool } from "@/lib/contract/pools";
import { attention } from "./attention.ts";
import { byMinute, capacity, countText, failures, readFromMs } from "./figures.ts";

const t0 = Date.UTC(2026, 0, 1, 12);
const at = (offsetMs: number) => new Date(t0 + offsetMs).toISOString();

const run = (over: Partial<Invocation> & { tookMs?: number } = {}): Invocation => {
  const { tookMs = 1000, ...fields } = over;
  return {
    id: crypto.randomUUID(),
    app_name: "shop",
    action_name: "pay",
    version: "v1",
    status: "succeeded",
    started_at: at(0),
    finished_at: at(tookMs),
    ...fields,
  };
};
const many = (count: number, over: Partial<Invocation> = {}) =>
  Array.from({ length: count }, () => run(over));

const pool = (available: number, acquired: number, size?: number, proxyId?: string): Pool => ({
  id: `pool-${available}-${acquired}-${size}`,
  available_count: available,
  acquired_count: acquired,
  created_at: at(0),
  browser_pool_config: { ...(size === undefined ? {} : { size }), ...(proxyId ? { proxy_id: proxyId } : {}) },
});

const nothing = { recent: [], running: [], pools: [], proxies: [] };

describe("figures", () => {
  it("counts a share of what has finished only", () => {
    const runs = [...many(3), ...many(1, { status: "failed" }), ...many(6, { status: "running" })];
    expect(failures(runs)).toEqual({ failed: 1, finished: 4, share: 0.25 });
    expect(failures([run({ status: "queued" })]).share).toBeUndefined();
  });

  it("says when a list goes on", () => {
    expect(countText({ items: many(2), paging: { hasMore: true } })).toBe("2+");
    expect(countText({ items: many(2) })).toBe("2");
  });

  it("has no total where a pool tells no size", () => {
    expect(capacity([pool(1, 1, 4), pool(2, 0, 2)])).toEqual({
      available: 3,
      acquired: 1,
      size: 6,
      unfilled: 2,
    });
    expect(capacity([pool(1, 1, 4), pool(2, 0)]).size).toBeUndefined();
  });

  it("starts the chart where a cut list starts, not at an hour nobody read", () => {
    const items = [run({ started_at: at(5000) }), run({ started_at: at(2000) })];
    expect(readFromMs({ items, paging: { hasMore: true } }, t0)).toBe(t0 + 2000);
    expect(readFromMs({ items, paging: { hasMore: false } }, t0)).toBe(t0);
    expect(readFromMs({ items, paging: { hasMore: true } }, t0 + 9000)).toBe(t0 + 9000);
  });

  it("puts runs into the minute they started in", () => {
    const runs = [
      run({ started_at: at(59_999) }),
      run({ started_at: at(60_000), status: "failed" }),
      run({ started_at: at(61_000) }),
    ];
    expect(byMinute(runs)).toEqual([
      { atMs: t0, values: { succeeded: 1, failed: 0, running: 0, queued: 0 } },
      { atMs: t0 + 60_000, values: { succeeded: 1, failed: 1, running: 0, queued: 0 } },
    ]);
  });
});

describe("what needs attention", () => {
  it("puts an API that gives no newer answer before everything else", () => {
    const proxies = [{ id: "p1", status: "unavailable" as const }];
    expect(attention({ ...nothing, proxies, stale: "upstream_unreachable" }, t0)).toMatchObject([
      { kind: "unheard", evidence: expect.stringContaining("upstream_unreachable") },
      { kind: "down" },
    ]);
  });

  it("is nothing in a quiet fleet, nor on a sample too small", () => {
    expect(attention({ ...nothing, recent: many(20), pools: [pool(0, 2, 2)] }, t0)).toEqual([]);
    expect(attention({ ...nothing, recent: many(4, { status: "failed" }) }, t0)).toEqual([]);
  });

  it("names the version that fails, beside the others, with the commonest reason", () => {
    const recent = [
      ...many(10),
      ...many(6, { version: "v2", status: "failed", status_reason: "timeout" }),
      ...many(1, { version: "v2", status: "failed", status_reason: "other" }),
      ...many(3, { version: "v2" }),
    ];
    const [item] = attention({ ...nothing, recent }, t0);
    expect(item?.title).toContain("v2 (7 of 10)");
    expect(item?.title).toContain("on other versions");
    expect(item?.evidence).toBe("6 of 7: timeout");
    expect(item?.href).toContain("version=v2");
  });

  it("finds a run that takes far longer than usual", () => {
    const running = [run({ id: "slow", status: "running", finished_at: null })];
    const recent = many(10);
    expect(attention({ ...nothing, recent, running }, t0 + 30_000)).toEqual([]);
    expect(attention({ ...nothing, recent, running }, t0 + 90_000).map(({ kind }) => kind)).toEqual([
      "stuck",
    ]);
    expect(attention({ ...nothing, running }, t0 + 90_000)).toEqual([]);
    expect(attention({ ...nothing, running }, t0 + 11 * 60_000)).toHaveLength(1);
  });

  it("says what hangs on a proxy that is down, and which pool is empty", () => {
    const items = attention(
      {
        ...nothing,
        proxies: [{ id: "p1", name: "eu", status: "unavailable", last_checked: at(0) }, { id: "p2" }],
        pools: [pool(0, 1, 3, "p1"), pool(1, 0, 3, "p1")],
      },
      t0 + 60_000,
    );
    expect(items.map(({ kind }) => kind)).toEqual(["down", "short"]);
    expect(items[0]?.evidence).toContain("2 pools are configured with it");
    expect(items[1]?.title).toContain("2 short of its size");
  });
});
