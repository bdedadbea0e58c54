"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useRef, useState } from "react";
import { brushGrip } from "@/components/charts/brush-grip";
import { useBrush } from "@/components/charts/use-brush";
import { useWidth } from "@/components/charts/use-width";
import { Filmstrip } from "@/components/pictures/filmstrip";
import type { Pictures } from "@/components/pictures/use-pictures";
import { Button } from "@/components/ui/button";
import { loadPart } from "@/components/ui/load-part";
import { useTimeZone } from "@/components/ui/time-zone";
import { useClockText } from "@/components/ui/use-now";
import { timeTicks } from "@/lib/charts/time-axis";
import { shareOf, type TimeRange } from "@/lib/charts/time-range";
import type { Invocation } from "@/lib/contract/invocations";
import { isOpen } from "@/lib/contract/invocations";
import { formatClock } from "@/lib/format/full-time";
import { invocationBrowsersTexts, invocationTimelineTexts } from "./invocation-on-demand-messages.ts";
import { LogLane } from "./log-lane.tsx";
import { TimelineList } from "./timeline-list.tsx";
import { ActionTick, EndTick, SessionBar, StateBar } from "./timeline-marks.tsx";
import { actsWithin, timelineOf } from "./timeline-model.ts";
import { useInvocationActs } from "./use-invocation-acts.ts";
import type { InvocationLog } from "./use-invocation-log.ts";
import { useInvocationPictures } from "./use-invocation-pictures.ts";
import type { InvocationSessions } from "./use-invocation-sessions.ts";
import type { LogPart } from "./use-log-part.ts";
import type { PageEvents } from "./use-page-record.ts";

// Most invocations have no requests to show.
const NetworkLane = dynamic(
  loadPart(() => import("./network-lane.tsx").then((module) => module.NetworkLane)),
  {
    ssr: false,
  },
);

const pxPerTick = 84;
/** Minimum width for a label; narrower ones are left out instead of truncated. */
const labelPx = 60;

/**
 * States, log lines, requests, sessions and operators' actions of an invocation on one time axis, which grows while it runs. The
 * part of it that is selected limits the log.
 */
export function InvocationTimeline({
  invocation,
  sessions,
  log,
  part,
  pages,
}: {
  invocation: Invocation;
  sessions: InvocationSessions;
  /** Its log; absent: no lane. */
  log?: InvocationLog;
  /** The part of the log that is shown, which is selected here. */
  part?: LogPart;
  /** What its pages did; absent: no lane. */
  pages?: PageEvents;
}) {
  const { id } = invocation;
  const queuedAt = useQueuedAt(invocation);
  const open = isOpen(invocation);
  const moves = open || sessions.seen.some(({ isActive }) => isActive);
  const nowText = useClockText((nowMs) => (moves ? String(nowMs) : ""), "");
  const timeline = timelineOf({
    invocation,
    queuedAt,
    seen: sessions.seen,
    // Before the first clock tick, the time of the response is used.
    nowMs: Number(nowText) || (sessions.query.data?.observedAtMs ?? 0),
  });
  const { entries, note } = useInvocationActs(id, sessions, timeline);
  const acts = timeline ? actsWithin(timeline, id, entries) : [];
  const pictures = useInvocationPictures(invocation, sessions);
  const marks = [...(log?.marks ?? []), ...(pages?.marks ?? [])];
  return (
    <section aria-labelledby="invocation-timeline" className="grid gap-1.5">
      <h2 id="invocation-timeline" className="font-semibold">
        {invocationTimelineTexts.timeline}
      </h2>
      {timeline === undefined ? (
        <p className="text-ink-3">{invocationTimelineTexts.startNotReported}</p>
      ) : (
        <>
          <Lanes axis={timeline} part={part}>
            <Lane name={invocationTimelineTexts.state}>
              {timeline.states.map((span) => (
                <StateBar key={span.status} span={span} axis={timeline} />
              ))}
              {timeline.end ? <EndTick end={timeline.end} axis={timeline} /> : null}
            </Lane>
            {log === undefined ? null : (
              <Lane name={invocationTimelineTexts.log}>
                <LogLane marks={marks} axis={timeline} />
                {marks.length === 0 && (log.state === "ended" || log.state === "unavailable") ? (
                  <LaneNote>{invocationTimelineTexts.noLines}</LaneNote>
                ) : null}
              </Lane>
            )}
            {pages === undefined || pages.requests.length === 0 ? null : (
              <Lane name={invocationTimelineTexts.network}>
                <NetworkLane requests={pages.requests} axis={timeline} onShow={part?.select} />
              </Lane>
            )}
            <Lane name={invocationTimelineTexts.browsers}>
              {timeline.sessions.map((span) => (
                <SessionBar key={span.id} span={span} axis={timeline} />
              ))}
              {timeline.sessions.length === 0 ? <LaneNote>{noSessions(sessions)}</LaneNote> : null}
            </Lane>
            <PicturesLane
              pictures={pictures}
              axis={timeline}
              onShowAt={
                part && ((atMs) => part.select({ fromMs: atMs - aroundMs, toMs: atMs + aroundMs }, "push"))
              }
            />
            <Lane name={invocationTimelineTexts.acts}>
              {acts.map((mark) => (
                <ActionTick key={mark.entry.seq} mark={mark} id={id} axis={timeline} />
              ))}
              {acts.length === 0 ? (
                <p className="truncate px-2 text-label leading-7 text-ink-3" title={note}>
                  {note}
                </p>
              ) : null}
            </Lane>
            <span />
            <Ticks axis={timeline} />
          </Lanes>
          <TimelineList timeline={timeline} acts={acts} id={id} />
        </>
      )}
    </section>
  );
}

