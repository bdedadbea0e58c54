"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronRight, X } from "lucide-react";
import { useMemo, useState } from "react";
import { Sparkline } from "@/components/charts/sparkline";
import { IconButton } from "@/components/ui/button";
import { formatBytes, formatPercent } from "@/lib/format/numbers";
import { shortId } from "@/lib/format/short-id";
import type { NamedProcess } from "@/lib/live/supervisor-line";
import { paces } from "@/lib/paces";
import { BffError } from "@/lib/queries/bff";
import { joinedSamples } from "@/lib/queries/process-history";
import { processQueries } from "@/lib/queries/processes";
import { ProcessDetails } from "./process-details.tsx";
import { ProcessForecast } from "./process-forecast.tsx";
import { useProcessMemory } from "./process-memory.ts";
import { processRowTexts } from "./process-messages.ts";
import { ProcessNotes } from "./process-notes.tsx";
import { memoryBuckets } from "./process-series.ts";
import { ProcessState } from "./process-state.tsx";

const isUnknown = (error: unknown) => error instanceof BffError && [400, 404, 501].includes(error.status);

/** One process: state, current and past usage, and its memory forecast. */
export function ProcessRow({
  id,
  process,
  ended,
  onRemove,
}: {
  id: string;
  process: NamedProcess;
  ended: boolean;
  onRemove: (() => void) | undefined;
}) {
  const { processId, name } = process;
  const [open, setOpen] = useState(false);
  const { history, error, recorded, samples, running, drawnToMs } = useProcessRead(id, processId, ended);
  const title = name === "" ? shortId(processId) : name;
  const limitKey = name === "" ? processId : name;
  const limitBytes = useProcessMemory().limits[limitKey];
  const newest = samples.at(-1);

  return (
    <li className="py-1">
      <div className="flex min-h-8 flex-wrap items-center gap-x-2.5 gap-y-1">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="-ml-1 flex h-8 min-w-36 items-center gap-1 rounded-md px-1 text-left hover:bg-hover"
        >
          <ChevronRight
            aria-hidden="true"
            className={`size-3.5 shrink-0 text-ink-3 transition-transform ${open ? "rotate-90" : ""}`}
          />
          <span className={name === "" ? "font-mono text-label" : "font-medium"}>{title}</span>
          {name === "" ? null : (
            <span className="font-mono text-label text-ink-3">{shortId(processId, 4, 4)}</span>
          )}
          <span className="sr-only">{processRowTexts.details}</span>
        </button>
        <span>
          <ProcessState history={history} signal={process.signal} ended={ended} />
        </span>
        {running === undefined ? null : (
          <>
            <Figure name={processRowTexts.cpu} value={formatPercent(asShare(running.cpu_pct))} />
            <Figure name={processRowTexts.memory} value={formatBytes(running.mem_bytes)} />
          </>
        )}
        {drawnToMs === undefined || newest === undefined ? null : (
          <Sparkline
            values={memoryBuckets(samples, drawnToMs)}
            label={processRowTexts.recentMemoryOf(title, formatBytes(newest.memBytes))}
          />
        )}
        {onRemove === undefined ? null : (
          <IconButton
            label={processRowTexts.removeFromThisList(title)}
            className="ml-auto"
            onClick={onRemove}
          >
            <X />
          </IconButton>
        )}
      </div>
      {running !== undefined && limitBytes !== undefined ? (
        <ProcessForecast samples={samples} limitBytes={limitBytes} />
      ) : null}
      <ProcessNotes
        history={history}
        process={process}
        recordedAtMs={newest?.atMs}
        error={error}
        ended={ended}
      />
      {open ? (
        <ProcessDetails
          id={id}
          process={process}
          title={title}
          samples={samples}
          drawnToMs={drawnToMs}
          recorded={recorded}
          limitKey={limitKey}
          limitBytes={limitBytes}
          running={running !== undefined}
        />
      ) : null}
    </li>
  );
}

/** What is read and recorded of a process. `running` is its status while it runs. */
function useProcessRead(id: string, processId: string, ended: boolean) {
  const { data: history, error } = useQuery({
    ...processQueries.history({ id, processId }),
    enabled: !ended,
    refetchInterval: ({ state }) => {
      if (isUnknown(state.error) || state.data?.forgottenAtMs !== undefined) return false;
      return state.data?.status.state === "exited" ? paces.refresh.figuresMs : paces.refresh.listMs;
    },
  });
  const recorded = useQuery(processQueries.recorded({ id, processId })).data?.data;
  const samples = useMemo(
    () => joinedSamples(recorded?.samples ?? [], history?.samples ?? []),
    [recorded, history],
  );
  const status = history?.status;
  const running =
    status?.state === "running" && history?.forgottenAtMs === undefined && !ended ? status : undefined;
  // A process that ended is drawn up to its last sample.
  const drawnToMs = running === undefined ? samples.at(-1)?.atMs : history?.readAtMs;
  return { history, error, recorded, samples, running, drawnToMs };
}

const asShare = (percent: number | null | undefined) =>
  percent === null || percent === undefined ? percent : percent / 100;

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <span className="inline-flex min-w-19 items-baseline gap-1.5 text-label">
      <span className="text-ink-3">{name}</span>
      <span className="font-mono">{value}</span>
    </span>
  );
}
