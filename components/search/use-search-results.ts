"use client";

import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import type { SearchQuery } from "@/lib/bff/log-search-query";
import { logSearchQueries, searchesInvocations } from "@/lib/queries/log-search";
import { type FoundEntry, invocationEntries, lineEntries } from "./found-entries.ts";
import { searchMatcher } from "./search-matcher.ts";

/** After so many entries, or answers, a search goes on only by a button. */
const perGo = { entries: 500, answers: 20 } as const;

/** The part of an infinite query that is followed. */
interface Followed {
  readonly data: InfiniteData<{ readonly data: { readonly searched_to_ms: number | null } }> | undefined;
  readonly error: Error | null;
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

export interface SearchResults {
  readonly entries: readonly FoundEntry[];
  readonly isSearching: boolean;
  readonly isComplete: boolean;
  /** Everything written after this was searched; undefined when complete, or not known. */
  readonly searchedToMs: number | undefined;
  readonly error: Error | null;
  readonly stop: () => void;
  readonly searchFurther: () => void;
  readonly retry: () => void;
}

/** Requests one answer after another while `isOn`; a failed one waits for a retry. */
function useFollowing({ hasNextPage, isFetching, error, fetchNextPage }: Followed, isOn: boolean): boolean {
  const isDue = isOn && hasNextPage && error === null;
  useEffect(() => {
    if (isDue && !isFetching) void fetchNextPage();
  }, [isDue, isFetching, fetchNextPage]);
  return isDue || isFetching;
}

const answersOf = ({ data }: Followed) => data?.pages.length ?? 0;

/** Everything that a search finds, as its answers arrive. */
export function useSearchResults(q: string, query: SearchQuery): SearchResults {
  const lines = useInfiniteQuery(logSearchQueries.lines(q));
  const invocations = useInfiniteQuery({
    ...logSearchQueries.invocations(q, query),
    enabled: searchesInvocations(query),
  });
  const matcher = useMemo(() => searchMatcher(query), [query]);
  const linePages = lines.data?.pages;
  const invocationPages = invocations.data?.pages;
  const entries = useMemo(
    () => [
      ...lineEntries(linePages?.map(({ data }) => data) ?? [], matcher),
      ...invocationEntries(invocationPages?.flatMap(({ data }) => data.invocations) ?? [], matcher),
    ],
    [linePages, invocationPages, matcher],
  );
  const both: readonly Followed[] = [lines, invocations];
  const [limit, setLimit] = useState<Readonly<Record<keyof typeof perGo, number>>>(perGo);
  const [isStopped, setStopped] = useState(false);
  const isOn = (followed: Followed) =>
    !isStopped && entries.length < limit.entries && answersOf(followed) < limit.answers;
  const isReadingLines = useFollowing(lines, isOn(lines));
  const isReadingInvocations = useFollowing(invocations, isOn(invocations));
  const isSearching = isReadingLines || isReadingInvocations;
  const incomplete = both.filter(({ hasNextPage }) => hasNextPage);
  const failed = both.filter(({ error }) => error !== null);
  return {
    entries,
    isSearching,
    isComplete: !isSearching && incomplete.length === 0 && failed.length === 0,
    searchedToMs: newestOf(incomplete.map(({ data }) => data?.pages.at(-1)?.data.searched_to_ms)),
    error: failed[0]?.error ?? null,
    stop: () => setStopped(true),
    searchFurther: () => {
      setStopped(false);
      setLimit({
        entries: entries.length + perGo.entries,
        answers: Math.max(...both.map(answersOf)) + perGo.answers,
      });
    },
    retry: () => {
      for (const { data, refetch, fetchNextPage } of failed)
        void (data === undefined ? refetch() : fetchNextPage());
    },
  };
}

/** The latest of some times: all is known only after it. Undefined if one is not known. */
function newestOf(times: readonly (number | null | undefined)[]): number | undefined {
  const known = times.filter((time) => typeof time === "number");
  return known.length === 0 || known.length < times.length ? undefined : Math.max(...known);
}
