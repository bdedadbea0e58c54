"use client";

import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { listPaging } from "@/components/data-table/list-paging";
import { TableFooter } from "@/components/data-table/table-footer";
import { StaleSince } from "@/components/data-table/table-states";
import { IgnoredNotice } from "@/components/layout/ignored-notice";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { TruthLine } from "@/components/ui/truth-line";
import { poolFilters } from "@/lib/contract/pools";
import { poolQueries } from "@/lib/queries/pools";
import { PoolCard } from "./pool-card.tsx";
import { PoolCardSkeleton } from "./pool-card-skeleton.tsx";
import { HistoryFailure } from "./pool-chart.tsx";
import { PoolControls } from "./pool-controls.tsx";
import { poolWindow, standardWindow } from "./pool-window.ts";
import { usePoolHistory } from "./use-pool-history.ts";

const screen = z.extend(poolFilters, { window: z.optional(poolWindow), live: z.optional(z.enum(["off"])) });
const refreshMs = 2_000;

/** Every pool as capacity: now, and over time as the dashboard recorded it. */
export function PoolsView() {
  const { value, ignored, set } = useUrlQuery(screen);
  const { limit = 50, offset = 0, name, query: sought, window = standardWindow } = value;
  const live = value.live !== "off";
  const query = useQuery({
    ...poolQueries.list({ limit, offset, name, query: sought }),
    refetchInterval: live ? refreshMs : false,
  });
  const recorded = usePoolHistory(window, live);
  const { data, error } = query;
  const hasMore = data?.paging?.hasMore ?? false;
  const pools = data?.items ?? [];

  return (
    <Page>
      <PageHeader
        title="Pools"
        badge={data?.stale === undefined ? null : <StaleSince atMs={data.observedAtMs} />}
        truth={
          <TruthLine
            readAtMs={data?.observedAtMs}
            source="counts as the API gives them"
            completeness={data === undefined || hasMore || offset > 0 ? undefined : "all pools"}
            stale={data?.stale}
          />
        }
        actions={
          <PoolControls
            window={window}
            onWindowChange={(next) => set({ window: next === standardWindow ? undefined : next })}
            live={live}
            onLiveChange={(next) => set({ live: next ? undefined : "off" }, "replace")}
          />
        }
      />
      <IgnoredNotice ignored={ignored} />
      {error === null ? <HistoryFailure recorded={recorded} /> : null}
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
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,30rem),1fr))] gap-4">
        {data === undefined && error === null ? (
          <>
            <PoolCardSkeleton />
            <PoolCardSkeleton />
          </>
        ) : null}
        {pools.map((pool) => (
          <PoolCard key={pool.id} pool={pool} observedAtMs={data?.observedAtMs} recorded={recorded} />
        ))}
      </div>
      {data !== undefined && pools.length === 0 && data.bad.length === 0 ? (
        <EmptyState title="No pool yet">
          A pool keeps browsers started ahead of time: each is ready to be acquired at once, and is replaced
          at the pool's fill rate until its size is reached. Pools made through the API appear here.
        </EmptyState>
      ) : null}
      {hasMore || offset > 0 ? (
        <TableFooter shown={pools.length} paging={listPaging({ offset, limit, hasMore }, set)} />
      ) : null}
    </Page>
  );
}
