"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { TimeBrush } from "@/components/charts/time-brush";
import { PinBadge } from "@/components/inventory/pin-badge";
import { PinButton } from "@/components/inventory/pin-button";
import { IgnoredNotice } from "@/components/layout/ignored-notice";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { LoadError } from "@/components/layout/query-error";
import { TabName } from "@/components/layout/tab-name";
import { type UrlQuery, useUrlQuery } from "@/components/layout/use-url-query";
import { buttonClass } from "@/components/ui/button-class";
import { DataFreshness } from "@/components/ui/data-freshness";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { loadPart } from "@/components/ui/load-part";
import { Skeleton } from "@/components/ui/skeleton";
import type { Pool } from "@/lib/contract/pools";
import { isKeptShort, poolConditionOf } from "@/lib/insight/pool-condition";
import { paths } from "@/lib/paths";
import { HistoryFailure, PoolChart } from "../charts/pool-chart.tsx";
import { PoolControls } from "../charts/pool-controls.tsx";
import { type RecordedPools, usePoolHistory } from "../charts/use-pool-history.ts";
import { InsightFailure } from "../forecast/insight-failure.tsx";
import { PoolOutlook } from "../forecast/pool-outlook.tsx";
import { type PoolForecasts, usePoolInsight } from "../forecast/use-pool-insight.ts";
import { capacityOf, nameOf } from "../pool-capacity.ts";
import { poolViewTexts } from "../pool-messages.ts";
import { type PoolSearchParams, poolSearchParams } from "../pool-search-params.ts";
import { PoolSection } from "../pool-section.tsx";
import { PoolState } from "../pool-state.tsx";
import { PoolActs, type PoolDialog } from "./pool-acts.tsx";
import { PoolCardSkeleton } from "./pool-card-skeleton.tsx";
import { PoolDialogs } from "./pool-dialogs.tsx";
import { PoolFigures } from "./pool-figures.tsx";
import { PoolLimitNotice } from "./pool-limit-notice.tsx";
import { usePool } from "./use-pool.ts";

// Below the chart: their code loads together with the data that they show.
const loadDetails = loadPart(() => import("./pool-details.tsx").then((module) => module.PoolDetails));
const PoolDetails = dynamic(loadDetails, { ssr: false, loading: () => <Skeleton className="h-64 w-full" /> });
const PoolLead = dynamic(
  loadPart(() => import("./pool-lead.tsx").then((module) => module.PoolLead)),
  { ssr: false },
);

/** One pool: capacity now, forecast and history, its whole configuration, its drift, and its actions. */
export function PoolView({ idOrName }: { idOrName: string }) {
  useEffect(() => void loadDetails.ahead(), []);
  const screen = useUrlQuery(poolSearchParams);
  const { pool, freshness, query, missing } = usePool(idOrName, screen.value.live !== "off");
  const recorded = usePoolHistory(screen.value, { poolId: pool?.id, enabled: pool !== undefined });
  const forecasts = usePoolInsight(screen.value, { poolId: pool?.id });
  const [dialog, setDialog] = useState<PoolDialog>();
  // What was typed about a pool that was deleted meanwhile stays until its form is closed.
  if (missing && (pool === undefined || dialog?.of !== "edit")) return <NoSuchPool idOrName={idOrName} />;
  const name = pool === undefined ? idOrName : nameOf(pool);
  return (
    <Page>
      {pool === undefined ? null : <TabName>{poolViewTexts.tab(name)}</TabName>}
      <PageHeader
        title={name}
        badge={
          <>
            {pool === undefined ? null : <PoolState pool={pool} insight={forecasts.of(pool.id)} />}
            {pool === undefined ? null : (
              <PinBadge kind="pool" id={pool.id} lead={false} className="truncate" />
            )}
          </>
        }
        freshness={
          <DataFreshness
            subject={name}
            readAtMs={freshness?.observedAtMs}
            source={poolViewTexts.countsFromTheApi}
            stale={freshness?.stale}
          />
        }
        filters={<PoolControls screen={screen.value} recorded={recorded} onChange={screen.set} />}
        // Without the pool there is nothing to act on.
        primary={
          pool === undefined && query.error !== null ? undefined : <PoolActs pool={pool} onOpen={setDialog} />
        }
      />
      <IgnoredNotice ignored={screen.ignored} />
      {query.error === null ? (
        <>
          <HistoryFailure recorded={recorded} />
          <InsightFailure forecasts={forecasts} />
        </>
      ) : null}
      <LoadError query={query} title={poolViewTexts.poolNotLoaded} isLoaded={pool !== undefined} />
      {pool === undefined && query.error === null ? <PoolCardSkeleton /> : null}
      {pool === undefined ? null : (
        <PoolParts
          pool={pool}
          observedAtMs={freshness?.observedAtMs}
          screen={screen}
          recorded={recorded}
          forecasts={forecasts}
          dialog={dialog}
          onOpen={setDialog}
        />
      )}
    </Page>
  );
}

function NoSuchPool({ idOrName }: { idOrName: string }) {
  return (
    <Page>
      <PageHeader title={idOrName} />
      <EmptyState
        title={poolViewTexts.poolDoesNotExist}
        action={
          <span className="flex items-center gap-2">
            <Link href={paths.pools()} className={buttonClass()}>
              {poolViewTexts.allPools}
            </Link>
            <PinButton kind="pool" id={idOrName} name={idOrName} size="md" exists={false} />
          </span>
        }
      >
        {poolViewTexts.mayBeDeletedOrRenamed}
      </EmptyState>
    </Page>
  );
}

/** Everything below the header, with the dialogs that the acts and remedies open. */
function PoolParts({
  pool,
  observedAtMs,
  screen: { value, set },
  recorded,
  forecasts,
  dialog,
  onOpen,
}: {
  pool: Pool;
  observedAtMs: number | undefined;
  screen: UrlQuery<PoolSearchParams>;
  recorded: RecordedPools;
  forecasts: PoolForecasts;
  dialog: PoolDialog | undefined;
  onOpen: (dialog: PoolDialog | undefined) => void;
}) {
  const insight = forecasts.of(pool.id);
  const condition = poolConditionOf(capacityOf(pool), insight);
  const zoom = (from: number, to: number) => set({ from, to, live: "off" });
  return (
    <>
      <PoolFigures pool={pool} insight={insight}>
        {isKeptShort(condition) ? <PoolLead pool={pool} insight={insight} /> : null}
      </PoolFigures>
      <PoolLimitNotice pool={pool} capacity={forecasts.insights?.capacity} />
      <PoolDialogs pool={pool} dialog={dialog} onOpen={onOpen} />
      <PoolOutlook
        pool={pool}
        insight={insight}
        unavailableReason={forecasts.unavailableReasonOf(pool.id)}
        screen={value}
        onChange={set}
      />
      <PoolSection title={poolViewTexts.overTime}>
        <PoolChart pool={pool} observedAtMs={observedAtMs} recorded={recorded} heightPx={260} onZoom={zoom} />
        {recorded.range === undefined ? null : (
          <TimeBrush label={poolViewTexts.timeRangeOfTheChart} {...recorded.range} onZoom={zoom} />
        )}
      </PoolSection>
      <PoolDetails
        pool={pool}
        insight={insight}
        screen={value}
        onChange={set}
        onConfigure={(preset) => onOpen({ of: "edit", preset })}
        onRelease={(wanted) => onOpen({ of: "release", request: { kind: "some", wanted } })}
      />
    </>
  );
}
