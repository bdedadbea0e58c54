"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import * as z from "zod/mini";
import { DataTable } from "@/components/data-table/data-table";
import { isSearchIgnored } from "@/components/inventory/unlisted-resources";
import { useResourceList } from "@/components/inventory/use-resource-list";
import { ListPage } from "@/components/layout/list-page";
import { ListSearch } from "@/components/layout/list-search";
import { QueryError } from "@/components/layout/query-error";
import { useCreateAct } from "@/components/layout/use-create-act";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { EmptyState } from "@/components/ui/empty-state";
import { FilterChip } from "@/components/ui/filter-chip";
import { loadPart } from "@/components/ui/load-part";
import { Select } from "@/components/ui/select";
import { useLatched } from "@/components/ui/use-latched";
import { type Browser, browserListStatus } from "@/lib/contract/browsers";
import { pageQuery } from "@/lib/contract/paging";
import { formatCount } from "@/lib/format/numbers";
import { paces } from "@/lib/paces";
import { paths } from "@/lib/paths";
import { browserQueries } from "@/lib/queries/browsers";
import { browserColumns } from "./browser-columns.tsx";
import { BrowserFilterButton } from "./browser-filter-button.tsx";
import {
  browserColumnsTexts,
  browserFacetTexts,
  browsersViewTexts,
  createBrowserTexts,
} from "./browser-list-messages.ts";
import {
  type BrowserRow,
  browserFacets,
  type FacetFilter,
  matchesFacets,
  mostFacetChars,
  mostFiltered,
} from "./browser-rows.ts";
import { sessionState } from "./browser-state.ts";
import { useBrowserRows } from "./use-browser-rows.ts";

const CreateBrowserDialog = dynamic(
  loadPart(() => import("./create-browser-dialog.tsx").then((module) => module.CreateBrowserDialog)),
  { ssr: false },
);
// Below the table.
const RecordedResources = dynamic(
  loadPart(() =>
    import("@/components/inventory/recorded-resources").then((module) => module.RecordedResources),
  ),
  { ssr: false },
);
// Loads with the first selection.
const SelectedBrowsersBar = dynamic(
  loadPart(() => import("./selected-browsers-bar.tsx").then((module) => module.SelectedBrowsersBar)),
  { ssr: false },
);

const facetValue = z.optional(z.string().check(z.minLength(1), z.maxLength(mostFacetChars)));
const browserScreen = z.object({
  status: z.optional(browserListStatus),
  query: z.optional(z.string().check(z.maxLength(255))),
  action: facetValue,
  not_action: facetValue,
  pool: facetValue,
  not_pool: facetValue,
  proxy: facetValue,
  not_proxy: facetValue,
  profile: facetValue,
  not_profile: facetValue,
  ...pageQuery,
});
const statusOptions = [
  { value: "active", label: browsersViewTexts.active },
  { value: "deleted", label: browsersViewTexts.ended },
  { value: "all", label: browsersViewTexts.all },
] as const;
const fitting = {
  active: (browser: Browser) => sessionState(browser) === "active",
  deleted: (browser: Browser) => sessionState(browser) === "ended",
  all: undefined,
} as const satisfies Record<z.output<typeof browserListStatus>, unknown>;
const idOf = ({ session_id: id }: Browser) => id;
const rowKey = ({ browser }: BrowserRow) => browser.session_id;

const facetFiltersOf = (screen: z.output<typeof browserScreen>): FacetFilter[] =>
  browserFacets.flatMap((facet) =>
    [false, true].flatMap((exclude) => {
      const value = screen[exclude ? (`not_${facet}` as const) : facet];
      return value === undefined ? [] : [{ facet, value, exclude }];
    }),
  );

