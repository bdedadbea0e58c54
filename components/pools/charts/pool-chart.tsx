"use client";

import { CapacityAreaChart } from "@/components/charts/capacity-area-chart";
import type { CapacityPoint } from "@/components/charts/capacity-series";
import { minimumAvailableIn } from "@/components/charts/capacity-steps";
import { QueryError } from "@/components/layout/query-error";
import { ClockTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import type { PoolHistory } from "@/lib/bff/history";
import { orderPoints } from "@/lib/charts/series";
import type { Pool } from "@/lib/contract/pools";
import { formatCount } from "@/lib/format/numbers";
import { nameOf } from "../pool-capacity.ts";
import { poolChartTexts } from "../pool-messages.ts";
import { gapOf, pointsOf, unrecordedSpansOf, withPresent } from "./pool-samples.ts";
import type { RecordedPools } from "./use-pool-history.ts";

/** Height of the legend above a drawing and the two notes below it. */
const aroundPx = 68;

/** A pool's recorded capacity over time, and since when it was recorded. */
export function PoolChart({
  pool,
  observedAtMs,
  recorded,
  heightPx,
  onZoom,
  together,
  showsValues = false,
}: {
  pool: Pool;
  /** When the current counts were read: they become the newest point. */
  observedAtMs: number | undefined;
  recorded: RecordedPools;
  heightPx: number;
  onZoom: (fromMs: number, toMs: number) => void;
  /** Charts with the same value show their tooltips at the same moment. */
  together?: string;
  /** Whether the legend has the counts, where they do not stand above. */
  showsValues?: boolean;
}) {
  const { history, range, query, fixed } = recorded;
  if (history === undefined) {
    return query.error === null ? (
      <div style={{ height: heightPx + aroundPx }}>
        <Skeleton className="size-full" />
      </div>
    ) : null;
  }
  const recordedSamples = history.pools.find((each) => each.pool_id === pool.id)?.samples ?? [];
  const samples = fixed ? recordedSamples : withPresent(recordedSamples, pool, observedAtMs);
  if (range === undefined || samples.length === 0) {
    return (
      <p
        className="grid place-content-center justify-items-center gap-1 text-center text-label text-ink-3"
        style={{ height: heightPx + aroundPx }}
      >
        <span>{poolChartTexts.nothingRecordedInThisTime}</span>
        {history.began_at_ms === null ? null : (
          <span>
            {poolChartTexts.theHistoryStarts}
            <ClockTime at={history.began_at_ms} withDate />.
          </span>
        )}
      </p>
    );
  }
  const toMs = fixed ? range.toMs : Math.max(range.toMs, samples.at(-1)?.at_ms ?? 0);
  // The answer begins up to a step before the range.
  const points = orderPoints(pointsOf(samples), range.fromMs, toMs);
  const gapMs = gapOf(samples);
  const blind = unrecordedSpansOf(points, { toMs, gapMs });
  const beginsLate = (points[0]?.atMs ?? toMs) - range.fromMs > gapMs;
  return (
    <div className="grid gap-1">
      <CapacityAreaChart
        label={poolChartTexts.capacityOfOverTime(nameOf(pool))}
        points={points}
        gapMs={gapMs}
        heightPx={heightPx}
        fromMs={range.fromMs}
        toMs={toMs}
        blind={blind}
        showsValues={showsValues}
        onZoom={onZoom}
        {...(together === undefined ? {} : { together })}
      />
      <LeastNote points={points} isWhole={!beginsLate && blind.length === 0} />
      <RecordingNote history={history} fromMs={range.fromMs} />
    </div>
  );
}

/** States whether the pool was empty in the range; the time is the end of the last step at the minimum. */
function LeastNote({
  points,
  isWhole,
}: {
  points: readonly CapacityPoint[];
  /** False: in a part of the range nothing was recorded. */
  isWhole: boolean;
}) {
  const least = minimumAvailableIn(points);
  if (least === undefined) return null;
  return (
    <p className="text-caption text-ink-2">
      {least.count === 0 ? (
        <>
          {poolChartTexts.lastEmptyAt}
          <ClockTime at={least.atMs} withDate />
        </>
      ) : isWhole ? (
        poolChartTexts.neverEmptyAtLeastAvailable(formatCount(least.count))
      ) : (
        poolChartTexts.atLeastAvailableWhereRecorded(formatCount(least.count))
      )}
    </p>
  );
}

/** Since when there are samples, where they begin within the range, and what the drawing shows. */
function RecordingNote({ history, fromMs }: { history: PoolHistory; fromMs: number }) {
  if (history.began_at_ms === null) return null;
  return (
    <p className="text-caption text-ink-3">
      {history.began_at_ms < fromMs ? null : (
        <>
          {poolChartTexts.recordedSince}
          <ClockTime at={history.began_at_ms} withDate />.{" "}
        </>
      )}
      {poolChartTexts.howToRead}
    </p>
  );
}

/** Why there are no charts, once per page. */
export function HistoryFailure({ recorded }: { recorded: RecordedPools }) {
  return <QueryError query={recorded.query} shape="strip" title={poolChartTexts.capacityNotUpToDate} />;
}
