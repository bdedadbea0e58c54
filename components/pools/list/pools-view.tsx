"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { DataTable } from "@/components/data-table/data-table";
import { SortControl } from "@/components/data-table/sort-control";
import { useResourceList } from "@/components/inventory/use-resource-list";
import { ListPage } from "@/components/layout/list-page";
import { useCreateAct } from "@/components/layout/use-create-act";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { EmptyState } from "@/components/ui/empty-state";
import { loadPart } from "@/components/ui/load-part";
import { SheetRoom } from "@/components/ui/sheet";
import { useLoadedAhead } from "@/components/ui/use-loaded-ahead";
import type { Pool } from "@/lib/contract/pools";
import { paces } from "@/lib/paces";
import { paths } from "@/lib/paths";
import { poolQueries } from "@/lib/queries/pools";
import { InsightFailure } from "../forecast/insight-failure.tsx";
import { nameOf } from "../pool-capacity.ts";
import { createPoolTexts, poolsViewTexts } from "../pool-list-messages.ts";
import { isInState, nextSort, type PoolRow, sortedBy } from "../pool-rows.ts";
import { chosenToCompare, type PoolsSearchParams, poolsSearchParams } from "../pool-search-params.ts";
import { poolColumns } from "./pool-columns.tsx";
import { PoolFilters, PoolTools, stateLabels } from "./pool-tools.tsx";
import { usePoolRows } from "./use-pool-rows.ts";

const idOf = ({ id }: Pool) => id;
const rowKey = ({ pool }: PoolRow) => pool.id;
// Each appears only on demand, or below the table.
const loadSheet = loadPart(() => import("./pool-sheet.tsx").then((module) => module.PoolSheet));
const PoolSheet = dynamic(loadSheet, { ssr: false });
const CreatePoolDialog = dynamic(
  loadPart(() => import("../forms/create-pool-dialog.tsx").then((module) => module.CreatePoolDialog)),
  { ssr: false },
);
const ComparePools = dynamic(
  loadPart(() => import("../charts/compare-pools.tsx").then((module) => module.ComparePools)),
  {
    ssr: false,
  },
);
const RecordedResources = dynamic(
  loadPart(() =>
    import("@/components/inventory/recorded-resources").then((module) => module.RecordedResources),
  ),
  { ssr: false },
);

/** Every pool, the worst first; one is opened beside the list, and a selection can be compared. */
export function PoolsView() {
  useLoadedAhead(loadSheet.ahead);
  const screen = useUrlQuery(poolsSearchParams);
  const router = useRouter();
  const create = useCreateAct({
    operation: "createPool",
    id: "create-pool",
    label: createPoolTexts.createPool,
    what: createPoolTexts.createPools,
    form: (close) => <CreatePoolDialog onClose={close} />,
  });
  const { value, set } = screen;
  const { state, sort, open, compare = "" } = value;
  const list = usePoolList(screen);
  const { rows, forecasts } = usePoolRows(list.items, value);
  const { data } = list.query;
  const { chosen, notShown } = chosenToCompare(compare, list.items ?? []);
  const shown = useMemo(
    () => (state === undefined ? rows : rows?.filter((row) => isInState(row, state))),
    [rows, state],
  );
  const withinPage =
    state === undefined ? poolsViewTexts.sortedWithinThisPage : poolsViewTexts.filteredWithinThisPage;
  const compared = (ids: readonly string[]) =>
    set({ compare: ids.length === 0 ? undefined : ids.join(",") }, "replace");

  return (
    <ListPage
      title={poolsViewTexts.pools}
      list={list}
      source={poolsViewTexts.source}
      partial={list.complete || data === undefined ? undefined : withinPage}
      filters={<PoolFilters screen={screen} list={list} rows={rows} />}
      actions={
        <PoolTools
          screen={screen}
          selected={list.selected}
          onCompare={() => compared(list.selected.map(idOf))}
        />
      }
      primary={create.primary}
    >
      {list.query.error === null ? <InsightFailure forecasts={forecasts} /> : null}
      {chosen.length === 0 || data === undefined ? null : (
        <ComparePools
          pools={(list.items ?? []).filter(({ id }) => chosen.includes(id))}
          notShown={notShown}
          observedAtMs={data.observedAtMs}
          screen={screen}
          onClear={() => compared([])}
        />
      )}
      <DataTable
        caption={poolsViewTexts.pools}
        columns={poolColumns}
        {...list.table}
        rows={shown}
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
          onOpen: (key) => router.push(paths.pool(key)),
        }}
        empty={
          <EmptyState title={poolsViewTexts.noPoolsYet} action={create.secondary}>
            {poolsViewTexts.poolsAppearHere}
          </EmptyState>
        }
      />
      <RecordedResources {...list.known} />
      <RecordedResources kind="extension" listed={undefined} searchText={value.query} quiet />
      {create.form}
      {open === undefined ? null : <SheetRoom />}
      {open === undefined ? null : (
        <PoolSheet
          id={open}
          listed={list.items?.find(({ id }) => id === open)}
          observedAtMs={data?.observedAtMs}
          insight={forecasts.of(open)}
          capacity={forecasts.insights?.capacity}
          screen={screen}
          onClose={() => set({ open: undefined })}
        />
      )}
    </ListPage>
  );
}

/** The page of the list that the URL names. */
function usePoolList(screen: ReturnType<typeof useUrlQuery<typeof poolsSearchParams>>) {
  const { limit = 50, offset = 0, name, query: searchText, state, live }: PoolsSearchParams = screen.value;
  const fits = useMemo(
    () => (name === undefined ? undefined : (pool: Pool) => nameOf(pool) === name),
    [name],
  );
  return useResourceList({
    screen,
    query: useQuery({
      ...poolQueries.list({ limit, offset, name, query: searchText }),
      refetchInterval: live === "off" ? false : paces.refresh.listMs,
    }),
    kind: "pool",
    rowKey: idOf,
    nameOf,
    detail: poolQueries.detail,
    filters: {
      query: searchText && `search “${searchText}”`,
      name: name && poolsViewTexts.named(name),
      state: state && poolsViewTexts.inState(stateLabels[state].toLowerCase()),
    },
    fits,
    // The state narrows what is shown, not what is listed.
    isNarrowed: searchText !== undefined || name !== undefined,
  });
}
