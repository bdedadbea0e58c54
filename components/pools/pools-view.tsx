"use client";

import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import dynamic from "next/dynamic";
import { useMemo } from "react";
import * as z from "zod/mini";
import { TableFooter } from "@/components/data-table/table-footer";
import { NoRows } from "@/components/data-table/table-states";
import { useResourceList } from "@/components/inventory/use-resource-list";
import { ListPage } from "@/components/layout/list-page";
import { ListSearch } from "@/components/layout/list-search";
import { LoadError } from "@/components/layout/query-error";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { EmptyState } from "@/components/ui/empty-state";
import { type Pool, poolFilters } from "@/lib/contract/pools";
import { paces } from "@/lib/paces";
import { poolQueries } from "@/lib/queries/pools";
import { ComparePools } from "./compare-pools.tsx";
import { InsightFailure } from "./insight-failure.tsx";
import { nameOf } from "./pool-capacity.ts";
import { PoolCard } from "./pool-card.tsx";
import { PoolCardSkeleton } from "./pool-card-skeleton.tsx";
import { HistoryFailure } from "./pool-chart.tsx";
import { PoolControls } from "./pool-controls.tsx";
import { chosenToCompare, poolSearchParams } from "./pool-search-params.ts";
import { usePoolHistory } from "./use-pool-history.ts";
import { usePoolInsight } from "./use-pool-insight.ts";

const poolsScreen = z.extend(poolFilters, {
  ...poolSearchParams.shape,
  /** Ids of the compared pools, separated by commas. */
  compare: z.optional(z.string().check(z.maxLength(2000))),
});
const idOf = ({ id }: Pool) => id;
const empty = (
  <EmptyState title="No pool yet">
    A pool keeps browsers started ahead of time: each is ready to be acquired at once, and is replaced at the
    pool's fill rate until its size is reached. Pools made through the API appear here.
  </EmptyState>
);
// Below the cards, and empty for most fleets: loaded after the page.
const RecordedResources = dynamic(
  () => import("@/components/inventory/recorded-resources").then((module) => module.RecordedResources),
  { ssr: false },
);

/** Every pool: capacity now, forecast and recorded history; a selection can be compared. */
export function PoolsView() {
  const screen = useUrlQuery(poolsScreen);
  const { value, set } = screen;
  const { limit = 50, offset = 0, name, query: searchText, compare = "" } = value;
  const fits = useMemo(
    () => (name === undefined ? undefined : (pool: Pool) => nameOf(pool) === name),
    [name],
  );
  const list = useResourceList({
    screen,
    query: useQuery({
      ...poolQueries.list({ limit, offset, name, query: searchText }),
      refetchInterval: value.live === "off" ? false : paces.refresh.listMs,
    }),
    kind: "pool",
    rowKey: idOf,
    nameOf,
    detail: poolQueries.detail,
    filters: { query: searchText && `search “${searchText}”`, name: name && `name ${name}` },
    fits,
  });
  const recorded = usePoolHistory(value);
  const forecasts = usePoolInsight(value, "all");
  const { items: pools = [], awaited, table } = list;
  const { data, error } = list.query;
  const { chosen, notShown } = chosenToCompare(compare, pools);
  const choose = (ids: readonly string[]) =>
    set({ compare: ids.length === 0 ? undefined : ids.join(",") }, "replace");
  const zoom = (from: number, to: number) => set({ from, to, live: "off" });

  return (
    <ListPage
      title="Pools"
      list={list}
      source="Counts from the API."
      actions={
        <>
          <ListSearch list={list} label="Search pools" />
          <PoolControls screen={value} range={recorded.range} onChange={set} />
        </>
      }
    >
      {error === null ? <HistoryFailure recorded={recorded} /> : null}
      {error === null ? <InsightFailure forecasts={forecasts} /> : null}
      <LoadError query={list.query} title="The pools could not be loaded" isLoaded={data !== undefined} />
      {data === undefined || data.bad.length === 0 ? null : (
        <p className="text-label text-warn">
          {data.bad.length} {data.bad.length === 1 ? "pool cannot" : "pools cannot"} be read:{" "}
          {data.bad[0]?.fault}
        </p>
      )}
      {chosen.length === 0 || data === undefined ? null : (
        <ComparePools
          pools={pools.filter(({ id }) => chosen.includes(id))}
          notShown={notShown}
          observedAtMs={data.observedAtMs}
          recorded={recorded}
          onZoom={zoom}
          onClear={() => choose([])}
        />
      )}
      <div
        aria-busy={awaited || undefined}
        className={clsx(
          "grid grid-cols-[repeat(auto-fill,minmax(min(100%,30rem),1fr))] gap-4",
          awaited && "opacity-50 transition-opacity",
        )}
      >
        {data === undefined && error === null ? (
          <>
            <PoolCardSkeleton />
            <PoolCardSkeleton />
          </>
        ) : null}
        {pools.map((pool) => (
          <PoolCard
            key={pool.id}
            pool={pool}
            observedAtMs={data?.observedAtMs}
            recorded={recorded}
            insight={forecasts.of(pool.id)}
            unavailableReason={forecasts.unavailableReasonOf(pool.id)}
            compared={chosen.includes(pool.id)}
            onCompare={(next) =>
              choose(next ? [...chosen, pool.id] : chosen.filter((each) => each !== pool.id))
            }
            onZoom={zoom}
          />
        ))}
      </div>
      {!awaited && data !== undefined && pools.length === 0 && data.bad.length === 0 ? (
        <NoRows {...table} empty={empty} />
      ) : null}
      {list.hasMore || offset > 0 ? <TableFooter shown={pools.length} paging={table.paging} /> : null}
      <RecordedResources {...list.known} />
      <RecordedResources kind="extension" listed={undefined} searchText={searchText} quiet />
    </ListPage>
  );
}
