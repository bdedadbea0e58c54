import { filterText, type SearchFilter, searchParts } from "@/lib/bff/log-search-query";
import { joinSearch, type SplitSearch, withoutFilter } from "./split-search.ts";

/** A search that leaves out one part of another. */
export interface WiderSearch {
  /** The part as it is written. */
  readonly without: string;
  readonly q: string;
}

/** The filters that hide most go first. */
const order: readonly SearchFilter[] = ["since", "level", "source", "session", "version", "action", "app"];
const maxSearches = 6;

/** The searches that leave out one part, at most six: each filter first, then each word from the last one on. */
export function searchesWithoutOne(search: SplitSearch): WiderSearch[] {
  const filters = search.filters.toSorted(
    (one, other) => order.indexOf(one.name) - order.indexOf(other.name),
  );
  const words = searchParts(search.words).map(({ start, end }) => search.words.slice(start, end));
  const searches = [
    ...filters.map((filter) => ({
      without: filterText(filter.name, filter.value) ?? "",
      q: joinSearch(withoutFilter(search, filter)),
    })),
    ...words
      .map((word, at) => ({
        without: word,
        q: joinSearch({ ...search, words: words.toSpliced(at, 1).join(" ") }),
      }))
      .toReversed(),
  ];
  return searches.filter(({ q }) => q !== "").slice(0, maxSearches);
}
