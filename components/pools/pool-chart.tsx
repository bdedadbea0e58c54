"use client";

import { CapacityAreaChart } from "@/components/charts/capacity-area-chart";
import { ErrorState } from "@/components/ui/error-state";
import { ClockTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { gapOf, pointsOf } from "./pool-samples.ts";
import type { RecordedPools } from "./use-pool-history.ts";

/** One pool's capacity over time, as far as the dashboard recorded it, and since when it did. */
export function PoolChart({
  poolId,
  name,
  recorded,
  heightPx,
}: {
  poolId: string;
  name: string;
  recorded: RecordedPools;
  heightPx: number;
}) {
  const { history, range, error } = recorded;
  if (history === undefined) {
    return error === null ? (
      <div style={{ height: heightPx + 24 }}>
        <Skeleton className="size-full" />
      </div>
    ) : null;
  }
  const samples = history.pools.find((pool) => pool.pool_id === poolId)?.samples ?? [];
  if (range === undefined || samples.length === 0) {
    return (
      <p className="grid place-items-center text-label text-ink-3" style={{ height: heightPx + 24 }}>
        Nothing of this pool was recorded in this window.
      </p>
    );
  }
  return (
    <div className="grid gap-1">
      <CapacityAreaChart
        label={`Capacity of ${name} over time`}
        points={pointsOf(samples)}
        gapMs={gapOf(samples)}
        heightPx={heightPx}
        {...range}
      />
      {history.began_at_ms === null ? null : (
        <p className="text-truth text-ink-3">
          recording since <ClockTime at={history.began_at_ms} withDate /> · empty where nothing was measured
        </p>
      )}
    </div>
  );
}

/** Why there are no charts, once for the page. */
export function HistoryFailure({ recorded }: { recorded: RecordedPools }) {
  if (recorded.error === null) return null;
  return (
    <ErrorState
      shape="strip"
      title="Capacity over time is not up to date"
      error={recorded.error}
      onRetry={recorded.retry}
      retrying={recorded.retrying}
    />
  );
}
