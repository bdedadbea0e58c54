"use client";

import { Fragment, useMemo, useRef, useState } from "react";
import { useBrush } from "@/components/charts/use-brush";
import { useWidth } from "@/components/charts/use-width";
import { Button } from "@/components/ui/button";
import { useTimeZone } from "@/components/ui/time-zone";
import { dayMs } from "@/lib/bff/time-units";
import type { Timeline } from "@/lib/bff/timeline";
import { timeTicks } from "@/lib/charts/time-axis";
import type { TimeRange } from "@/lib/charts/time-range";
import { formatDuration } from "@/lib/format/duration";
import { formatClock, formatDate, formatZone } from "@/lib/format/full-time";
import { FoldRow, LanePatterns, LaneRow, laneFills } from "./lane-row.tsx";
import { xOf } from "./lane-shapes.ts";
import { boardLanesOf, type Lane } from "./lanes.ts";
import { MarkNotes } from "./mark-notes.tsx";
import type { TableKey } from "./table-keys.ts";
import { TimeAxisRow } from "./time-axis-row.tsx";
import { laneBoardTexts } from "./timeline-messages.ts";

const labelPx = 240;
const stackedBelowPx = 600;
const tickPx = 84;

/** All lanes over one axis, and the brush over them. */
export function LaneBoard({
  timeline,
  selected,
  brush,
  table,
  onBrush,
  onZoom,
  onTable,
}: {
  timeline: Timeline;
  /** Data of the selection; undefined while loading. */
  selected: Timeline | undefined;
  brush: TimeRange | undefined;
  table: TableKey;
  onBrush: (brush: TimeRange | undefined, history: "push" | "replace") => void;
  onZoom: (brush: TimeRange) => void;
  onTable: (table: TableKey) => void;
}) {
  const { zone } = useTimeZone();
  const { ref: board, widthPx: boardPx } = useWidth<HTMLDivElement>();
  const readout = useRef<HTMLSpanElement>(null);
  const { scale, tickMs, labelled } = useLaneScale(timeline, boardPx, zone);
  const { range } = scale;
  const lanes = useMemo(() => boardLanesOf(timeline), [timeline]);
  const [unfolded, setUnfolded] = useState(false);

  const describeBrush = (at: TimeRange | undefined) =>
    at === undefined
      ? laneBoardTexts.dragToSelectTime
      : laneBoardTexts.range({
          from: scale.timeText(at.fromMs),
          to: scale.timeText(at.toMs),
          duration: formatDuration(at.toMs - at.fromMs),
        });
  const handlers = useBrush({ board, readout: { ref: readout, text: describeBrush }, range, brush, onBrush });

  const drawn = { timeline, scale, tickMs };
  const rowOf = (lane: Lane) => (
    <LaneRow
      key={lane.key}
      {...drawn}
      lane={lane}
      selected={selected}
      open={lane.table === table}
      onOpen={onTable}
    />
  );
  return (
    <section aria-label={laneBoardTexts.lanes} className="grid min-w-0 gap-2">
      <div className="flex min-h-8 flex-wrap items-center gap-2">
        <p
          role="status"
          className="min-w-0 flex-1 basis-56 text-label max-sm:basis-full text-ink-2 tabular-nums"
        >
          <span ref={readout} />
        </p>
        <Button
          size="sm"
          disabledReason={brush === undefined ? laneBoardTexts.selectATimeFirst : undefined}
          onClick={() => (brush === undefined ? undefined : onZoom(brush))}
        >
          {laneBoardTexts.zoomToSelection}
        </Button>
        <Button
          size="sm"
          disabledReason={brush === undefined ? laneBoardTexts.selectATimeFirst : undefined}
          onClick={() => onBrush(undefined, "push")}
        >
          {laneBoardTexts.clear}
        </Button>
      </div>
      <div ref={board} className="group/board relative min-w-0" {...handlers}>
        <LanePatterns />
        <TimeAxisRow
          range={range}
          brush={brush}
          ticks={labelled}
          zone={formatZone(range.toMs, zone)}
          timeText={scale.timeText}
        />
        <MarkNotes scale={scale} marks={timeline.annotations.items} />
        {lanes.map((lane) =>
          lane.folds === undefined ? (
            rowOf(lane)
          ) : (
            <Fragment key={lane.key}>
              <FoldRow {...drawn} lane={lane} open={unfolded} onToggle={() => setUnfolded(!unfolded)} />
              {unfolded ? lane.folds.map(rowOf) : null}
            </Fragment>
          ),
        )}
      </div>
      <Legend />
    </section>
  );
}

/** The time axis of the lanes: its scale, where its ticks are, and those with a label. */
function useLaneScale({ from_ms: fromMs, to_ms: toMs }: Timeline, boardPx: number, zone: string) {
  const range = useMemo(() => ({ fromMs, toMs }), [fromMs, toMs]);
  const widthPx = Math.max(200, boardPx < stackedBelowPx ? boardPx : boardPx - labelPx);
  const scale = useMemo(() => {
    const withDay = range.toMs - range.fromMs >= dayMs;
    const timeText = (atMs: number) =>
      `${withDay ? `${formatDate(atMs, zone)} ` : ""}${formatClock(atMs, zone, "second")}`;
    return { range, widthPx, timeText };
  }, [range, widthPx, zone]);
  const ticks = useMemo(
    () => timeTicks(range.fromMs, range.toMs, zone, Math.max(2, Math.floor(widthPx / tickPx))),
    [range, widthPx, zone],
  );
  const tickMs = useMemo(() => ticks.map(({ atMs }) => atMs), [ticks]);
  // A label that would be clipped at the edge is left out; its line stays.
  const labelled = ticks.filter(({ atMs }) => {
    const x = xOf(scale, atMs);
    return x >= tickPx / 3 && x <= widthPx - tickPx / 3;
  });
  return { scale, tickMs, labelled };
}

const legend = [
  ["ok", "succeeded, available"],
  ["bad", "failed, unavailable"],
  ["running", "running, acquired, live"],
  ["queued", "queued"],
  ["other", "ended, done, other"],
  ["unfilled", laneBoardTexts.missingBrowsers],
  ["blind", laneBoardTexts.notRecorded],
  ["unbegun", laneBoardTexts.beforeRecordingBegan],
  ["warn", laneBoardTexts.logGap],
] as const;

function Legend() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-label text-ink-3">
      {legend.map(([tone, label]) => (
        <li key={label} className="flex items-center gap-1.5">
          <svg aria-hidden="true" className="h-3 w-4 rounded-sm">
            <rect width="100%" height="100%" className={laneFills[tone]} />
          </svg>
          {label}
        </li>
      ))}
    </ul>
  );
}
