"use client";

import { CapacityAreaChart } from "@/components/charts/capacity-area-chart";
import { ErrorState } from "@/components/ui/error-state";
import { ClockTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import type { Pool } from "@/lib/contract/pools";
import { nameOf } from "./pool-capacity.ts";
import { gapOf, pointsOf, withPresent } from "./pool-samples.ts";
import type { RecordedPools } from "./use-pool-history.ts";

/** One pool's capacity over time, as far as the dashboard recorded it, and since when it did. */
export function PoolChart({
  pool,
  observedAtMs,
  recorded,
  heightPx,
}: {
  pool: Pool;
  /** When the pool's present counts were read: they are the newest point. */
  observedAtMs: number | undefined;
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
  const samples = withPresent(
    history.pools.find((each) => each.pool_id === pool.id)?.samples ?? [],
    pool,
    observedAtMs,
  );
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
        label={`Capacity of ${nameOf(pool)} over time`}
        points={pointsOf(samples)}
        gapMs={gapOf(samples)}
        heightPx={heightPx}
        fromMs={range.fromMs}
        toMs={Math.max(range.toMs, samples.at(-1)?.at_ms ?? 0)}
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