/** How much of the log before and after a picture is shown with it. */
const aroundMs = 5_000;

/** The pictures of its browsers; no lane where there are none. */
function PicturesLane({
  pictures: { pictures, isPending, failed },
  axis,
  onShowAt,
}: {
  pictures: Pictures;
  axis: TimeRange;
  onShowAt: ((atMs: number) => void) | undefined;
}) {
  if (pictures.length === 0 && !isPending && failed === undefined) return null;
  return (
    <Lane name={invocationTimelineTexts.pictures}>
      <div className="min-h-11 py-1.5">
        {failed === undefined ? (
          <Filmstrip pictures={pictures} range={axis} onShowAt={onShowAt} />
        ) : (
          <p className="flex items-center gap-2 px-2 text-label text-ink-2">
            <span>{invocationTimelineTexts.picturesNotLoaded}</span>
            <Button size="sm" pending={failed.isFetching} onClick={() => void failed.refetch()}>
              {invocationTimelineTexts.retry}
            </Button>
          </p>
        )}
      </div>
    </Lane>
  );
}

const lanesClass =
  "relative grid grid-cols-[4.5rem_minmax(0,1fr)] overflow-clip rounded-md border border-line";

/** The lanes of a time axis; where a part of it can be selected, by dragging or keyboard. */
function Lanes({
  axis,
  part,
  children,
}: {
  axis: TimeRange;
  part: LogPart | undefined;
  children: ReactNode;
}) {
  if (part === undefined) return <div className={lanesClass}>{children}</div>;
  return (
    <BrushedLanes axis={axis} part={part}>
      {children}
    </BrushedLanes>
  );
}

