"use client";

import { useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useDeferredValue, useEffect, useEffectEvent } from "react";
import { IgnoredNotice } from "@/components/layout/ignored-notice";
import { Page } from "@/components/layout/page";
import { PageHeader } from "@/components/layout/page-header";
import { LoadError } from "@/components/layout/query-error";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { DataFreshness } from "@/components/ui/data-freshness";
import { loadPart } from "@/components/ui/load-part";
import { PendingContent } from "@/components/ui/pending-content";
import { Skeleton } from "@/components/ui/skeleton";
import type { TimeRange } from "@/lib/charts/time-range";
import { presentMs } from "@/lib/present";
import { timelineQueries } from "@/lib/queries/timeline";
import { LaneBoard } from "./lane-board.tsx";
import { defaultPreset, widerRange } from "./time-range.ts";
import { TimelineControls } from "./timeline-controls.tsx";
import { timelineViewTexts } from "./timeline-messages.ts";
import { addressOf, chosenBrush, chosenRange, timelineSearchParams } from "./timeline-search-params.ts";
import { useSelected, useTimeline } from "./use-timeline.ts";

const TimelineTables = dynamic(
  loadPart(() => import("./timeline-tables.tsx").then((module) => module.TimelineTables)),
  { loading: () => <Skeleton className="h-64 w-full" /> },
);

/** Neither a fixed range nor a part of one. */
const noRange = { from: undefined, to: undefined, brush_from: undefined, brush_to: undefined } as const;

/** All records of a time range over one axis; the brush narrows the lanes' descriptions and the tables. */
export function TimelineView() {
  const { value, ignored, set } = useUrlQuery(timelineSearchParams);
  const client = useQueryClient();
  const { last = defaultPreset, table = "invocations", limit = 20, offset = 0 } = value;
  const chosen = chosenRange(value);
  const live = chosen === undefined && value.live !== "off";
  const query = useTimeline(chosen, last, live);
  // Until another range has loaded, the data is the previous one's.
  const awaited = query.isPlaceholderData;
  const timeline = query.data?.data;
  const range: TimeRange | undefined =
    timeline === undefined ? undefined : { fromMs: timeline.from_ms, toMs: timeline.to_ms };
  const brush = range && chosenBrush(value, range);
  const selection = useSelected(brush);
  // A new answer is drawn in parts: a key that is pressed meanwhile waits for one of them.
  const drawn = useDeferredValue(timeline);
  const selected = selection === undefined ? drawn : selection.data?.data;
  const drawnAwaited = useDeferredValue(awaited) || awaited;
  const failure = query.error ?? selection?.error ?? null;
  const refetch = () => {
    void query.refetch();
    void selection?.refetch();
  };
  /** Its range goes to the address, so that a reload and a link show the same. One that is awaited follows. */
  const pause = () => {
    if (range === undefined || awaited) return set({ live: "off" }, "replace");
    client.setQueryData(timelineQueries.range(range).queryKey, query.data);
    set({ from: range.fromMs, to: range.toMs, live: "off" }, "replace");
  };
  const stopsMoving = useEffectEvent(pause);
  const isDue = chosen === undefined && !live && range !== undefined && !awaited && !query.isFetching;
  useEffect(() => {
    if (isDue) stopsMoving();
  }, [isDue]);

  return (
    <Page>
      <PageHeader
        title={timelineViewTexts.timeline}
        freshness={
          <DataFreshness
            subject={timelineViewTexts.timeline}
            readAtMs={awaited ? undefined : query.data?.observedAtMs}
            source={timelineViewTexts.fromTheDashboardsHistory}
            partial={
              timeline === undefined || awaited || timeline.invocations.complete
                ? undefined
                : timelineViewTexts.invocationsMayBeMissing
            }
          />
        }
        actions={
          <TimelineControls
            range={range}
            brush={brush}
            preset={chosen === undefined ? last : undefined}
            live={live}
            onPreset={(next) =>
              set({
                ...noRange,
                last: next === defaultPreset ? undefined : next,
                live: undefined,
                offset: undefined,
              })
            }
            onLive={(next) => (next ? set({ ...noRange, live: undefined }, "replace") : pause())}
            onWider={() =>
              range === undefined ? undefined : set(addressOf(widerRange(range, presentMs()), brush))
            }
          />
        }
      />
      <IgnoredNotice ignored={ignored} />
      {failure === null ? null : (
        <LoadError
          query={{ error: failure, isFetching: query.isFetching, refetch }}
          title={timelineViewTexts.timelineNotLoaded}
          isLoaded={timeline !== undefined}
        />
      )}
      {drawn === undefined && failure === null ? <BoardSkeleton /> : null}
      {drawn === undefined || range === undefined ? null : (
        <>
          <PendingContent awaited={drawnAwaited}>
            <LaneBoard
              timeline={drawn}
              selected={selected}
              brush={brush}
              table={table}
              onBrush={(next, history) => set(addressOf(range, next), history)}
              onZoom={(next) => set(addressOf(next))}
              onTable={(next) =>
                set({ table: next === "invocations" ? undefined : next, offset: undefined }, "replace")
              }
            />
          </PendingContent>
          <PendingContent awaited={drawnAwaited}>
            <TimelineTables
              timeline={selected}
              brushed={brush !== undefined}
              table={table}
              limit={limit}
              offset={offset}
              onChange={(change) => set(change, "replace")}
            />
          </PendingContent>
        </>
      )}
    </Page>
  );
}

const laneKeys = ["invocations", "sessions", "pools", "checks", "logs", "actions", "recorder"];

function BoardSkeleton() {
  return (
    <div aria-busy="true" className="grid gap-3 pt-12">
      {laneKeys.map((key) => (
        <div key={key} className="grid gap-x-4 gap-y-1 sm:grid-cols-[14rem_minmax(0,1fr)]">
          <Skeleton className="h-8 w-40" />
          <Skeleton className="h-8 w-full" />
        </div>
      ))}
    </div>
  );
}
