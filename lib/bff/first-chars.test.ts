import { expect, it } from "vitest";
import { firstChars } from "./first-chars.ts";

it.each([
  ["abc", 4, "abc"],
  ["abc", 2, "ab"],
  ["a\u{1f600}b", 2, "a"],
  ["a\u{1f600}b", 3, "a\u{1f600}"],
])("begins %s, %i units, with whole characters", (text, most, expected) => {
  expect(firstChars(text, most)).toBe(expected);
});
