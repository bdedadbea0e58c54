import { expect, it } from "vitest";
import type { Pool } from "../../contract/pools.ts";
import { browserCapacityOf } from "./browser-capacity.ts";

const pool = (id: string, available: number, acquired: number, size: number): Pool => ({
  id,
  name: id,
  available_count: available,
  acquired_count: acquired,
  created_at: "2026-01-02T03:04:05Z",
  browser_pool_config: { size },
});
const listed = <T>(items: readonly T[], whole = true) => ({ items, whole, atMs: 0, stale: undefined });
const pools = listed([pool("a", 3, 2, 8), pool("b", 4, 0, 4)]);

it("counts the browsers of pools once: acquired ones are in the list of browsers, idle ones are not", () => {
  expect(browserCapacityOf(24, pools, listed(Array.from({ length: 5 })))).toEqual({
    limit: 24,
    used: 12,
    outside: 3,
    pools: [
      { id: "a", name: "a", running: 5, size: 8 },
      { id: "b", name: "b", running: 4, size: 4 },
    ],
  });
});

it("does not say how many run where a list is not whole", () => {
  const unknown = { limit: 24, used: null, outside: null };
  expect(browserCapacityOf(24, pools, listed([], false))).toMatchObject(unknown);
  expect(browserCapacityOf(24, pools, { items: undefined, code: "down" })).toMatchObject(unknown);
});