/** The sessions the API lists, newest first. It does not list idle browsers of a pool. */
export function BrowsersView() {
  const router = useRouter();
  const create = useCreateAct({
    operation: "createBrowser",
    id: "start-browser",
    label: createBrowserTexts.startBrowser,
    what: createBrowserTexts.startBrowsers,
    form: (close) => <CreateBrowserDialog onClose={close} />,
  });
  const screen = useUrlQuery(browserScreen);
  const { status = "active", limit = 50, offset = 0, query: searchText } = screen.value;
  const facets = facetFiltersOf(screen.value);
  const [ignoresSearch, setIgnoresSearch] = useState(false);
  /** What the API cannot filter is filtered here. */
  const isFiltered = facets.length > 0 || (ignoresSearch && searchText !== undefined);
  const page = useQuery({
    ...browserQueries.list({ status, limit, offset, query: searchText }),
    enabled: !isFiltered,
    refetchInterval: offset === 0 ? paces.refresh.listMs : false,
  });
  const every = useQuery({
    ...browserQueries.every({ status, query: searchText }, mostFiltered),
    enabled: isFiltered,
    refetchInterval: paces.refresh.figuresMs,
  });
  if (!isFiltered && !page.isPlaceholderData && isSearchIgnored(page.data?.items ?? [], searchText))
    setIgnoresSearch(true);
  const query = isFiltered ? every : page;
  const list = useResourceList({
    screen,
    query,
    kind: "session",
    rowKey: idOf,
    detail: browserQueries.detail,
    filters: {
      // "all" hides nothing, and clearing the filters keeps it.
      ...(status === "all"
        ? {}
        : { status: status === "active" ? undefined : browsersViewTexts.inState(status) }),
      query: searchText && browsersViewTexts.search(searchText),
      ...Object.fromEntries(
        facets.map(({ facet, value, exclude }) => [
          exclude ? `not_${facet}` : facet,
          `${browserFacetTexts[facet].toLowerCase()} ${exclude ? "not " : ""}${value}`,
        ]),
      ),
    },
    fits: fitting[status],
    isPagedHere: isFiltered,
    isNarrowed: searchText !== undefined || status === "deleted" || isFiltered,
  });
  const joined = useBrowserRows(list.table.rows);
  const isKnown = joined.isRead || facets.length === 0;
  const matching = isKnown ? joined.rows?.filter((row) => matchesFacets(row, facets)) : undefined;
  // What was read to be filtered is paged here.
  const filtered = {
    rows: matching?.slice(offset, offset + limit),
    paging: { ...list.table.paging, hasMore: (matching?.length ?? 0) > offset + limit },
  };
  const filterBy = ({ facet, value, exclude }: FacetFilter) =>
    screen.set({ [exclude ? `not_${facet}` : facet]: value, offset: undefined });
  const chips = useRef<HTMLDivElement>(null);
  // Its dialog outlives the selection.
  const hasSelected = useLatched(list.selected.length > 0);

  return (
    <ListPage
      title={browsersViewTexts.browsers}
      list={list}
      source={browsersViewTexts.fromApiList}
      partial={
        isFiltered && list.hasMore ? browsersViewTexts.ofTheNewest(formatCount(mostFiltered)) : undefined
      }
      filters={
        <>
          <ListSearch
            list={list}
            label={browsersViewTexts.searchBrowsers}
            placeholder={browsersViewTexts.nameIdOrLabel}
          />
          <Select
            label={browserColumnsTexts.state}
            className="!w-32 max-sm:!w-28"
            value={status}
            onValueChange={(next) =>
              screen.set({ status: next === "active" ? undefined : next, offset: undefined })
            }
            options={statusOptions}
          />
          <BrowserFilterButton rows={joined.rows ?? []} onAdd={filterBy} />
        </>
      }
      primary={create.primary}
    >
      {facets.length > 0 ? (
        <div ref={chips} tabIndex={-1} className="flex flex-wrap gap-2">
          {facets.map(({ facet, value, exclude }) => (
            <FilterChip
              key={`${facet} ${exclude}`}
              label={browserFacetTexts[facet]}
              text={exclude ? browsersViewTexts.not(value) : value}
              onRemove={() =>
                screen.set({ [exclude ? `not_${facet}` : facet]: undefined, offset: undefined })
              }
              onGone={() => chips.current}
            />
          ))}
        </div>
      ) : null}
      {list.absent ? (
        <EmptyState title={browsersViewTexts.apiDoesNotListBrowsers}>
          {browsersViewTexts.howToOpenOne}
        </EmptyState>
      ) : joined.failed !== undefined && !isKnown ? (
        <QueryError query={joined.failed} title={browsersViewTexts.notFiltered} />
      ) : (
        <DataTable
          caption={browsersViewTexts.browsers}
          columns={browserColumns[status]}
          {...list.table}
          rows={joined.rows}
          {...(isFiltered ? filtered : {})}
          rowKey={rowKey}
          onFilter={({ columnId, value, exclude }) => {
            const facet = browserFacets.find((one) => one === columnId);
            if (facet !== undefined) filterBy({ facet, value, exclude });
          }}
          active={{ onOpen: (id) => router.push(paths.browser(id)) }}
          selection={list.selection}
          empty={
            <EmptyState title={browsersViewTexts.noActiveBrowsers} action={create.secondary}>
              {browsersViewTexts.browsersAppearHere}
            </EmptyState>
          }
        />
      )}
      {hasSelected ? <SelectedBrowsersBar selected={list.selected} onSelect={list.select} /> : null}
      <RecordedResources {...list.known} />
      {create.form}
    </ListPage>
  );
}
