import { describe, expect, it } from "vitest";
import type { PoolInsight } from "@/lib/bff/pool-insight";
import type { Pool } from "@/lib/contract/pools";
import { consumptionOf, insightOf, poolOf } from "@/tests/support/component/pool-fixtures";
import { isInState, nextSort, poolRowOf, poolStates, sortedRows } from "./pool-rows.ts";

const row = (id: string, pool: Partial<Pool>, insight?: Partial<PoolInsight>) =>
  poolRowOf(poolOf({ id, ...pool }), insight && insightOf({ pool_id: id, ...insight }), {
    samples: undefined,
    range: undefined,
  });
const lasting = (minutes: number | null) => ({
  consumption: consumptionOf({ taken_per_minute: 2, started: 4, minutes: 4 }),
  empty: { minutes, earliest_minutes: null, latest_minutes: null, fill_per_minute: 0 },
});
const rows = [
  row("healthy", {}),
  row("slow", { available_count: 4, acquired_count: 4 }, lasting(20)),
  row("filling", { available_count: 5 }),
  row("empty", { available_count: 0, acquired_count: 4 }),
  row("soon", { available_count: 2, acquired_count: 6 }, lasting(3)),
  row("taken", { available_count: 0, acquired_count: 8 }),
];
const names = (...given: Parameters<typeof sortedRows>) => sortedRows(...given).map(({ name }) => name);

describe("the order of pools", () => {
  it("is by trouble, the worst first", () => {
    expect(names(rows, undefined)).toEqual(["empty", "taken", "soon", "slow", "filling", "healthy"]);
    expect(names(rows, "-state")).toEqual(["healthy", "filling", "slow", "soon", "taken", "empty"]);
  });

  it("is by a column in both directions, with unknown values last", () => {
    expect(names(rows, "name")).toEqual(["empty", "filling", "healthy", "slow", "soon", "taken"]);
    expect(names(rows, "-available").slice(0, 3)).toEqual(["healthy", "filling", "slow"]);
    expect(names(rows, "taken").slice(0, 2)).toEqual(["slow", "soon"]);
    expect(names(rows, "-taken").slice(0, 2)).toEqual(["slow", "soon"]);
    expect(names(rows, "empty").slice(0, 4)).toEqual(["empty", "taken", "soon", "slow"]);
  });

  it("is reversed by pressing a header again", () => {
    expect(nextSort(undefined, "name")).toBe("name");
    expect(nextSort("name", "name")).toBe("-name");
    expect(nextSort("-name", "name")).toBe("name");
    expect(nextSort(undefined, "state")).toBe("-state");
    expect(nextSort("-state", "state")).toBeUndefined();
  });
});

it("a row contains rates in browsers per minute, and the fill rate in percent", () => {
  const [, slow] = rows;
  expect(slow).toMatchObject({ condition: "emptying", emptyIn: 20, taken: 2, filled: 1 });
  // 25 % of 8.
  expect(slow?.fillRate).toEqual({ percent: 25, perMinute: 2 });
  expect(row("unknown", { browser_pool_config: {} })).toMatchObject({
    condition: "unknown",
    fillRate: undefined,
    emptyIn: undefined,
  });
});

it("the list can be narrowed to a state", () => {
  const of = (state: (typeof poolStates)[number]) =>
    rows.filter((each) => isInState(each, state)).map(({ name }) => name);
  expect(poolStates.map(of)).toEqual([["slow", "empty", "soon", "taken"], ["filling"], ["healthy"]]);
});