/** The lanes of a time axis. Dragging across them, or moving its edges by keyboard, selects a part of the time. */
function BrushedLanes({ axis, part, children }: { axis: TimeRange; part: LogPart; children: ReactNode }) {
  const { zone } = useTimeZone();
  const board = useRef<HTMLDivElement>(null);
  const inside = (atMs: number) => Math.min(axis.toMs, Math.max(axis.fromMs, atMs));
  const brush = part.span && { fromMs: inside(part.span.fromMs), toMs: inside(part.span.toMs) };
  const timeText = (atMs: number) => formatClock(atMs, zone, "ms");
  const handlers = useBrush({
    board,
    range: axis,
    brush,
    leastMs: (axis.toMs - axis.fromMs) * leastShare,
    onBrush: (next, history) => part.select(openEnded(axis, next), history),
  });
  const { fromMs, toMs } = brush ?? axis;
  return (
    <div
      ref={board}
      className={`${lanesClass} group/lanes cursor-crosshair touch-pan-y select-none`}
      {...handlers}
    >
      {/* Below the lanes, so that their colours stay as they are. */}
      <div className="pointer-events-none absolute inset-y-0 right-0 left-[4.5rem]">
        <div className="absolute inset-y-0 left-(--brush-from) hidden w-[calc(var(--brush-to)-var(--brush-from))] border-x border-focus bg-selected group-data-brushed/lanes:block" />
      </div>
      {children}
      <fieldset
        aria-label={invocationTimelineTexts.timeShownInTheLog}
        className="pointer-events-none absolute inset-y-0 right-0 left-[4.5rem] min-w-0"
      >
        <div data-plot className="relative h-full">
          <div
            {...brushGrip(axis, "from", invocationTimelineTexts.startOfTheLog, fromMs, timeText(fromMs))}
            className={`left-(--brush-from) ${gripClass}`}
          />
          <div
            {...brushGrip(axis, "to", invocationTimelineTexts.endOfTheLog, toMs, timeText(toMs))}
            className={`left-(--brush-to) ${gripClass}`}
          />
        </div>
      </fieldset>
    </div>
  );
}

/** The minimum width of a selection, of the axis. */
const leastShare = 0.01;
const gripClass =
  "absolute -inset-y-px w-2 -translate-x-1/2 rounded-sm group-data-brushed/lanes:pointer-events-auto group-data-brushed/lanes:cursor-ew-resize";

/** A selection of the whole axis counts as no selection; one to its right edge includes what is written later. */
function openEnded(axis: TimeRange, brush: TimeRange | undefined): TimeRange | undefined {
  if (brush === undefined || brush.toMs < axis.toMs) return brush;
  return brush.fromMs <= axis.fromMs ? undefined : { ...brush, toMs: Number.POSITIVE_INFINITY };
}

function Ticks({ axis }: { axis: TimeRange }) {
  const { zone } = useTimeZone();
  const { ref, widthPx } = useWidth<HTMLDivElement>();
  const ticks = timeTicks(axis.fromMs, axis.toMs, zone, Math.max(1, Math.floor(widthPx / pxPerTick)));
  return (
    <div
      ref={ref}
      data-plot
      aria-hidden="true"
      className="relative h-5 overflow-clip text-caption text-ink-3"
    >
      {ticks
        .filter(({ atMs }) => (1 - shareOf(axis, atMs)) * widthPx > labelPx)
        .map((tick) => (
          <span
            key={tick.atMs}
            className="absolute top-0 border-l border-line-strong pl-1 leading-5 whitespace-nowrap"
            style={{ left: `${shareOf(axis, tick.atMs) * 100}%` }}
          >
            {tick.label}
          </span>
        ))}
    </div>
  );
}

function Lane({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <span className="border-b border-line px-2 leading-7 text-label text-ink-3">{name}</span>
      <div data-plot className="relative min-h-7 border-b border-l border-line">
        {children}
      </div>
    </>
  );
}

/** Says why a lane is empty. */
function LaneNote({ children }: { children: string }) {
  return <p className="px-2 text-label leading-7 text-ink-3">{children}</p>;
}

function noSessions({ active, query, recorded, open, seen, isReading }: InvocationSessions): string {
  if (seen.length > 0)
    return isReading ? invocationTimelineTexts.loading : invocationTimelineTexts.timesUnknown;
  if (active === undefined)
    return query.error ? invocationBrowsersTexts.browsersNotLoaded : invocationTimelineTexts.loading;
  if (open) return invocationTimelineTexts.noBrowserYet;
  if (recorded.isPending) return invocationTimelineTexts.loading;
  return recorded.error
    ? invocationBrowsersTexts.browsersNotLoaded
    : invocationTimelineTexts.noBrowserRecorded;
}

/** The API has one `started_at`: the time of queuing while it is queued, then the start. The queue time is
 *  stored while it is known. */
function useQueuedAt({ id, status, started_at }: Invocation): string | undefined {
  const [seen, setSeen] = useState<{ id: string; at: string }>();
  if (status === "queued" && started_at && (seen?.id !== id || seen.at !== started_at)) {
    setSeen({ id, at: started_at });
  }
  return seen?.id === id ? seen.at : undefined;
}
