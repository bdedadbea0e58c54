"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { SearchQuery } from "@/lib/bff/log-search-query";
import { lineFiltersOf, logSearchQueries, searchesInvocations } from "@/lib/queries/log-search";
import { noMatchesTexts, notSearchedText } from "./search-messages.ts";
import { searchesWithoutOne } from "./searches-without.ts";
import { joinSearch, type SplitSearch } from "./split-search.ts";

/** Nothing was found anywhere: names the part of the search without which there are lines, and leaves it out. */
export function NoMatches({
  query,
  search,
  onSearch,
}: {
  query: SearchQuery;
  search: SplitSearch;
  onSearch: (q: string | undefined) => void;
}) {
  const wider = searchesWithoutOne(search);
  const { data: first, isLoading } = useQuery({
    ...logSearchQueries.firstWithLines(wider.map(({ q }) => q)),
    enabled: wider.length > 0,
  });
  const found = wider.find(({ q }) => q === first);
  if (found !== undefined) {
    return (
      <EmptyState
        title={noMatchesTexts.noMatch}
        action={
          <Button onClick={() => onSearch(found.q)}>
            {noMatchesTexts.searchWithout}
            <code className="font-mono font-normal">{found.without}</code>
          </Button>
        }
      >
        {noMatchesTexts.thereAreMatchesWithout}
        <code className="font-mono break-words">{found.without}</code>.
      </EmptyState>
    );
  }
  const isFiltered = search.filters.length > 0 && search.words !== "";
  return (
    <EmptyState
      title={noMatchesTexts.noMatch}
      action={
        <Button onClick={() => onSearch(isFiltered ? joinSearch({ ...search, filters: [] }) : undefined)}>
          {isFiltered ? noMatchesTexts.removeAllFilters : noMatchesTexts.clearSearch}
        </Button>
      }
    >
      {isLoading ? (
        noMatchesTexts.lookingForHiddenMatches
      ) : (
        <>
          {noMatchesTexts.howWordsMatch}
          {searchesInvocations(query)
            ? noMatchesTexts.everythingSearched
            : notSearchedText(lineFiltersOf(query))}
        </>
      )}
    </EmptyState>
  );
}
