"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { LineChart } from "@/components/charts/line-chart";
import { Button } from "@/components/ui/button";
import { CopyableId } from "@/components/ui/facts";
import { Skeleton } from "@/components/ui/skeleton";
import type { ProcessSamples } from "@/lib/bff/process-samples";
import { formatBytes } from "@/lib/format/numbers";
import type { NamedProcess } from "@/lib/live/supervisor-line";
import { paces } from "@/lib/paces";
import type { ProcessSample } from "@/lib/queries/process-history";
import { ProcessKill } from "./process-kill.tsx";
import { ProcessLimit } from "./process-limit.tsx";
import { ProcessMeasured } from "./process-measured.tsx";
import { formatCpu, spanOf } from "./process-series.ts";

const ProcessPast = dynamic(() => import("./process-past.tsx").then((module) => module.ProcessPast), {
  ssr: false,
  loading: () => <Skeleton className="h-80" />,
});

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
  const [all, setAll] = useState(false);
  const beganMs = recorded?.began_at_ms ?? undefined;
  const earlier = span !== undefined && beganMs !== undefined && beganMs < span.fromMs;
  // Where the newest half hour itself is told by steps, that is all there is to draw.
  const stepped = !running && recorded !== undefined && recorded.step_ms !== null;
  return (
    <div className="grid gap-3 pt-1 pb-3 pl-5">
      <CopyableId id={process.processId} what="process id" />
      {span === undefined ? (
        <p className="text-label text-ink-3">
          Nothing was measured of it: nobody had this tab open while it ran.
        </p>
      ) : stepped || (all && earlier) ? (
        <ProcessPast id={id} processId={process.processId} title={title} limitBytes={limitBytes} />
      ) : (
        <>
          <ProcessMeasured samples={samples} recorded={recorded} span={span} />
          <LineChart
            {...span}
            label={`Memory of ${title}`}
            series="Memory"
            points={samples.map(({ atMs, memBytes }) => ({ atMs, value: memBytes }))}
            gapMs={paces.samples.processGapMs}
            format={formatBytes}
            limit={limitBytes}
          />
          <LineChart
            {...span}
            label={`CPU of ${title}`}
            series="CPU, of one core"
            points={samples.map(({ atMs, cpuPct }) => ({ atMs, value: cpuPct }))}
            gapMs={paces.samples.processGapMs}
            format={formatCpu}
          />
        </>
      )}
      {earlier && !stepped ? (
        <Button className="justify-self-start" aria-pressed={all} onClick={() => setAll(!all)}>
          All that was recorded
        </Button>
      ) : null}
      <div className="flex flex-wrap items-end gap-3">
        <ProcessLimit key={limitKey} limitKey={limitKey} title={title} limitBytes={limitBytes} />
        <ProcessKill process={{ id, processId: process.processId }} title={title} running={running} />
      </div>
    </div>
  );
}
