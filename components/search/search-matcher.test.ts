import { expect, it } from "vitest";
import { readSearchQuery } from "@/lib/bff/log-search-query";
import { searchMatcher } from "./search-matcher.ts";

function matcherOf(q: string) {
  const query = readSearchQuery(q);
  if ("message" in query) throw new Error(query.message);
  return searchMatcher(query);
}
const marked = (q: string, text: string) =>
  matcherOf(q)
    .ranges(text)
    .map(([from, to]) => text.slice(from, to));

it.each([
  ["address 502", "GET /api/Address?id=502 in 5020 ms, readdress", ["Address", "502", "502"]],
  ["addr", "ADDRESS", ["ADDR"]],
  ["er", "error er", ["er"]],
  ['"tried again"', "Tried Again and again", ["Tried Again"]],
  ["a.b -c", "a.b c", ["a.b"]],
  ["level:error", "an error", []],
  ['add address "address x"', "address x", ["address x"]],
  ["über", "ÜBER uber", ["ÜBER"]],
])("%s marks in %s what matched", (q, text, expected) => expect(marked(q, text)).toEqual(expected));

it("marks the right characters after one that is longer in lower case", () => {
  expect(marked("error", "İİ error")).toEqual(["error"]);
  expect(marked("error", "İ ERROR İ")).toEqual(["ERROR"]);
});

it("matches a text that has all words and none that is excluded", () => {
  expect(matcherOf("address 502").matches("502 of the address")).toBe(true);
  expect(matcherOf("address 502").matches("address 404")).toBe(false);
  expect(matcherOf("address -404").matches("address 404")).toBe(false);
  expect(matcherOf("address").matches("\u001b[31maddress\u001b[0m")).toBe(true);
});
