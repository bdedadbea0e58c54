import { describe, expect, test } from "vitest";
import { capacityOf, nameOf } from "./pool-capacity.ts";

const pool = (available: number, acquired: number, size?: number) => ({
  id: "z8qu25m54qfqhqgemv5ax1v9",
  available_count: available,
  acquired_count: acquired,
  created_at: "2026-02-03T04:05:06Z",
  browser_pool_config: size === undefined ? {} : { size },
});

describe("capacityOf", () => {
  test("unfilled is what is missing to the size", () => {
    expect(capacityOf(pool(1, 1, 5))).toEqual({ available: 1, acquired: 1, size: 5, unfilled: 3 });
  });
  test("is not negative above the size", () => {
    expect(capacityOf(pool(4, 3, 5)).unfilled).toBe(0);
  });
  test("is unknown without a size, not zero", () => {
    expect(capacityOf(pool(1, 1)).unfilled).toBeUndefined();
  });
});

test("a pool without a name is called by its configuration's name, then by its id", () => {
  const unnamed = pool(0, 0, 1);
  expect(nameOf(unnamed)).toBe(unnamed.id);
  expect(nameOf({ ...unnamed, browser_pool_config: { name: "checkout" } })).toBe("checkout");
});
