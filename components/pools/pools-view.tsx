"use client";

import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import dynamic from "next/dynamic";
import { useMemo } from "react";
import * as z from "zod/mini";
import { listPaging } from "@/components/data-table/list-paging";
import { TableFooter } from "@/components/data-table/table-footer";
import { NoResult, StaleSince } from "@/components/data-table/table-states";
import { usePinnedList } from "@/components/inventory/use-pinned-list";
import { IgnoredNotice } from "@/components/layout/ignored-notice";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { SearchBox } from "@/components/ui/search-box";
import { TruthLine } from "@/components/ui/truth-line";
import { type Pool, poolFilters } from "@/lib/contract/pools";
import { paces } from "@/lib/paces";
import { isAbsent } from "@/lib/queries/bff";
import { poolQueries } from "@/lib/queries/pools";
import { chosenToCompare } from "./chosen-pools.ts";
import { ComparePools } from "./compare-pools.tsx";
import { InsightFailure } from "./insight-failure.tsx";
import { nameOf } from "./pool-capacity.ts";
import { PoolCard } from "./pool-card.tsx";
import { PoolCardSkeleton } from "./pool-card-skeleton.tsx";
import { HistoryFailure } from "./pool-chart.tsx";
import { PoolControls } from "./pool-controls.tsx";
import { poolScreen } from "./pool-screen.ts";
import { usePoolHistory } from "./use-pool-history.ts";
import { usePoolInsight } from "./use-pool-insight.ts";

const screen = z.extend(poolFilters, {
  ...poolScreen.shape,
  /** Ids of the pools that are compared, with commas between them. */
  compare: z.optional(z.string().check(z.maxLength(2000))),
});
const idOf = ({ id }: Pool) => id;
// Below the cards, and on most fleets nothing: its table comes after the page.
const Remembered = dynamic(
  () => import("@/components/inventory/remembered").then((module) => module.Remembered),
  { ssr: false },
);

/** Every pool as capacity: now, ahead, and over time as the dashboard recorded it; some of them side by side. */
export function PoolsView() {
  const { value, ignored, set } = useUrlQuery(screen);
  const { limit = 50, offset = 0, name, query: sought, compare = "" } = value;
  const live = value.live !== "off";
  const query = useQuery({
    ...poolQueries.list({ limit, offset, name, query: sought }),
    refetchInterval: live ? paces.refresh.listMs : false,
  });
  const recorded = usePoolHistory(value);
  const forecasts = usePoolInsight(value, "all");
  const { data, error, isPlaceholderData: awaited } = query;
  const hasMore = data?.paging?.hasMore ?? false;
  const fits = useMemo(
    () => (name === undefined ? undefined : (pool: Pool) => nameOf(pool) === name),
    [name],
  );
  const filters = [
    ...(sought === undefined ? [] : [`search “${sought}”`]),
    ...(name === undefined ? [] : [`name ${name}`]),
  ];
  const whole = !awaited && filters.length === 0 && !hasMore && offset === 0;
  const { things: pools = [], listed } = usePinnedList({
    kind: "pool",
    items: data?.items,
    idOf,
    nameOf,
    sought: offset === 0 ? sought : undefined,
    awaited,
    whole,
    detail: poolQueries.detail,
    fits,
  });
  const { chosen, notShown } = chosenToCompare(compare, pools);
  const compared = pools.filter(({ id }) => chosen.includes(id));
  const choose = (ids: readonly string[]) =>
    set({ compare: ids.length === 0 ? undefined : ids.join(",") }, "replace");
  const zoom = (from: number, to: number) => set({ from, to, live: "off" });

  return (
    <Page>
      <PageHeader
        title="Pools"
        badge={data?.stale === undefined ? null : <StaleSince atMs={data.observedAtMs} />}
        truth={
          <TruthLine
            readAtMs={awaited ? undefined : data?.observedAtMs}
            source="counts as the API gives them"
            completeness={data === undefined || !whole ? undefined : "all pools"}
            stale={data?.stale}
          />
        }
        actions={
          <>
            <SearchBox
              label="Search pools"
              placeholder="Name, id or label"
              value={sought ?? ""}
              onCommit={(next) =>
                set({ query: next === "" ? undefined : next, offset: undefined }, "replace")
              }
            />
            <PoolControls screen={value} range={recorded.range} onChange={set} />
          </>
        }
      />
      <IgnoredNotice ignored={ignored} />
      {error === null ? <HistoryFailure recorded={recorded} /> : null}
      {error === null ? <InsightFailure forecasts={forecasts} /> : null}
      {error === null ? null : (
        <ErrorState
          shape={data === undefined ? "block" : "strip"}
          title={data === undefined ? "The pools could not be loaded" : "Not up to date"}
          error={error}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {data === undefined || data.bad.length === 0 ? null : (
        <p className="text-label text-warn">
          {data.bad.length} {data.bad.length === 1 ? "pool cannot" : "pools cannot"} be read:{" "}
          {data.bad[0]?.fault}
        </p>
      )}
      {chosen.length === 0 || data === undefined ? null : (
        <ComparePools
          pools={compared}
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
            lack={forecasts.lackOf(pool.id)}
            compared={chosen.includes(pool.id)}
            onCompare={(next) =>
              choose(next ? [...chosen, pool.id] : chosen.filter((each) => each !== pool.id))
            }
            onZoom={zoom}
          />
        ))}
      </div>
      {!awaited && data !== undefined && pools.length === 0 && data.bad.length === 0 && filters.length > 0 ? (
        <NoResult
          filters={filters}
          onClear={() => set({ query: undefined, name: undefined, offset: undefined })}
        />
      ) : null}
      {!awaited &&
      data !== undefined &&
      pools.length === 0 &&
      data.bad.length === 0 &&
      filters.length === 0 ? (
        <EmptyState title="No pool yet">
          A pool keeps browsers started ahead of time: each is ready to be acquired at once, and is replaced
          at the pool's fill rate until its size is reached. Pools made through the API appear here.
        </EmptyState>
      ) : null}
      {hasMore || offset > 0 ? (
        <TableFooter shown={pools.length} paging={listPaging({ offset, limit, hasMore }, set)} />
      ) : null}
      <Remembered kind="pool" listed={isAbsent(error) ? undefined : listed} sought={sought} />
      <Remembered kind="extension" listed={undefined} sought={sought} quiet />
    </Page>
  );
}
