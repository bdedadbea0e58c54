// A search as the page shows it: its words in the field, its filters beside it.
import {
  filterOfPart,
  filterText,
  readSearchQuery,
  type SearchFilter,
  searchParts,
} from "@/lib/bff/log-search-query";

export interface FilterValue {
  readonly name: SearchFilter;
  readonly value: string;
}

export interface SplitSearch {
  readonly words: string;
  readonly filters: readonly FilterValue[];
}

/** Splits a search; one that cannot be read is words only, as it was written. */
export function splitSearch(text: string): SplitSearch {
  if ("message" in readSearchQuery(text)) return { words: text, filters: [] };
  const words: string[] = [];
  const filters: FilterValue[] = [];
  for (const part of searchParts(text)) {
    const filter = filterOfPart(part);
    if (filter === undefined) words.push(text.slice(part.start, part.end));
    else filters.push(filter);
  }
  return { words: words.join(" "), filters };
}

/** The search as one text, the words first, each filter once. Filters that cannot be written are left out. */
export function joinSearch({ words, filters }: SplitSearch): string {
  const texts = filters.flatMap(({ name, value }) => filterText(name, value) ?? []);
  return [words.trim(), ...new Set(texts)].filter((text) => text !== "").join(" ");
}

const isEqual = (one: FilterValue, other: FilterValue) =>
  one.name === other.name && one.value.toLowerCase() === other.value.toLowerCase();

export const hasFilter = ({ filters }: SplitSearch, filter: FilterValue): boolean =>
  filters.some((each) => isEqual(each, filter));

export const withoutFilter = ({ words, filters }: SplitSearch, filter: FilterValue): SplitSearch => ({
  words,
  filters: filters.filter((each) => !isEqual(each, filter)),
});

/** Adds a filter, or removes it if it is there. */
export const toggleFilter = (search: SplitSearch, filter: FilterValue): SplitSearch =>
  hasFilter(search, filter)
    ? withoutFilter(search, filter)
    : { ...search, filters: [...search.filters, filter] };
