"use client";

import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useWidth } from "@/components/charts/use-width";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { useTimeZone } from "@/components/ui/time-zone";
import { useClockText } from "@/components/ui/use-now";
import { timeTicks } from "@/lib/charts/time-axis";
import type { Invocation } from "@/lib/contract/invocations";
import { paces } from "@/lib/paces";
import { auditQueries } from "@/lib/queries/audit";
import { isOpen } from "./invocation-columns.tsx";
import { TimelineList } from "./timeline-list.tsx";
import { ActTick, EndTick, SessionBar, StateBar } from "./timeline-marks.tsx";
import { awaitsAnswer, shareOf, timelineOf } from "./timeline-model.ts";
import type { RunSessions } from "./use-run-sessions.ts";

const auditLimit = 100;
const pxPerTick = 84;
/** A label that would be cut off at the edge is left out. */
const labelPx = 60;

/** A run's states, its sessions and what operators did to it, on one axis of time that grows while it runs. */
export function InvocationTimeline({
  invocation,
  sessions,
}: {
  invocation: Invocation;
  sessions: RunSessions;
}) {
  const { id } = invocation;
  const { zone } = useTimeZone();
  const { ref, widthPx } = useWidth<HTMLDivElement>();
  const queuedAt = useQueuedAt(invocation);
  const open = isOpen(invocation);
  const moves = open || sessions.seen.some(({ isActive }) => isActive);
  const nowText = useClockText((nowMs) => (moves ? String(nowMs) : ""), "");
  const refusal = useRoleReason("operator");
  const audit = useQuery({
    ...auditQueries.list({ target: id, limit: auditLimit }),
    enabled: refusal === undefined,
    refetchInterval: ({ state }) =>
      open || awaitsAnswer(state.data?.items ?? [], Date.now()) ? paces.refresh.figuresMs : false,
  });
  const { refetch, isSuccess } = audit;
  // What ended it may be an operator's act, written after the record was last read.
  const [wasOpen, setWasOpen] = useState(open);
  useEffect(() => {
    if (wasOpen === open) return;
    setWasOpen(open);
    if (isSuccess) void refetch();
  }, [wasOpen, open, isSuccess, refetch]);
  const timeline = timelineOf({
    invocation,
    queuedAt,
    seen: sessions.seen,
    deletedAt: sessions.deletedAt,
    entries: audit.data?.items ?? [],
    // Before the clock has ticked, the answer itself says how late it is.
    nowMs: Number(nowText) || (sessions.query.data?.observedAtMs ?? 0),
  });
  const actsNote = refusal ?? (audit.error ? "The record could not be read." : undefined);

  return (
    <section aria-labelledby="invocation-timeline" className="grid gap-1.5">
      <h2 id="invocation-timeline" className="font-semibold">
        Timeline
      </h2>
      {timeline === undefined ? (
        <p className="text-ink-3">The API does not say when this run began.</p>
      ) : (
        <>
          <div className="grid grid-cols-[4.5rem_minmax(0,1fr)] rounded-md border border-line">
            <Lane name="State">
              {timeline.states.map((span) => (
                <StateBar key={span.status} span={span} axis={timeline} />
              ))}
              {timeline.end ? <EndTick end={timeline.end} axis={timeline} /> : null}
            </Lane>
            <Lane name="Sessions">
              {/* Two lanes from the start: the page does not move when sessions are heard of. */}
              <div className="grid min-h-14 content-start">
                {timeline.sessions.map((span) => (
                  <SessionBar key={span.id} span={span} axis={timeline} />
                ))}
                {timeline.sessions.length === 0 ? (
                  <p className="px-2 py-1 text-label text-ink-3">{noSessions(sessions, open)}</p>
                ) : null}
              </div>
            </Lane>
            <Lane name="Operators">
              {timeline.acts.map((mark) => (
                <ActTick key={mark.entry.seq} mark={mark} axis={timeline} />
              ))}
              {timeline.acts.length === 0 ? (
                <p className="truncate px-2 text-label leading-7 text-ink-3" title={actsNote}>
                  {actsNote ?? (audit.data ? "Nobody did anything to it here." : "reading…")}
                </p>
              ) : null}
            </Lane>
            <span />
            <div ref={ref} aria-hidden="true" className="relative h-5 overflow-clip text-truth text-ink-3">
              {timeTicks(timeline.fromMs, timeline.toMs, zone, Math.max(1, Math.floor(widthPx / pxPerTick)))
                .filter(({ atMs }) => (1 - shareOf(timeline, atMs)) * widthPx > labelPx)
                .map((tick) => (
                  <span
                    key={tick.atMs}
                    className="absolute top-0 border-l border-line-strong pl-1 leading-5 whitespace-nowrap"
                    style={{ left: `${shareOf(timeline, tick.atMs) * 100}%` }}
                  >
                    {tick.label}
                  </span>
                ))}
            </div>
          </div>
          <TimelineList timeline={timeline} />
        </>
      )}
    </section>
  );
}

function Lane({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <span className="border-b border-line px-2 leading-7 text-label text-ink-3">{name}</span>
      <div className="relative min-h-7 border-b border-l border-line">{children}</div>
    </>
  );
}

function noSessions({ active, query }: RunSessions, open: boolean): string {
  if (active === undefined) return query.error ? "The sessions could not be read." : "reading…";
  if (open) return "It has no session yet.";
  return "None is known: the API does not say which ended sessions were in a run, and none was seen here.";
}

/** The API has one start: that of the queue while a run is queued, then that of the run. What was seen is kept. */
function useQueuedAt({ id, status, started_at }: Invocation): string | undefined {
  const [seen, setSeen] = useState<{ id: string; at: string }>();
  if (status === "queued" && started_at && (seen?.id !== id || seen.at !== started_at)) {
    setSeen({ id, at: started_at });
  }
  return seen?.id === id ? seen.at : undefined;
}
