"use client";

import { useQuery } from "@tanstack/react-query";
import { LinesChart } from "@/components/charts/lines-chart";
import { StackedBars } from "@/components/charts/stacked-bars";
import { QueryError } from "@/components/layout/query-error";
import { DataFreshness } from "@/components/ui/data-freshness";
import { Skeleton } from "@/components/ui/skeleton";
import { useClockText } from "@/components/ui/use-now";
import type { InvocationSeries } from "@/lib/bff/invocation-history";
import { durationTicks } from "@/lib/charts/value-axis";
import { formatDuration } from "@/lib/format/duration";
import { paces } from "@/lib/paces";
import { invocationHistoryQueries } from "@/lib/queries/invocation-history";
import { Card } from "./card.tsx";
import {
  durationPoints,
  shownFromMs,
  statusPoints,
  statusSeries,
  unrecordedSpansOf,
} from "./invocation-points.ts";
import { type OverviewRange, sinceOfRange } from "./overview-search-params.ts";
import { formatMissing } from "./series-completeness.ts";

const refetchInterval = paces.refresh.figuresMs;
const seriesOfDurations = [
  { key: "p95", label: "p95", look: "main" },
  { key: "p50", label: "p50", look: "second" },
] as const;

/** Recorded invocations and durations over the range. */
export function InvocationCharts({ range }: { range: OverviewRange }) {
  const sinceMs = Number(useClockText((nowMs) => String(sinceOfRange(range, nowMs)), "0"));
  const query = useQuery({
    ...invocationHistoryQueries.series({ since_ms: sinceMs }),
    enabled: sinceMs > 0,
    refetchInterval,
  });
  const series = query.data?.data;
  if (query.error !== null && series === undefined)
    return (
      <QueryError
        query={query}
        title="What was recorded of the invocations could not be read"
        shape="strip"
      />
    );
  const skeleton = <Skeleton className="h-[204px]" />;
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <Card title="Invocations by status">
        {series === undefined ? skeleton : <Bars series={series} />}
        <SeriesFreshness series={series} what="by the time of their start" />
      </Card>
      <Card title="Duration">
        {series === undefined ? skeleton : <Lines series={series} />}
        <SeriesFreshness series={series} what="of ended invocations, within 5 %" />
      </Card>
    </div>
  );
}

function Bars({ series }: { series: InvocationSeries }) {
  return (
    <StackedBars
      label="Invocations by the time of their start and by status"
      // A status without invocations is left out of the legend.
      series={statusSeries.filter(({ key }) => key !== "other" || (series.groups[0]?.other ?? 0) > 0)}
      points={statusPoints(series)}
      fromMs={shownFromMs(series)}
      toMs={series.until_ms}
      stepMs={series.bucket_ms}
      blind={unrecordedSpansOf(series)}
    />
  );
}

function Lines({ series }: { series: InvocationSeries }) {
  return (
    <LinesChart
      label="Duration of ended invocations by the time of their start"
      series={seriesOfDurations}
      points={durationPoints(series)}
      fromMs={shownFromMs(series)}
      // The newest bucket is still open: its middle is in the future.
      toMs={series.until_ms + series.bucket_ms / 2}
      gapMs={series.bucket_ms * 1.5}
      blind={unrecordedSpansOf(series)}
      format={formatDuration}
      ticksOf={durationTicks}
    />
  );
}

function SeriesFreshness({ series, what }: { series: InvocationSeries | undefined; what: string }) {
  if (series === undefined) return <Skeleton className="mt-2 h-4 max-w-80" />;
  return (
    <div className="mt-2">
      <DataFreshness
        readAtMs={series.last_good_at_ms ?? undefined}
        source={`From the dashboard's history, ${what}, in steps of ${formatDuration(series.bucket_ms)}.`}
        partial={formatMissing(series)}
      />
    </div>
  );
}
