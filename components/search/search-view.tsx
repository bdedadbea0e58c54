"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useMemo, useRef, useState } from "react";
import { IgnoredNotice } from "@/components/layout/ignored-notice";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { EmptyState } from "@/components/ui/empty-state";
import { loadPart } from "@/components/ui/load-part";
import { useHydrated } from "@/components/ui/use-hydrated";
import { useLoadedAhead } from "@/components/ui/use-loaded-ahead";
import { readSearchQuery } from "@/lib/bff/log-search-query";
import { repeatSearch } from "@/lib/queries/repeat-search";
import { sessionQueries } from "@/lib/queries/session";
import { FilterRow } from "./filter-row.tsx";
import { KeyFooter } from "./key-footer.tsx";
import { SearchSkeleton } from "./results-skeleton.tsx";
import { SearchField } from "./search-field.tsx";
import { searchViewTexts } from "./search-messages.ts";
import { searchParams } from "./search-params.ts";
import { SearchStart } from "./search-start.tsx";
import { joinSearch, type SplitSearch, splitSearch, withoutFilter } from "./split-search.ts";
import { StoredLogsNotice } from "./stored-logs-notice.tsx";
import { useSearchKeys } from "./use-search-keys.ts";

const loadResults = loadPart(() => import("./search-results.tsx").then((module) => module.SearchResults));
const SearchResults = dynamic(loadResults, { ssr: false, loading: SearchSkeleton });

/** Searches stored logs, and the reasons, payloads and outputs of recorded invocations. */
export function SearchView() {
  const { value, ignored, set } = useUrlQuery(searchParams);
  const client = useQueryClient();
  useLoadedAhead(loadResults.ahead);
  const refusal = useRoleReason("operator", searchViewTexts.needsOperatorRole);
  const session = useQuery(sessionQueries.current()).data;
  // The shell may have read it before this page is hydrated.
  const isRoleRead = useHydrated() && session !== undefined;
  const q = value.q?.trim() ?? "";
  const search = useMemo(() => splitSearch(q), [q]);
  const query = useMemo(() => readSearchQuery(q), [q]);
  const [repeats, setRepeats] = useState(0);
  const searchFor = (next: string | undefined, keepsTab = false) => {
    if (next !== undefined && next !== "") repeatSearch(client, next);
    if (next === q && q !== "") setRepeats(repeats + 1);
    else set({ q: next === "" ? undefined : next, ...(keepsTab ? {} : { show: undefined }) });
  };
  if (refusal !== undefined) {
    return (
      <Page>
        <PageHeader title={searchViewTexts.search} />
        <EmptyState title={searchViewTexts.notForYourRole}>{refusal}</EmptyState>
      </Page>
    );
  }
  const isShown = q !== "" && !("message" in query) && isRoleRead;
  const notice = (
    <div className="px-4 py-3 sm:px-5">
      <StoredLogsNotice />
    </div>
  );
  return (
    <>
      <div className="grid gap-2 px-4 pt-4 pb-3 sm:px-5">
        <SearchHeader search={search} onSearch={searchFor} />
        <IgnoredNotice ignored={ignored} />
      </div>
      {q === "" ? <SearchStart onSearch={searchFor} /> : null}
      {"message" in query || !isShown ? null : (
        <SearchResults
          key={`${repeats} ${q}`}
          q={q}
          query={query}
          search={search}
          tab={value.show ?? "all"}
          onTab={(tab) => set({ show: tab === "all" ? undefined : tab })}
          onSearch={(next) => searchFor(next, true)}
        >
          {notice}
        </SearchResults>
      )}
      {isShown || q === "" ? null : notice}
      <KeyFooter />
    </>
  );
}

/** Title, field and filters. */
function SearchHeader({
  search,
  onSearch,
}: {
  search: SplitSearch;
  onSearch: (q: string, keepsTab?: boolean) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useSearchKeys(field);
  const [text, setText] = useState(search.words);
  const [activeSearch, setActiveSearch] = useState(search);
  // Back, forward and clicks change the search in the address; the field follows.
  if (activeSearch !== search) {
    setActiveSearch(search);
    setText(search.words);
  }
  return (
    <>
      <div className="flex gap-x-5 gap-y-2 max-sm:flex-col">
        <h1 className="flex h-10 items-center text-title font-semibold tracking-[-0.01em] max-sm:h-7">
          {searchViewTexts.search}
        </h1>
        <SearchField
          ref={field}
          text={text}
          onTextChange={setText}
          activeText={search.words}
          onSubmit={() => onSearch(joinSearch({ words: text, filters: search.filters }))}
        />
      </div>
      <FilterRow
        filters={search.filters}
        onRemove={(filter) => onSearch(joinSearch(withoutFilter(search, filter)), true)}
        onBegin={(name) => {
          setText(`${text.trimEnd()} ${name}:`.trimStart());
          field.current?.focus();
        }}
      />
    </>
  );
}
