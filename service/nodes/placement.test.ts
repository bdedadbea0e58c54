import { expect, test } from "vitest";
import { byFreeShare } from "./placement.ts";

const place = (name: string, used: number, capacity: number, accepts = true) => ({
  name,
  used,
  capacity,
  accepts,
});
const namesOf = (...places: ReturnType<typeof place>[]) => byFreeShare(places).map(({ name }) => name);

test("the place with the largest free share comes first, whatever its size", () => {
  expect(namesOf(place("small", 1, 2), place("large", 20, 100), place("empty", 0, 1))).toEqual([
    "empty",
    "large",
    "small",
  ]);
  expect(namesOf(place("one", 0, 5), place("two", 0, 10))).toEqual(["one", "two"]);
});

test("a full place, one without browsers and one that takes none are left out", () => {
  expect(namesOf(place("full", 2, 2), place("none", 0, 0), place("draining", 0, 9, false))).toEqual([]);
});
