import { expect, it } from "vitest";
import { hasWords } from "./has-words.ts";

it.each([
  [["Café Nord", null, "x1"], "cafe", true],
  [["Café Nord", undefined, "x1"], "X1 nórd", true],
  [["Café", "Nord"], "cafe nord", true],
  [["Café"], "cafe sud", false],
  [["a"], " ", true],
  [[], "a", false],
])("%j has the words of %j: %s", (texts, search, expected) => {
  expect(hasWords(texts, search)).toBe(expected);
});
