// A search as the page shows it: its words in the field, its filters beside it.
import {
  filterOfPart,
  filterText,
  readSearchQuery,
  type SearchFilter,
  searchParts,
} from "@/lib/bff/log-search-query";
import { withoutLineNumber } from "@/lib/format/line-parts";

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

/** Whether a value of a facet stands for a filter: a source without the number of a line also for those with one. */
const standsFor = (facet: FilterValue, filter: FilterValue) =>
  isEqual(facet, filter) ||
  (facet.name === "source" && isEqual(facet, { name: filter.name, value: withoutLineNumber(filter.value) }));

/** Whether the search has the filter of a facet's value. */
export const hasFilter = ({ filters }: SplitSearch, facet: FilterValue): boolean =>
  filters.some((each) => standsFor(facet, each));

export const withoutFilter = ({ words, filters }: SplitSearch, filter: FilterValue): SplitSearch => ({
  words,
  filters: filters.filter((each) => !isEqual(each, filter)),
});

/** Adds the filter of a facet's value, or removes those that it stands for. */
export const toggleFilter = (search: SplitSearch, facet: FilterValue): SplitSearch => {
  const { words, filters } = search;
  const others = filters.filter((each) => !standsFor(facet, each));
  return { words, filters: others.length < filters.length ? others : [...filters, facet] };
};
