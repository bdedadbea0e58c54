import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readSearchQuery } from "@/lib/bff/log-search-query";
import {
  type FilterValue,
  hasFilter,
  joinSearch,
  splitSearch,
  toggleFilter,
  withoutFilter,
} from "./split-search.ts";

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

  it("of a file is there with the number of a line, too, and goes with it", () => {
    const file: FilterValue = { name: "source", value: "socket.cc" };
    const search = splitSearch("failed source:Socket.cc:970 source:socket.h");
    expect(hasFilter(search, file)).toBe(true);
    expect(joinSearch(toggleFilter(search, file))).toBe("failed source:socket.h");
    expect(hasFilter(splitSearch("failed level:error"), file)).toBe(false);
  });

  it("with the number of a line goes alone", () => {
    const search = splitSearch("source:socket.cc:970 source:socket.cc");
    expect(joinSearch(withoutFilter(search, { name: "source", value: "socket.cc" }))).toBe(
      "source:socket.cc:970",
    );
  });
});
