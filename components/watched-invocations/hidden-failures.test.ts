import { expect, test } from "vitest";
import { countWhileHidden, noFailures } from "./hidden-failures.ts";

test("counts each failure after the first response once, also when it leaves the list again", () => {
  const left = countWhileHidden(noFailures, ["c", "b", "a"]);
  expect(left.newIds.size).toBe(0);
  const some = countWhileHidden(left, ["e", "d", "c"]);
  expect([...some.newIds]).toEqual(["e", "d"]);
  expect(countWhileHidden(some, ["e", "d", "c"])).toBe(some);
  expect(countWhileHidden(some, ["g", "f", "e"]).newIds.size).toBe(4);
  expect(countWhileHidden(some, ["b", "a"])).toBe(some);
});

test("an empty first response is a baseline", () => {
  expect(countWhileHidden(countWhileHidden(noFailures, []), ["a"]).newIds.size).toBe(1);
});
