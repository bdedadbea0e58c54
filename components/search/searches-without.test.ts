import { expect, it } from "vitest";
import { searchesWithoutOne } from "./searches-without.ts";
import { splitSearch } from "./split-search.ts";

it("leave out one part each: filters first, then words from the last one on", () => {
  expect(searchesWithoutOne(splitSearch('failed app:shop "no luck" since:1h'))).toEqual([
    { without: "since:1h", q: 'failed "no luck" app:shop' },
    { without: "app:shop", q: 'failed "no luck" since:1h' },
    { without: '"no luck"', q: "failed app:shop since:1h" },
    { without: "failed", q: '"no luck" app:shop since:1h' },
  ]);
});

it("are none for one word, and at most six", () => {
  expect(searchesWithoutOne(splitSearch("failed"))).toEqual([]);
  expect(searchesWithoutOne(splitSearch("a b c d e f g h"))).toHaveLength(6);
});
