"use client";

import { memo } from "react";
import { MultiLineChart } from "@/components/charts/multi-line-chart";
import { StackedBars } from "@/components/charts/stacked-bars";
import { DataFreshness } from "@/components/ui/data-freshness";
import { Skeleton } from "@/components/ui/skeleton";
import type { InvocationSeries } from "@/lib/bff/invocation-history";
import { durationTicks } from "@/lib/charts/value-axis";
import { formatChosenDuration, formatDuration } from "@/lib/format/duration";
import { Card } from "./card.tsx";
import {
  durationPoints,
  isWithoutInvocations,
  shownFromMs,
  statusPoints,
  statusSeries,
  unrecordedSpansOf,
} from "./invocation-points.ts";
import { invocationChartsTexts } from "./overview-on-demand-messages.ts";
import type { Fleet } from "./use-fleet.ts";

/** That of a chart with its legend. */
const skeletonHeight = "h-[206px]";
const seriesOfDurations = [
  { key: "p95", label: "p95", look: "main" },
  { key: "p50", label: "p50", look: "second" },
] as const;

/** Zero has no unit, because it stands beside labels of any. */
const formatTick = (ms: number): string => (ms === 0 ? "0" : formatChosenDuration(ms));

/** Recorded invocations and durations, of the series behind the figures. */
export function InvocationCharts({ query }: { query: Fleet["series"] }) {
  const series = query.data?.data;
  const isEmpty = series !== undefined && isWithoutInvocations(series);
  // The page reports the error, with Retry.
  const absent =
    query.error === null && !isEmpty ? (
      <Skeleton className={skeletonHeight} />
    ) : (
      <p className={`${skeletonHeight} text-ink-3`}>
        {isEmpty ? invocationChartsTexts.noInvocationsInThisTime : invocationChartsTexts.couldNotBeRead}
      </p>
    );
  return (
    <>
      <Card
        title={invocationChartsTexts.invocationsByStatus}
        info={
          series && (
            <SeriesFreshness
              subject={invocationChartsTexts.invocationsByStatus}
              series={series}
              what={invocationChartsTexts.byStartTime}
            />
          )
        }
      >
        {series === undefined || isEmpty ? absent : <Bars series={series} />}
      </Card>
      <Card
        title={invocationChartsTexts.duration}
        info={
          series && (
            <SeriesFreshness
              subject={invocationChartsTexts.duration}
              series={series}
              what={invocationChartsTexts.ofEndedInvocations}
            />
          )
        }
      >
        {series === undefined || isEmpty ? absent : <Lines series={series} />}
      </Card>
    </>
  );
}

// Both are drawn again when the series has changed, not with every figure of the page: a drawing takes several frames of a
// slow machine.
const Bars = memo(function Bars({ series }: { series: InvocationSeries }) {
  return (
    <StackedBars
      label={invocationChartsTexts.invocationsChart}
      // What is rare is in the legend only where there is some.
      series={statusSeries.filter(
        ({ key }) => (key !== "other" && key !== "queued") || (series.groups[0]?.[key] ?? 0) > 0,
      )}
      points={statusPoints(series)}
      fromMs={shownFromMs(series)}
      toMs={series.until_ms}
      stepMs={series.bucket_ms}
      blind={unrecordedSpansOf(series)}
    />
  );
});

const Lines = memo(function Lines({ series }: { series: InvocationSeries }) {
  return (
    <MultiLineChart
      label={invocationChartsTexts.durationChart}
      series={seriesOfDurations}
      showsValues={false}
      points={durationPoints(series)}
      fromMs={shownFromMs(series)}
      // The newest bucket is still open: its middle is in the future.
      toMs={series.until_ms + series.bucket_ms / 2}
      gapMs={series.bucket_ms * 1.5}
      blind={unrecordedSpansOf(series)}
      format={formatDuration}
      ticksOf={durationTicks}
      formatTick={formatTick}
    />
  );
});

/** What is missing is hatched in the chart, and said once, beside the figure that may be too low. */
function SeriesFreshness({
  subject,
  series,
  what,
}: {
  subject: string;
  series: InvocationSeries;
  what: string;
}) {
  return (
    <DataFreshness
      subject={subject}
      readAtMs={series.last_good_at_ms ?? undefined}
      source={invocationChartsTexts.source(what, formatChosenDuration(series.bucket_ms))}
    />
  );
}
