import { expect, test } from "vitest";
import { nameOfPool } from "./pool-name.ts";

test.each([
  ["a", "b", "a"],
  ["", "b", "b"],
  [null, "b", "b"],
  [undefined, undefined, null],
  ["", "", null],
])("a pool with the names %j and %j is called %j", (name, configured, called) => {
  expect(nameOfPool({ name, browser_pool_config: { name: configured } })).toBe(called);
});
