"use client";

import { useQuery } from "@tanstack/react-query";
import { LineChart } from "@/components/charts/line-chart";
import { MultiLineChart } from "@/components/charts/multi-line-chart";
import { QueryError } from "@/components/layout/query-error";
import { DataFreshness } from "@/components/ui/data-freshness";
import { ClockTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { readFailure } from "@/lib/format/error-message";
import { failureCause } from "@/lib/format/failure-messages";
import { formatBytes, formatCount } from "@/lib/format/numbers";
import { paces } from "@/lib/paces";
import { processQueries } from "@/lib/queries/processes";
import { recordedProcessHistoryTexts } from "./process-messages.ts";
import { formatCpu, formatSampleStep, pastGapMs, recordedSpanOf } from "./process-series.ts";

const cpuLines = [
  { key: "mean", label: recordedProcessHistoryTexts.meanCpuOfOneCore, look: "main" },
  { key: "most", label: recordedProcessHistoryTexts.most, look: "second" },
] as const;

const refetchInterval = paces.refresh.pastMs;

/** The recorded history of a process: single samples, or aggregated steps for many or old ones. */
export function RecordedProcessHistory({
  id,
  processId,
  title,
  limitBytes,
}: {
  id: string;
  processId: string;
  title: string;
  limitBytes: number | undefined;
}) {
  const past = useQuery({ ...processQueries.past({ id, processId }), refetchInterval });
  if (past.data === undefined)
    return past.error === null ? (
      <Skeleton className="h-80" />
    ) : (
      <QueryError query={past} title={recordedProcessHistoryTexts.samplesNotLoaded} />
    );
  const { samples, count, began_at_ms: beganMs, step_ms: stepMs } = past.data.data;
  const span = recordedSpanOf(samples, beganMs);
  if (span === undefined || beganMs === null) return null;
  const gapMs = pastGapMs(stepMs);
  const single = stepMs === null;
  return (
    <>
      <div>
        <p className="text-caption text-ink-3">
          {recordedProcessHistoryTexts.recordedSince(formatCount(count), count)}
          <ClockTime at={beganMs} withDate />
          {recordedProcessHistoryTexts.whileTabOpen(formatSampleStep(stepMs))}
        </p>
        <DataFreshness
          subject={title}
          readAtMs={past.data.observedAtMs}
          source={recordedProcessHistoryTexts.fromTheDashboardsSamples}
          stale={past.error === null ? undefined : failureCause(readFailure(past.error).code)}
        />
      </div>
      <LineChart
        {...span}
        label={recordedProcessHistoryTexts.memoryOfAllSamples(title)}
        series={single ? recordedProcessHistoryTexts.memory : recordedProcessHistoryTexts.highestMemory}
        points={samples.map(({ at_ms: atMs, mem_bytes: value }) => ({ atMs, value }))}
        gapMs={gapMs}
        format={formatBytes}
        limit={limitBytes}
      />
      {single ? (
        <LineChart
          {...span}
          label={recordedProcessHistoryTexts.cpuOfAllSamples(title)}
          series={recordedProcessHistoryTexts.cpuOfOneCore}
          points={samples.map(({ at_ms: atMs, cpu_pct: value }) => ({ atMs, value }))}
          gapMs={gapMs}
          format={formatCpu}
        />
      ) : (
        <MultiLineChart
          {...span}
          label={recordedProcessHistoryTexts.cpuOfAllSamples(title)}
          series={cpuLines}
          points={samples.map(({ at_ms: atMs, cpu_pct: mean, cpu_max: most }) => ({
            atMs,
            values: { mean, most },
          }))}
          gapMs={gapMs}
          format={formatCpu}
          heightPx={120}
        />
      )}
    </>
  );
}
