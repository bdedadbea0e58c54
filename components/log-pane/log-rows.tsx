"use client";

import { useRef, useState } from "react";
import type { LogStore } from "@/lib/live/log-store";
import { useDrawn, useDrawnVersion } from "./drawn-state.ts";
import { LogHead } from "./log-head.tsx";
import { LogRow, type LogRowProps, NoteRow } from "./log-row.tsx";
import { type ReadRow, ReadRows } from "./read-row.ts";
import { beginRow } from "./row-view.ts";
import { RowSlots } from "./row-window.ts";
import type { LogPaneState } from "./use-log-pane.ts";
import { useZoneName } from "./use-log-time.ts";
import { useScrolledRows } from "./use-scrolled-rows.ts";

/** The scrolled rows below the names of their columns. Renders those in view and reports the operator's scrolling. */
export function LogRows({
  pane: {
    scroller,
    topRow,
    store,
    drawn,
    sources,
    rowsTo,
    follow,
    find,
    position,
    preferences,
    highlighter,
    commands,
  },
  label,
  describeBegin,
  formatTime,
  hrefOfId,
}: {
  pane: LogPaneState;
  label: string;
  /** Text of the first row. */
  describeBegin: () => string;
} & Pick<LogRowProps, "formatTime" | "hrefOfId">) {
  useDrawnVersion(drawn);
  const isFlood = useDrawn(drawn, () => drawn.isFlood);
  // Only what was published: rows that arrive while text is being selected wait, whatever else is rendered.
  const view = rowsTo(follow.following ? drawn.endRow : follow.endRow);
  const { times } = preferences;
  const { expanded } = commands;
  const { content, from, to, heightPx, wrap, layout, scrolled } = useScrolledRows({
    scroller,
    topRow,
    view,
    follow,
    position,
    wrapsLines: preferences.wrap,
    hasExpandedRows: expanded.size > 0,
    isFlood,
  });
  /** Time of the line above, as far as it is rendered. */
  const timeBefore = (index: number) => {
    const row = times && preferences.deltas && index > 0 ? store.row(view.numberAt(index - 1)) : undefined;
    return row?.kind === "line" && !Number.isNaN(row.atMs) ? row.atMs : undefined;
  };
  const emphasisOf = (number: number) => {
    if (number === position.active.number) return "active";
    if (number === find.match) return "match";
    return number === position.pointed ? "pointed" : undefined;
  };
  const numbers: number[] = [];
  for (let index = from; index < to; index += 1) numbers.push(view.numberAt(index));
  // Both give the same for the same rows, however often they are called.
  const [{ cache, slots }] = useState(() => ({ cache: new ReadRows(), slots: new RowSlots() }));
  const rows = cache.read(store, numbers);
  const hasWriters = useHasWriters(store, rows, layout !== "narrow" && sources === undefined);
  slots.move(view.evictedRows + from, view.evictedRows + to);
  const zone = useZoneName(timeOfFirst(rows));
  const head = useRef<HTMLDivElement>(null);
  const headFollows = () => {
    const leftPx = scroller.current?.scrollLeft ?? 0;
    head.current?.style.setProperty("transform", leftPx === 0 ? "none" : `translateX(${-leftPx}px)`);
  };

  return (
    <>
      <LogHead
        ref={head}
        layout={layout}
        zone={zone}
        times={times}
        deltas={preferences.deltas}
        isMerged={sources !== undefined}
        hasWriters={hasWriters}
      />
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        onScroll={() => {
          headFollows();
          scrolled();
        }}
        className="focus-inset relative min-h-0 [contain:inline-size] flex-1 overflow-auto overscroll-contain font-mono text-label leading-[18px] [overflow-anchor:none]"
      >
        <div
          style={{ height: heightPx }}
          className={wrap ? "w-full overflow-clip" : "w-max min-w-full overflow-clip"}
        >
          <div ref={content} className={wrap ? "w-full" : "w-max min-w-full"}>
            {numbers.map((number, at) =>
              number === beginRow ? (
                <NoteRow key="begin" tone="calm" wrap={wrap}>
                  {describeBegin()}
                </NoteRow>
              ) : (
                <LogRow
                  key={slots.of(view.evictedRows + from + at)}
                  read={rows.get(number)}
                  number={number}
                  sources={sources}
                  matcher={find.matcher}
                  highlighter={highlighter}
                  rowEmphasis={emphasisOf(number)}
                  wrap={wrap}
                  layout={layout}
                  hasWriters={hasWriters}
                  times={times}
                  hasWrittenTimes={store.hasWrittenTimes}
                  beforeMs={timeBefore(from + at)}
                  expanded={expanded.has(number)}
                  onExpand={commands.expand}
                  formatTime={formatTime}
                  hrefOfId={hrefOfId}
                />
              ),
            )}
          </div>
        </div>
      </div>
    </>
  );
}

/** Time of the first drawn line that has one. */
function timeOfFirst(rows: ReadonlyMap<number, ReadRow>): number | undefined {
  for (const { row } of rows.values()) if (row.kind === "line" && !Number.isNaN(row.atMs)) return row.atMs;
  return undefined;
}

/** Whether one of the drawn lines named what wrote it. Stays so, that messages do not move while scrolling. */
function useHasWriters(store: LogStore, rows: ReadonlyMap<number, ReadRow>, isPossible: boolean): boolean {
  const [written, setWritten] = useState<LogStore>();
  const isNamed = (read: ReadRow) => read.kind === "line" && read.parts?.source !== undefined;
  if (isPossible && written !== store && [...rows.values()].some(isNamed)) setWritten(store);
  return isPossible && written === store;
}
