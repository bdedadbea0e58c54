"use client";

import { Button } from "@/components/ui/button";
import { ErrorState } from "@/components/ui/error-state";
import { useTimeZone } from "@/components/ui/time-zone";
import { useClockText } from "@/components/ui/use-now";
import { formatClock, formatDate } from "@/lib/format/full-time";
import { searchStatusTexts } from "./search-messages.ts";
import type { SearchResults } from "./use-search-results.ts";

/** What was found so far, how far the search went while it is not complete, and what can be done about it. */
export function SearchStatus({ results, found }: { results: SearchResults; found: string }) {
  const { error, isSearching, isComplete, searchedToMs, retry, stop, searchFurther } = results;
  return (
    <div className="grid gap-1 px-4 py-1 sm:px-5">
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 text-label text-ink-3" role="status">
        {found === "" ? null : <span>{found}</span>}
        {isComplete || searchedToMs === undefined ? null : <SearchedTo atMs={searchedToMs} />}
        {isSearching && error === null ? (
          <>
            <span>{searchStatusTexts.searching}</span>
            <Button size="sm" onClick={stop}>
              {searchStatusTexts.stop}
            </Button>
          </>
        ) : null}
        {isSearching || isComplete || error !== null ? null : (
          <Button size="sm" onClick={searchFurther}>
            {searchStatusTexts.searchFurtherBack}
          </Button>
        )}
      </div>
      {error === null ? null : (
        <ErrorState
          error={error}
          title={searchStatusTexts.theSearchStopped}
          shape="strip"
          onRetry={retry}
          retrying={isSearching}
        />
      )}
    </div>
  );
}

/** The time, with its date on another day. */
function SearchedTo({ atMs }: { atMs: number }) {
  const { zone } = useTimeZone();
  const clock = formatClock(atMs, zone, "minute");
  const date = formatDate(atMs, zone);
  const text = useClockText(
    (nowMs) => (formatDate(nowMs, zone) === date ? clock : `${date} ${clock}`),
    clock,
  );
  return <span>{searchStatusTexts.searchedBackTo(text)}</span>;
}
