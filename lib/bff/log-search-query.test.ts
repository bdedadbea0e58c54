import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  filterOfPart,
  filterText,
  readSearchQuery,
  searchParts,
  sinceMs,
  termPattern,
  wordsOf,
} from "./log-search-query.ts";

const word = (text: string, not = false) => ({ kind: "word" as const, text, not });
const phrase = (text: string, not = false) => ({ kind: "phrase" as const, text, not });

describe("a search", () => {
  it.each([
    ["address 502", [word("address"), word("502")], {}],
    ["  Address\t-Retry ", [word("address"), word("retry", true)], {}],
    ['"tried again" -"no luck"', [phrase("tried again"), phrase("no luck", true)], {}],
    ["api.example.com", [phrase("api.example.com")], {}],
    ["a=1", [phrase("a=1")], {}],
    ["https://x/y", [phrase("https://x/y")], {}],
    ["Ähre", [word("ähre")], {}],
    ["app:shop app:news failed", [word("failed")], { app: ["shop", "news"] }],
    ['action:"check out" level:error', [], { action: ["check out"], level: ["error"] }],
    ["since:30m x", [word("x")], { since: ["30m"] }],
    ["unknown:thing", [phrase("unknown:thing")], {}],
    ["", [], {}],
  ])("%s", (text, terms, filters) => expect(readSearchQuery(text)).toEqual({ terms, filters }));

  it.each([
    ['say "hello', 4, "closing quotation mark is missing"],
    ["app:", 0, "app:shop"],
    ["x level:loud", 8, "one of fatal"],
    ["-app:shop", 0, "Remove the -"],
    ["since:soon", 6, "30m"],
    ["x -", 2, "Enter a word"],
    [`${"x".repeat(501)}`, 500, "up to 500"],
  ])("%s is refused at its character", (text, at, message) => {
    expect(readSearchQuery(text)).toEqual({ at, message: expect.stringContaining(message) });
  });

  it("is read or refused within the text, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 80 }), (text) => {
        const read = readSearchQuery(text);
        if ("at" in read) expect(read.at).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});

describe("words", () => {
  it("are runs of letters and digits in lower case, long ones cut", () => {
    expect(wordsOf("GET /api/Address?id=a-502 über")).toEqual([
      "get",
      "api",
      "address",
      "id",
      "a",
      "502",
      "über",
    ]);
    expect(wordsOf("x".repeat(100))).toEqual(["x".repeat(64)]);
    expect(wordsOf("-- !")).toEqual([]);
  });
});

describe("a beginning", () => {
  it.each([
    ["90s", 10_000],
    ["1m", 40_000],
    ["1970-01-01T00:00:20Z", 20_000],
    ["1970-01-01", 0],
    ["soon", undefined],
    ["20", undefined],
  ])("%s", (text, expected) => expect(sinceMs(text, 100_000)).toBe(expected));
});

describe("a part", () => {
  it("knows its place in the text", () => {
    const text = `  failed -"no luck"  app:shop`;
    expect(searchParts(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      "failed",
      `-"no luck"`,
      "app:shop",
    ]);
  });

  it.each(["shop", "check out", "a:b", "-x", "é"])(
    "is a filter that can be written and read: %s",
    (value) => {
      const parts = searchParts(filterText("action", value) ?? "").map(filterOfPart);
      expect(parts).toEqual([{ name: "action", value }]);
    },
  );

  it.each([`a"b`, "", " x"])("is no filter with the value [%s], which cannot be written", (value) => {
    expect(filterText("action", value)).toBeUndefined();
  });
});

describe("the pattern of a term", () => {
  it.each([
    [word("err"), "an error", true],
    [word("ror"), "an error", false],
    [word("er"), "an error", false],
    [word("er"), "er 2", true],
    [phrase("er"), "an error", true],
    [phrase("(x)"), "f(x)", true],
    [phrase("api-key"), "the api-key is", true],
    [phrase("^$.*+?()[]{}|/-\\#&~"), "a ^$.*+?()[]{}|/-\\#&~", true],
  ])("%o in %s: %s", (term, text, expected) => {
    expect(termPattern(term).test(text)).toBe(expected);
  });
});
