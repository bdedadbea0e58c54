"use client";

import Link from "next/link";
import { useState } from "react";
import { TimeBrush } from "@/components/charts/time-brush";
import { StaleSince } from "@/components/data-table/table-states";
import { PinBadge } from "@/components/inventory/pin-badge";
import { PinButton } from "@/components/inventory/pin-button";
import { IgnoredNotice } from "@/components/layout/ignored-notice";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { TimelineLink } from "@/components/layout/timeline-link";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { buttonClass } from "@/components/ui/button-class";
import { DataFreshness } from "@/components/ui/data-freshness";
import { CopyableId, DescriptionItem, DescriptionList } from "@/components/ui/description-list";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { RelativeTime } from "@/components/ui/relative-time";
import { paths } from "@/lib/paths";
import { InsightFailure } from "./insight-failure.tsx";
import { PoolActions } from "./pool-actions.tsx";
import { nameOf } from "./pool-capacity.ts";
import { PoolCardSkeleton } from "./pool-card-skeleton.tsx";
import type { PoolDraft } from "./pool-changes.ts";
import { HistoryFailure, PoolChart } from "./pool-chart.tsx";
import { PoolConfigDetails } from "./pool-config.tsx";
import { PoolControls } from "./pool-controls.tsx";
import { PoolDrift } from "./pool-drift.tsx";
import { PoolFigures, PoolState } from "./pool-figures.tsx";
import { PoolLevers, PoolOutlook } from "./pool-outlook.tsx";
import { poolSearchParams } from "./pool-search-params.ts";
import type { ReleaseRequest } from "./release-choice.ts";
import { usePool } from "./use-pool.ts";
import { usePoolHistory } from "./use-pool-history.ts";
import { usePoolInsight } from "./use-pool-insight.ts";

/** One pool: capacity now, forecast and history, its whole configuration, its drift, and its actions. */
export function PoolView({ idOrName }: { idOrName: string }) {
  const { value, ignored, set } = useUrlQuery(poolSearchParams);
  const live = value.live !== "off";
  const { pool, freshness, error, missing, retry, retrying } = usePool(idOrName, live);
  const recorded = usePoolHistory(value);
  const forecasts = usePoolInsight(value, { poolId: pool?.id });
  const insight = pool === undefined ? undefined : forecasts.of(pool.id);
  const [preset, setPreset] = useState<Partial<PoolDraft>>();
  const [releasing, setReleasing] = useState<ReleaseRequest>();
  const zoom = (from: number, to: number) => set({ from, to, live: "off" });

  if (missing) {
    return (
      <Page>
        <EmptyState
          title={`No pool is called ${idOrName}`}
          action={
            <span className="flex items-center gap-2">
              <Link href={paths.pools()} className={buttonClass()}>
                All pools
              </Link>
              <PinButton kind="pool" id={idOrName} name={idOrName} size="md" />
            </span>
          }
        >
          The API knows no pool with this id or name. It may have been deleted or renamed.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page>
      <PageHeader
        title={pool === undefined ? idOrName : nameOf(pool)}
        badge={
          <>
            {pool === undefined ? null : <PoolState pool={pool} />}
            {pool === undefined ? null : (
              <PinBadge kind="pool" id={pool.id} lead={false} className="truncate" />
            )}
            {freshness?.stale === undefined ? null : <StaleSince atMs={freshness.observedAtMs} />}
          </>
        }
        freshness={
          <DataFreshness
            readAtMs={freshness?.observedAtMs}
            source="counts as the API gives them"
            stale={freshness?.stale}
          />
        }
        actions={
          <>
            <PoolControls screen={value} range={recorded.range} onChange={set} />
            <TimelineLink />
            <PinButton
              kind="pool"
              id={pool?.id ?? idOrName}
              name={pool === undefined ? idOrName : nameOf(pool)}
              size="md"
              awaited={pool === undefined && error === null}
            />
          </>
        }
      />
      <IgnoredNotice ignored={ignored} />
      {error === null ? (
        <>
          <HistoryFailure recorded={recorded} />
          <InsightFailure forecasts={forecasts} />
        </>
      ) : (
        <ErrorState
          shape={pool === undefined ? "block" : "strip"}
          title={pool === undefined ? "The pool could not be loaded" : "Not up to date"}
          error={error}
          onRetry={retry}
          retrying={retrying}
        />
      )}
      {pool === undefined && error === null ? <PoolCardSkeleton /> : null}
      {pool === undefined ? null : (
        <>
          <PoolFigures pool={pool} />
          <PoolActions
            pool={pool}
            preset={preset}
            onConfigure={setPreset}
            releasing={releasing}
            onRelease={setReleasing}
          />
          <PoolOutlook
            insight={insight}
            unavailableReason={forecasts.unavailableReasonOf(pool.id)}
            screen={value}
            onChange={set}
          />
          <section aria-labelledby="pool-over-time" className="grid gap-2 border-t border-line pt-4">
            <h2 id="pool-over-time" className="font-semibold">
              Over time
            </h2>
            <PoolChart
              pool={pool}
              observedAtMs={freshness?.observedAtMs}
              recorded={recorded}
              heightPx={260}
              onZoom={zoom}
            />
            {recorded.range === undefined ? null : (
              <TimeBrush
                label="Time of the chart"
                fromMs={recorded.range.fromMs}
                toMs={recorded.range.toMs}
                onZoom={zoom}
              />
            )}
          </section>
          <PoolLevers
            insight={insight}
            screen={value}
            onChange={set}
            onConfigure={setPreset}
            onRelease={(wanted) => setReleasing({ kind: "some", wanted })}
          />
          <PoolDrift drift={insight?.drift} />
          <section aria-labelledby="pool-details" className="grid gap-2 border-t border-line pt-4">
            <h2 id="pool-details" className="font-semibold">
              Configuration
            </h2>
            <DescriptionList>
              <DescriptionItem name="id" raw>
                <CopyableId id={pool.id} what="pool id" />
              </DescriptionItem>
              <DescriptionItem name="created_at" raw>
                <RelativeTime at={pool.created_at} />
              </DescriptionItem>
            </DescriptionList>
            <PoolConfigDetails pool={pool} />
          </section>
        </>
      )}
    </Page>
  );
}
