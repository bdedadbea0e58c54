"use client";

import { useQuery } from "@tanstack/react-query";
import { Skeleton } from "@/components/ui/skeleton";
import { formatDuration } from "@/lib/format/duration";
import { formatCount, formatPercent } from "@/lib/format/numbers";
import { paces } from "@/lib/paces";
import { invocationHistoryQueries } from "@/lib/queries/invocation-history";

const refetchInterval = paces.refresh.figuresMs;

/** Recorded data of the last 24 hours: enough to see that the recorder works. */
export function RecordedDay() {
  const series = useQuery({ ...invocationHistoryQueries.series(), refetchInterval });
  if (series.data === undefined)
    return series.error === null ? (
      <Skeleton className="h-3 w-56" />
    ) : (
      <span className="text-bad">could not be read: {series.error.message}</span>
    );
  const { groups, complete } = series.data.data;
  const all = groups[0];
  if (all === undefined) return <span className="text-ink-3">no invocation was seen</span>;
  const ended = all.succeeded + all.failed;
  const total = ended + all.queued + all.running + all.other;
  return (
    <>
      <span className="tabular-nums">{formatCount(total)}</span> invocations
      <span className="text-ink-3">
        {ended === 0 ? null : ` · ${formatPercent(all.failed / ended)} of those ended failed`}
        {all.p95_ms === null ? null : ` · p95 ${formatDuration(all.p95_ms)}`}
        {complete ? " · complete" : " · as far as known"}
      </span>
    </>
  );
}
