"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useMemo } from "react";
import { DataTable } from "@/components/data-table/data-table";
import { SortControl } from "@/components/data-table/sort-control";
import { useResourceList } from "@/components/inventory/use-resource-list";
import { ListPage } from "@/components/layout/list-page";
import { useCreateAct } from "@/components/layout/use-create-act";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { loadPart } from "@/components/ui/load-part";
import { SheetRoom } from "@/components/ui/sheet";
import { useLatched } from "@/components/ui/use-latched";
import { useLoadedAhead } from "@/components/ui/use-loaded-ahead";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import { paces } from "@/lib/paces";
import { isAbsent } from "@/lib/queries/bff";
import { proxyQueries } from "@/lib/queries/proxies";
import { useCheckAll } from "./check-act.ts";
import { CheckManyBanner } from "./check-many.tsx";
import { proxyColumns } from "./proxy-columns.tsx";
import { createProxyTexts, proxiesViewTexts } from "./proxy-messages.ts";
import { isInState, nextSort, type ProxyRow, sortedBy } from "./proxy-rows.ts";
import { proxySearchParams } from "./proxy-search-params.ts";
import { ProxyFilters, ProxyTools, stateLabels } from "./proxy-tools.tsx";
import { useProxyRows } from "./use-proxy-rows.ts";

// Each appears only on demand, or below the table.
const loadSheet = loadPart(() => import("./proxy-sheet.tsx").then((module) => module.ProxySheet));
const ProxySheet = dynamic(loadSheet, { ssr: false });
const CreateProxyDialog = dynamic(
  loadPart(() => import("./create-proxy-dialog.tsx").then((module) => module.CreateProxyDialog)),
  { ssr: false },
);
const ProxyById = dynamic(
  loadPart(() => import("./proxy-by-id.tsx").then((module) => module.ProxyById)),
  {
    ssr: false,
  },
);
const SelectedProxiesBar = dynamic(
  loadPart(() => import("./selected-proxies-bar.tsx").then((module) => module.SelectedProxiesBar)),
  { ssr: false },
);
const RecordedResources = dynamic(
  loadPart(() =>
    import("@/components/inventory/recorded-resources").then((module) => module.RecordedResources),
  ),
  { ssr: false },
);

const idOf = ({ id }: FleetProxy) => id;
const rowKey = ({ proxy }: ProxyRow) => proxy.id;

/** Every proxy with its present health, those in trouble first, and a check action for each. */
export function ProxiesView() {
  useLoadedAhead(loadSheet.ahead);
  const screen = useUrlQuery(proxySearchParams);
  const { set } = screen;
  const create = useCreateAct({
    operation: "createProxy",
    id: "create-proxy",
    label: createProxyTexts.createProxy,
    what: createProxyTexts.createProxies,
    form: (close) => <CreateProxyDialog onCreated={(id) => set({ open: id })} onClose={close} />,
  });
  const { open, limit = 50, offset = 0, query: searchText, name, status, past = "24h", sort } = screen.value;
  const fits = useMemo(
    () => (name === undefined ? undefined : (proxy: FleetProxy) => proxy.name === name),
    [name],
  );
  const list = useResourceList({
    screen,
    query: useQuery({
      ...proxyQueries.list({ limit, offset, query: searchText, name }),
      refetchInterval: ({ state }) => (isAbsent(state.error) ? false : paces.refresh.listMs),
    }),
    kind: "proxy",
    rowKey: idOf,
    detail: proxyQueries.detail,
    filters: {
      query: searchText && proxiesViewTexts.search(searchText),
      name: name && proxiesViewTexts.named(name),
      status: status && proxiesViewTexts.withStatus(stateLabels[status].toLowerCase()),
    },
    fits,
    // The status narrows what is shown, not what is listed.
    isNarrowed: searchText !== undefined || name !== undefined,
  });
  const { items: proxies, absent } = list;
  const shown = useMemo(
    () => (status === undefined ? proxies : proxies?.filter((proxy) => isInState(proxy, status))),
    [proxies, status],
  );
  const { rows, failed, bound } = useProxyRows(shown, past, sort);
  const wasOpened = useLatched(open !== undefined);
  // Its dialog outlives the selection.
  const hasSelected = useLatched(list.selected.length > 0);
  const all = useCheckAll({ query: searchText, name });
  const withinPage =
    status === undefined ? proxiesViewTexts.sortedWithinThisPage : proxiesViewTexts.filteredWithinThisPage;
  const parts = [list.complete ? undefined : withinPage, bound].filter(Boolean);

  return (
    <ListPage
      title={proxiesViewTexts.proxies}
      list={list}
      source={proxiesViewTexts.source}
      partial={list.query.data === undefined ? undefined : parts.join(" · ") || undefined}
      {...(absent
        ? {}
        : {
            filters: <ProxyFilters screen={screen} list={list} />,
            actions: (
              <ProxyTools
                screen={screen}
                shown={shown ?? []}
                all={list.complete || status !== undefined ? undefined : all}
              />
            ),
            primary: create.primary,
          })}
    >
      <CheckManyBanner />
      {all.failed === null ? null : (
        <ErrorState
          shape="strip"
          error={all.failed}
          title={proxiesViewTexts.nothingChecked}
          onRetry={all.start}
          retrying={all.reading}
        />
      )}
      {failed === null || absent ? null : (
        <ErrorState shape="strip" error={failed} title={proxiesViewTexts.checksNotLoaded} />
      )}
      {absent ? (
        <ProxyById />
      ) : (
        <DataTable
          caption={proxiesViewTexts.proxies}
          columns={proxyColumns}
          {...list.table}
          rows={rows}
          rowKey={rowKey}
          selection={list.selection}
          sort={{
            ...sortedBy(sort),
            control: SortControl,
            onSort: (columnId) => set({ sort: nextSort(sort, columnId) }, "replace"),
          }}
          active={{
            key: open,
            onChange: (key) => set({ open: key }, open === undefined ? "push" : "replace"),
          }}
          empty={
            <EmptyState title={proxiesViewTexts.noProxiesYet} action={create.secondary}>
              {proxiesViewTexts.proxiesAppearHere}
            </EmptyState>
          }
          skeletonRows={4}
        />
      )}
      {hasSelected ? <SelectedProxiesBar selected={list.selected} onSelect={list.select} /> : null}
      <RecordedResources {...list.known} />
      {create.form}
      {open === undefined ? null : <SheetRoom />}
      {wasOpened ? (
        <ProxySheet
          id={open}
          range={past}
          listed={proxies?.find((proxy) => proxy.id === open)}
          onClose={() => set({ open: undefined })}
        />
      ) : null}
    </ListPage>
  );
}
