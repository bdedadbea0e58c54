"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { LineChart } from "@/components/charts/line-chart";
import { Button } from "@/components/ui/button";
import { CopyableId } from "@/components/ui/description-list";
import { loadPart } from "@/components/ui/load-part";
import { ClockTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import type { ProcessSamples } from "@/lib/bff/process-samples";
import { formatBytes, formatCount } from "@/lib/format/numbers";
import type { NamedProcess } from "@/lib/live/supervisor-line";
import { paces } from "@/lib/paces";
import type { ProcessSample } from "@/lib/queries/process-history";
import { ProcessKill } from "./process-kill.tsx";
import { ProcessLimit } from "./process-limit.tsx";
import { processDetailsTexts } from "./process-messages.ts";
import { formatCpu, spanOf } from "./process-series.ts";

const RecordedProcessHistory = dynamic(
  loadPart(() => import("./recorded-process-history.tsx").then((module) => module.RecordedProcessHistory)),
  {
    ssr: false,
    loading: () => <Skeleton className="h-80" />,
  },
);

/** Details of a process: CPU and memory charts, the operator's limit, its id, and a button to kill it. */
export function ProcessDetails({
  id,
  process,
  title,
  samples,
  drawnToMs,
  recorded,
  limitKey,
  limitBytes,
  running,
}: {
  id: string;
  process: NamedProcess;
  title: string;
  /** Recorded and live samples, in order of time. */
  samples: readonly ProcessSample[];
  /** End of the chart; undefined without samples. */
  drawnToMs: number | undefined;
  /** The recorder's response; undefined while loading. */
  recorded: ProcessSamples | undefined;
  limitKey: string;
  limitBytes: number | undefined;
  running: boolean;
}) {
  const span = drawnToMs === undefined || samples.length === 0 ? undefined : spanOf(samples, drawnToMs);
  const [all, setAll] = useState(false);
  const beganMs = recorded?.began_at_ms ?? undefined;
  const earlier = span !== undefined && beganMs !== undefined && beganMs < span.fromMs;
  // If even the newest half hour is aggregated, the aggregated history is all there is.
  const stepped = !running && recorded !== undefined && recorded.step_ms !== null;
  return (
    <div className="grid gap-3 pt-1 pb-3 pl-5">
      <CopyableId id={process.processId} what={processDetailsTexts.processId} />
      {span === undefined ? (
        <p className="text-label text-ink-3">{processDetailsTexts.noSamples}</p>
      ) : stepped || (all && earlier) ? (
        <RecordedProcessHistory id={id} processId={process.processId} title={title} limitBytes={limitBytes} />
      ) : (
        <>
          <ProcessMeasured samples={samples} recorded={recorded} span={span} />
          <LineChart
            {...span}
            label={processDetailsTexts.memoryOf(title)}
            series={processDetailsTexts.memory}
            points={samples.map(({ atMs, memBytes }) => ({ atMs, value: memBytes }))}
            gapMs={paces.samples.processGapMs}
            format={formatBytes}
            limit={limitBytes}
          />
          <LineChart
            {...span}
            label={processDetailsTexts.cpuOf(title)}
            series={processDetailsTexts.cpuOfOneCore}
            points={samples.map(({ atMs, cpuPct }) => ({ atMs, value: cpuPct }))}
            gapMs={paces.samples.processGapMs}
            format={formatCpu}
          />
        </>
      )}
      {earlier && !stepped ? (
        <Button className="justify-self-start" aria-pressed={all} onClick={() => setAll(!all)}>
          {processDetailsTexts.allSamples}
        </Button>
      ) : null}
      <div className="flex flex-wrap items-end gap-3">
        <ProcessLimit key={limitKey} limitKey={limitKey} title={title} limitBytes={limitBytes} />
        <ProcessKill process={{ id, processId: process.processId }} title={title} running={running} />
      </div>
    </div>
  );
}

/** Since when a process was sampled, how much is drawn, and what a gap means. */
function ProcessMeasured({
  samples,
  recorded,
  span,
}: {
  samples: readonly ProcessSample[];
  recorded: ProcessSamples | undefined;
  span: { fromMs: number; toMs: number };
}) {
  const drawn = samples.filter(({ atMs }) => atMs >= span.fromMs && atMs <= span.toMs);
  const sinceMs = Math.min(recorded?.began_at_ms ?? Number.POSITIVE_INFINITY, samples[0]?.atMs ?? span.toMs);
  const earlier = sinceMs < span.fromMs;
  return (
    <p className="text-caption text-ink-3">
      {processDetailsTexts.recordedSince}
      <ClockTime at={sinceMs} withDate />
      {processDetailsTexts.whileTabOpen(formatCount(drawn.length), drawn.length, earlier)}
    </p>
  );
}
