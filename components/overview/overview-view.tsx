"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { IgnoredNotice } from "@/components/layout/ignored-notice";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { DataFreshness } from "@/components/ui/data-freshness";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { paces } from "@/lib/paces";
import { attentionQueries } from "@/lib/queries/attention";
import { AttentionList } from "./attention-list.tsx";
import { FigureRow } from "./figure-row.tsx";
import { overviewSearchParams, standardRange } from "./overview-search-params.ts";
import { useFleet } from "./use-fleet.ts";

const refetchInterval = paces.refresh.figuresMs;

/** The layout of the charts, pools and latest actions. */
function RestSkeleton() {
  return (
    <div aria-hidden="true" className="grid gap-5">
      <Skeleton className="-mb-3 h-8 w-24" />
      <div className="grid gap-5 lg:grid-cols-2">
        <Skeleton className="h-[284px]" />
        <Skeleton className="h-[284px]" />
      </div>
      <Skeleton className="h-[420px]" />
    </div>
  );
}

const figures = ["running", "queued", "failed", "duration", "browsers", "available"];

function FiguresSkeleton() {
  return (
    <div
      aria-hidden="true"
      className="grid grid-cols-2 overflow-hidden rounded-lg border border-line sm:grid-cols-3 xl:grid-cols-6"
    >
      {figures.map((figure) => (
        <div key={figure} className="-mt-px -ml-px grid gap-2 border-t border-l border-line px-3.5 py-3">
          <Skeleton className="h-3.5 w-16" />
          <Skeleton className="h-7 w-12" />
          <Skeleton className="h-3.5 w-24" />
        </div>
      ))}
    </div>
  );
}

const OverviewRest = dynamic(() => import("./overview-details.tsx").then((module) => module.OverviewRest), {
  ssr: false,
  loading: RestSkeleton,
});

/** The overview: problems that need attention, six figures, charts over time, pools and latest actions. */
export function OverviewView() {
  const { value, ignored, set } = useUrlQuery(overviewSearchParams);
  const { range = standardRange } = value;
  const fleet = useFleet();
  const attention = useQuery({ ...attentionQueries.now(), refetchInterval });
  const found = attention.data?.data;
  // The list's height moves everything below: the rest is drawn only after it.
  const settled = found !== undefined || attention.error !== null;
  const error = attention.error ?? fleet.error;

  return (
    <Page>
      <PageHeader
        title="Overview"
        freshness={
          <DataFreshness
            readAtMs={fleet.stale?.readAtMs ?? found?.computed_at_ms}
            source="From the API's lists and the dashboard's history."
            stale={fleet.stale?.reason}
          />
        }
      />
      <IgnoredNotice ignored={ignored} />
      {error ? (
        <ErrorState
          error={error}
          title="Part of this page could not be read"
          shape="strip"
          onRetry={() => {
            void attention.refetch();
            fleet.retry();
          }}
          retrying={fleet.retrying || attention.isFetching}
        />
      ) : null}
      {attention.error !== null && found === undefined ? null : <AttentionList attention={found} />}
      {settled ? (
        <>
          <FigureRow fleet={fleet} attention={found} />
          <OverviewRest
            pools={fleet.pools.data}
            range={range}
            onRangeChange={(next) => set({ range: next === standardRange ? undefined : next })}
          />
        </>
      ) : (
        <>
          <FiguresSkeleton />
          <RestSkeleton />
        </>
      )}
    </Page>
  );
}
