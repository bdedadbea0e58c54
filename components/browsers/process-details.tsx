"use client";

import { LineChart } from "@/components/charts/line-chart";
import { CopyableId } from "@/components/ui/facts";
import type { ProcessSamples } from "@/lib/bff/process-samples";
import { formatBytes, formatPercent } from "@/lib/format/numbers";
import type { NamedProcess } from "@/lib/live/supervisor-line";
import type { ProcessSample } from "@/lib/queries/process-history";
import { ProcessKill } from "./process-kill.tsx";
import { ProcessLimit } from "./process-limit.tsx";
import { ProcessMeasured } from "./process-measured.tsx";
import { sampleGapMs, spanOf } from "./process-series.ts";

const formatCpu = (percent: number | null | undefined) =>
  formatPercent(percent === null || percent === undefined ? percent : percent / 100);

/** A process in large: CPU and memory over time, the operator's limit, its id, and how to end it. */
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
  /** Recorded and seen here, in order of time. */
  samples: readonly ProcessSample[];
  /** The end of what is drawn; undefined: there is nothing. */
  drawnToMs: number | undefined;
  /** As recorded when the page asked; undefined: not known yet. */
  recorded: ProcessSamples | undefined;
  limitKey: string;
  limitBytes: number | undefined;
  running: boolean;
}) {
  const span = drawnToMs === undefined || samples.length === 0 ? undefined : spanOf(samples, drawnToMs);
  return (
    <div className="grid gap-3 pt-1 pb-3 pl-5">
      <CopyableId id={process.processId} what="process id" />
      {span === undefined ? (
        <p className="text-label text-ink-3">
          Nothing was measured of it: nobody had this tab open while it ran.
        </p>
      ) : (
        <>
          <ProcessMeasured samples={samples} recorded={recorded} span={span} />
          <LineChart
            {...span}
            label={`Memory of ${title}`}
            series="Memory"
            points={samples.map(({ atMs, memBytes }) => ({ atMs, value: memBytes }))}
            gapMs={sampleGapMs}
            format={formatBytes}
            limit={limitBytes}
          />
          <LineChart
            {...span}
            label={`CPU of ${title}`}
            series="CPU, of one core"
            points={samples.map(({ atMs, cpuPct }) => ({ atMs, value: cpuPct }))}
            gapMs={sampleGapMs}
            format={formatCpu}
          />
        </>
      )}
      <div className="flex flex-wrap items-end gap-3">
        <ProcessLimit key={limitKey} limitKey={limitKey} title={title} limitBytes={limitBytes} />
        <ProcessKill process={{ id, processId: process.processId }} title={title} running={running} />
      </div>
    </div>
  );
}
