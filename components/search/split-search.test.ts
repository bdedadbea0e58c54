import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSearchQuery } from "@/lib/bff/log-search-query";
import { joinSearch, splitSearch, toggleFilter } from "./split-search.ts";

describe("a search", () => {
  it.each([
    ["app:shop failed since:1h", "failed", ["app shop", "since 1h"]],
    ['"no luck"  -retry action:"check out"', '"no luck" -retry', ["action check out"]],
    ['"app:shop" x', '"app:shop" x', []],
    ["", "", []],
  ])("%s is split into words and filters", (text, words, filters) => {
    const split = splitSearch(text);
    expect(split.words).toBe(words);
    expect(split.filters.map(({ name, value }) => `${name} ${value}`)).toEqual(filters);
  });

  it("that cannot be read is left as it is written", () => {
    expect(splitSearch('level:error  "open')).toEqual({ words: 'level:error  "open', filters: [] });
  });

  it("means the same when it is split and joined", () => {
    const piece = fc.constantFrom(
      "a",
      "-b",
      '"c d"',
      "app:x",
      'action:"y z"',
      "level:error",
      "k=v",
      " ",
      '"',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join(" ");
        const read = readSearchQuery(text);
        if ("message" in read) return;
        const again = readSearchQuery(joinSearch(splitSearch(text)));
        const filters = Object.fromEntries(
          Object.entries(read.filters).map(([name, values]) => [name, [...new Set(values)]]),
        );
        expect(again).toEqual({ terms: read.terms, filters });
      }),
    );
  });
});

describe("a filter", () => {
  it("is added by a first click and removed by a second, in any case", () => {
    const added = toggleFilter(splitSearch("failed"), { name: "source", value: "Network" });
    expect(joinSearch(added)).toBe("failed source:Network");
    expect(joinSearch(toggleFilter(added, { name: "source", value: "network" }))).toBe("failed");
  });
});
