"use client";

import { useQuery } from "@tanstack/react-query";
import { LinesChart } from "@/components/charts/lines-chart";
import { StackedBars } from "@/components/charts/stacked-bars";
import { ErrorState } from "@/components/ui/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { TruthLine } from "@/components/ui/truth-line";
import { useClockText } from "@/components/ui/use-now";
import type { RunSeries } from "@/lib/bff/run-history";
import { formatDuration } from "@/lib/format/duration";
import { paces } from "@/lib/paces";
import { runHistoryQueries } from "@/lib/queries/run-history";
import { Card } from "./card.tsx";
import { type OverviewRange, sinceOfRange } from "./overview-screen.ts";
import { blindTimes, durationPoints, shownFromMs, statusPoints, statusSeries } from "./run-points.ts";
import { recordedWords } from "./series-words.ts";

const refetchInterval = paces.refresh.figuresMs;
const seriesOfDurations = [
  { key: "p95", label: "p95", look: "main" },
  { key: "p50", label: "p50", look: "second" },
] as const;

/** Runs and durations over the range, as the dashboard recorded them. */
export function RunCharts({ range }: { range: OverviewRange }) {
  const sinceMs = Number(useClockText((nowMs) => String(sinceOfRange(range, nowMs)), "0"));
  const { data, error, refetch, isFetching } = useQuery({
    ...runHistoryQueries.series({ since_ms: sinceMs }),
    enabled: sinceMs > 0,
    refetchInterval,
  });
  const series = data?.data;
  if (error !== null && series === undefined)
    return (
      <ErrorState
        error={error}
        title="What was recorded of the runs could not be read"
        shape="strip"
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  const skeleton = <Skeleton className="h-[204px]" />;
  return (
    <div className="grid gap-5 lg:grid-cols-2">
      <Card title="Runs by status">
        {series === undefined ? skeleton : <Bars series={series} />}
        <Truth series={series} what="by the time of their start" />
      </Card>
      <Card title="Duration">
        {series === undefined ? skeleton : <Lines series={series} />}
        <Truth series={series} what="of ended runs, within 5 %" />
      </Card>
    </div>
  );
}

function Bars({ series }: { series: RunSeries }) {
  return (
    <StackedBars
      label="Runs by the time of their start and by status"
      // What no run of the range is needs no place in the legend.
      series={statusSeries.filter(({ key }) => key !== "other" || (series.groups[0]?.other ?? 0) > 0)}
      points={statusPoints(series)}
      fromMs={shownFromMs(series)}
      toMs={series.until_ms}
      stepMs={series.bucket_ms}
      blind={blindTimes(series)}
    />
  );
}

function Lines({ series }: { series: RunSeries }) {
  return (
    <LinesChart
      label="Duration of ended runs by the time of their start"
      series={seriesOfDurations}
      points={durationPoints(series)}
      fromMs={shownFromMs(series)}
      // The newest bucket is not over: its middle lies ahead.
      toMs={series.until_ms + series.bucket_ms / 2}
      gapMs={series.bucket_ms * 1.5}
      blind={blindTimes(series)}
      format={formatDuration}
    />
  );
}

function Truth({ series, what }: { series: RunSeries | undefined; what: string }) {
  if (series === undefined) return <Skeleton className="mt-2 h-4 max-w-80" />;
  return (
    <div className="mt-2">
      <TruthLine
        readAtMs={series.last_good_at_ms ?? undefined}
        source={`the dashboard's mirror, ${what}, in steps of ${formatDuration(series.bucket_ms)}`}
        completeness={recordedWords(series)}
      />
    </div>
  );
}
