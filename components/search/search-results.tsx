"use client";

import clsx from "clsx";
import { type ReactNode, useMemo } from "react";
import { ErrorState } from "@/components/ui/error-state";
import { Tabs } from "@/components/ui/tabs";
import { Tooltip } from "@/components/ui/tooltip";
import type { SearchQuery } from "@/lib/bff/log-search-query";
import { formatCount } from "@/lib/format/numbers";
import { lineFiltersOf, searchesInvocations } from "@/lib/queries/log-search";
import { groupEntries } from "./entry-groups.ts";
import { FacetList } from "./facet-list.tsx";
import { facetsOf } from "./facets.ts";
import type { FoundEntry } from "./found-entries.ts";
import { MatchHistogram } from "./match-histogram.tsx";
import { NoMatches } from "./no-matches.tsx";
import { ResultGroup } from "./result-group.tsx";
import { ResultsSkeleton } from "./results-skeleton.tsx";
import { notSearchedText, searchResultsTexts, subjectsText, tabLabels } from "./search-messages.ts";
import { type ResultTab, resultTabs } from "./search-params.ts";
import { SearchStatus } from "./search-status.tsx";
import { hasFilter, joinSearch, type SplitSearch, toggleFilter } from "./split-search.ts";
import { type SearchResults as Results, useSearchResults } from "./use-search-results.ts";

const isTab = (text: string): text is ResultTab => resultTabs.some((tab) => tab === text);
const inTab = (tab: ResultTab, entries: readonly FoundEntry[]) =>
  tab === "all" ? entries : entries.filter(({ kind }) => kind === tab);

export interface SearchResultsProps {
  readonly q: string;
  readonly query: SearchQuery;
  readonly search: SplitSearch;
  readonly tab: ResultTab;
  readonly onTab: (tab: ResultTab) => void;
  readonly onSearch: (q: string | undefined) => void;
  /** Below what was found. */
  readonly children?: ReactNode;
}

/** What a search found: over time, by kind, and grouped by invocation or browser. */
export function SearchResults(props: SearchResultsProps) {
  const { q, query, tab, onTab } = props;
  const results = useSearchResults(q, query);
  const { entries, error, isSearching, retry } = results;
  if (error !== null && entries.length === 0)
    return (
      <ErrorState
        error={error}
        title={searchResultsTexts.theSearchFailed}
        onRetry={retry}
        retrying={isSearching}
      />
    );
  const countOf = (each: ResultTab) => {
    // Not a zero before the first answer.
    const isKnown = entries.length > 0 || !isSearching;
    const count = formatCount(isKnown ? inTab(each, entries).length : undefined);
    if (each === "all" || each === "line") return count;
    return (
      <Tooltip text={searchesInvocations(query) ? headsHint : notSearchedText(lineFiltersOf(query))}>
        <span>{searchesInvocations(query) ? count : "–"}</span>
      </Tooltip>
    );
  };
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2">
      <div className="px-4 sm:px-5">
        <MatchHistogram entries={inTab(tab, entries)} isSearching={isSearching} />
      </div>
      <Tabs
        label={searchResultsTexts.kindOfMatch}
        isFullWidth
        value={tab}
        onValueChange={(next) => isTab(next) && onTab(next)}
        tabs={resultTabs.map((each) => ({
          value: each,
          label: tabLabels[each],
          count: countOf(each),
          content: each === tab ? <TabContent {...props} results={results} /> : null,
        }))}
      />
    </div>
  );
}

const headsHint = searchResultsTexts.firstThousandCharacters;

function TabContent({
  results,
  query,
  search,
  tab,
  onTab,
  onSearch,
  children,
}: SearchResultsProps & { results: Results }) {
  const { entries, isSearching, isComplete } = results;
  const shown = useMemo(() => inTab(tab, entries), [tab, entries]);
  const groups = useMemo(() => groupEntries(shown), [shown]);
  const facets = useMemo(() => facetsOf(shown), [shown]);
  const isEmpty = groups.length === 0;
  return (
    <div
      className={clsx(
        "grid min-w-0 grid-cols-[minmax(0,1fr)]",
        isEmpty && !isSearching ? null : "lg:grid-cols-[minmax(0,1fr)_232px]",
      )}
    >
      {isEmpty ? null : (
        <div className="min-w-0 border-line lg:col-start-2 lg:row-start-1 lg:border-l">
          <FacetList
            facets={facets}
            isOn={(filter) => hasFilter(search, filter) || (filter.name === "source" && filter.value === tab)}
            onToggle={(filter) => {
              // These are no sources of lines: the server does not filter by them.
              if (filter.name === "source" && isOtherKind(filter.value))
                onTab(filter.value === tab ? "all" : filter.value);
              else onSearch(joinSearch(toggleFilter(search, filter)));
            }}
          />
        </div>
      )}
      <div className="min-w-0 lg:col-start-1 lg:row-start-1">
        <SearchStatus results={results} found={subjectsText(groups)} />
        {groups.map((group) => (
          <ResultGroup key={group.key} group={group} />
        ))}
        {isEmpty && isSearching ? <ResultsSkeleton /> : null}
        {isEmpty && !isSearching && tab !== "all" ? (
          <NothingInTab hasOthers={entries.length > 0} tab={tab} query={query} />
        ) : null}
        {isEmpty && isComplete && tab === "all" ? (
          <NoMatches query={query} search={search} onSearch={onSearch} />
        ) : null}
        {isEmpty && isSearching ? null : children}
      </div>
    </div>
  );
}

const isOtherKind = (text: string): text is "reason" | "payload" | "output" =>
  text === "reason" || text === "payload" || text === "output";

function NothingInTab({ tab, query, hasOthers }: { tab: ResultTab; query: SearchQuery; hasOthers: boolean }) {
  const isSearched = tab === "line" || searchesInvocations(query);
  return (
    <p className="px-4 py-12 text-center text-ink-2">
      {isSearched
        ? searchResultsTexts.noMatchIn(tabLabels[tab].toLowerCase(), hasOthers)
        : notSearchedText(lineFiltersOf(query))}
    </p>
  );
}
