"use client";

import { LineChart } from "@/components/charts/line-chart";
import { CopyableId } from "@/components/ui/facts";
import { useTimeZone } from "@/components/ui/time-zone";
import { formatClock } from "@/lib/format/full-time";
import { formatBytes, formatPercent } from "@/lib/format/numbers";
import type { NamedProcess } from "@/lib/live/supervisor-line";
import { historySpanMs, type ProcessHistory } from "@/lib/queries/process-history";
import { ProcessKill } from "./process-kill.tsx";
import { ProcessLimit } from "./process-limit.tsx";
import { sampleGapMs } from "./process-series.ts";

const formatCpu = (percent: number | null | undefined) =>
  formatPercent(percent === null || percent === undefined ? percent : percent / 100);

/** A process in large: CPU and memory over time, the operator's limit, its id, and how to end it. */
export function ProcessDetails({
  id,
  process,
  title,
  history,
  limitKey,
  limitBytes,
  running,
}: {
  id: string;
  process: NamedProcess;
  title: string;
  history: ProcessHistory | undefined;
  limitKey: string;
  limitBytes: number | undefined;
  running: boolean;
}) {
  const { zone } = useTimeZone();
  const first = history?.samples[0];
  const span =
    history === undefined ? undefined : { fromMs: history.readAtMs - historySpanMs, toMs: history.readAtMs };
  return (
    <div className="grid gap-3 pt-1 pb-3 pl-5">
      <CopyableId id={process.processId} what="process id" />
      {history === undefined || span === undefined || first === undefined ? (
        <p className="text-label text-ink-3">Nothing was measured of it here.</p>
      ) : (
        <>
          <p className="text-truth text-ink-3">
            {`Measured since ${formatClock(first.atMs, zone, "second")}, when this page first asked; at most ten minutes are kept. A gap is time without an answer.`}
          </p>
          <LineChart
            {...span}
            label={`Memory of ${title}`}
            series="Memory"
            points={history.samples.map(({ atMs, memBytes }) => ({ atMs, value: memBytes }))}
            gapMs={sampleGapMs}
            format={formatBytes}
            limit={limitBytes}
          />
          <LineChart
            {...span}
            label={`CPU of ${title}`}
            series="CPU, of one core"
            points={history.samples.map(({ atMs, cpuPct }) => ({ atMs, value: cpuPct }))}
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
