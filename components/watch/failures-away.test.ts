import { expect, test } from "vitest";
import { countAway, nothingAway } from "./failures-away.ts";

test("counts each failure that comes up after the first answer once, also when it leaves the list again", () => {
  const left = countAway(nothingAway, ["c", "b", "a"]);
  expect(left.fresh.size).toBe(0);
  const some = countAway(left, ["e", "d", "c"]);
  expect([...some.fresh]).toEqual(["e", "d"]);
  expect(countAway(some, ["e", "d", "c"])).toBe(some);
  expect(countAway(some, ["g", "f", "e"]).fresh.size).toBe(4);
  expect(countAway(some, ["b", "a"])).toBe(some);
});

test("an empty first answer is an answer", () => {
  expect(countAway(countAway(nothingAway, []), ["a"]).fresh.size).toBe(1);
});
