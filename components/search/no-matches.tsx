"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { logSearchQueries } from "@/lib/queries/log-search";
import { searchesWithoutOne } from "./searches-without.ts";
import { joinSearch, type SplitSearch } from "./split-search.ts";

/** Nothing was found anywhere: names the part of the search without which there are lines, and leaves it out. */
export function NoMatches({
  search,
  onSearch,
}: {
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
        title="No match"
        action={
          <Button onClick={() => onSearch(found.q)}>
            Search without <code className="font-mono font-normal">{found.without}</code>
          </Button>
        }
      >
        There are matches without <code className="font-mono break-words">{found.without}</code>.
      </EmptyState>
    );
  }
  const isFiltered = search.filters.length > 0 && search.words !== "";
  return (
    <EmptyState
      title="No match"
      action={
        <Button onClick={() => onSearch(isFiltered ? joinSearch({ ...search, filters: [] }) : undefined)}>
          {isFiltered ? "Remove all filters" : "Clear search"}
        </Button>
      }
    >
      {isLoading
        ? "Looking for the part that hides matches…"
        : "A word matches the start of words, in upper or lower case. All stored logs were searched."}
    </EmptyState>
  );
}
