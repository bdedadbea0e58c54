"use client";

import clsx from "clsx";
import { type ReactNode, useMemo, useRef } from "react";
import { formatCount } from "@/lib/format/numbers";
import type { LineName } from "@/lib/live/line-hash";
import type { NamedId } from "@/lib/live/line-ids";
import type { FeedState, LogFeed } from "@/lib/live/log-feed";
import { readRules } from "@/lib/live/log-highlights";
import type { LogStore } from "@/lib/live/log-store";
import { DuringButton } from "./during-button.tsx";
import { FindBar } from "./find-bar.tsx";
import { HighlightsButton } from "./highlights-button.tsx";
import { LevelsMenu } from "./levels-menu.tsx";
import { LogRows } from "./log-rows.tsx";
import { LogToolbar } from "./log-toolbar.tsx";
import { PaneFooter } from "./pane-footer.tsx";
import { LostLine, RowNotes } from "./pane-notes.tsx";
import { formatLogStart, formatPaneState, lostLineMessages, rowLabel } from "./row-messages.ts";
import { viewRows } from "./row-view.ts";
import { useFollow } from "./use-follow.ts";
import { useLogFeed } from "./use-log-feed.ts";
import type { FormatLogTime } from "./use-log-time.ts";
import { usePaneCommands } from "./use-pane-commands.ts";
import { usePaneCopy } from "./use-pane-copy.ts";
import { type PaneDuring, usePaneFind } from "./use-pane-find.ts";
import { usePaneKeys } from "./use-pane-keys.ts";
import { usePanePosition } from "./use-pane-position.ts";
import { usePanePreferences } from "./use-pane-preferences.ts";
import { useSelecting } from "./use-selecting.ts";
import type { LockedPane } from "./use-time-lock.ts";

export interface LogPaneProps {
  title: string;
  subtitle?: ReactNode;
  /** A new object is another log: the pane is reset. */
  feed: LogFeed;
  formatTime: FormatLogTime;
  /** Additional toolbar controls. */
  tools?: ReactNode;
  /** The line a link points at: searched for once the buffered history has loaded. */
  target?: LineName | undefined;
  /** The absolute URL of a line; absent: lines have none. */
  permalinkOf?: ((line: LineName) => string) | undefined;
  /** The address of an id that a line names; absent: ids are plain text. */
  hrefOfId?: ((id: NamedId) => string) | undefined;
  /** Synchronises the position with other views by time. */
  timeLock?: LockedPane | undefined;
  /** Limits the pane to a time. */
  during?: PaneDuring | undefined;
}

const readyWithinRows = 5_000;

/** One live log. It fills its parent's height. */
export function LogPane({
  title,
  subtitle,
  feed,
  formatTime,
  tools,
  target,
  permalinkOf,
  hrefOfId,
  timeLock,
  during,
}: LogPaneProps) {
  const pane = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const topRow = useRef(0);
  const pressed = useRef(false);
  const { store, version, state, redraw } = useLogFeed(feed, pressed);
  const preferences = usePanePreferences();
  const { wrap, times, deltas, rules } = preferences;
  const highlighter = useMemo(() => readRules(rules), [rules]);
  const follow = useFollow(store);
  useSelecting(scroller, pressed, follow.pause);
  const find = usePaneFind(store, version, during);
  const { shown, match } = find;
  const rowsTo = (endRow: number) => viewRows(store, shown, endRow);
  const view = rowsTo(follow.endRow);
  const position = usePanePosition({ store, state, rowsTo, follow, scroller, topRow, target, timeLock });
  const { active, pointed, linkedLine } = position;

  const commands = usePaneCommands({ store, redraw, scroller, topRow, follow, find, position, preferences });
  const { full, expanded, expand, step, closeFind, toEnd } = commands;
  const rowsBox = () => scroller.current;

  const givenLines = shown === undefined ? store.lineCount : shown.matchCount;
  const lines = `${formatCount(givenLines)} ${shown === undefined ? "" : "matching "}${givenLines === 1 ? "line" : "lines"}`;
  const copy = usePaneCopy({
    title,
    lines,
    store,
    // Copies and downloads include all rows, also those waiting behind a pause.
    all: () => rowsTo(Number.POSITIVE_INFINITY),
    // A few unsearched lines of a busy log count as ready.
    ready: shown === undefined || shown.unreadRows < readyWithinRows,
    sources: feed.sources,
    formatTime,
    permalinkOf,
  });
  const atActive = (act: ((number: number) => void) | undefined) => () => {
    if (active.number !== undefined) act?.(active.number);
  };

  usePaneKeys(pane, {
    ...commands,
    openFind: find.show,
    toFirst: active.toFirst,
    move: active.move,
    expand: atActive(expand),
    copyLine: atActive(copy.line),
    copyLink: atActive(copy.link),
  });

  const beginsAt = beginningOf(store, state);
  const { evictedLineCount } = store;
  const begin = formatLogStart({ beginsAt, evictedLineCount, cleared: commands.cleared }, formatTime);
  const rowEmphasisOf = (number: number) => {
    if (number === active.number) return "active";
    if (number === match) return "match";
    return number === pointed ? "pointed" : undefined;
  };
  const activeRow = active.number === undefined ? undefined : store.row(active.number);

  return (
    <section
      ref={pane}
      aria-label={`Log ${title}`}
      className={clsx(
        "flex min-h-0 min-w-0 flex-1 flex-col bg-bg",
        full && "fixed inset-0 z-40 animate-enter",
      )}
    >
      <LogToolbar
        title={title}
        subtitle={subtitle}
        state={formatPaneState(state, follow.following)}
        following={follow.following}
        finding={find.open}
        wrap={wrap}
        times={times}
        deltas={deltas}
        full={full}
        lines={lines}
        filters={
          <>
            {during === undefined ? null : <DuringButton during={during} onGone={rowsBox} />}
            <LevelsMenu levels={find.levels} counts={store.levelCounts} onLevels={find.setLevels} />
            <HighlightsButton />
          </>
        }
        actions={{
          ...commands,
          openFind: find.open ? closeFind : find.show,
          copy: copy.all,
          download: copy.download,
        }}
      >
        {tools}
      </LogToolbar>
      {find.open ? <FindBar find={find} onStep={step} onClose={closeFind} /> : null}
      {linkedLine.lost && target !== undefined ? (
        <LostLine
          message={lostLineMessages(target.at, beginsAt, formatTime)}
          onClose={linkedLine.dismiss}
          onGone={rowsBox}
        />
      ) : null}
      <div className="relative flex min-h-0 flex-1 flex-col">
        <LogRows
          scroller={scroller}
          topRow={topRow}
          label={`Lines of ${title}`}
          view={view}
          begin={begin}
          following={follow.following}
          onPause={follow.pause}
          onReachEnd={follow.readOn}
          onScrollTo={position.lead}
          reveal={position.reveal}
          rowEmphasisOf={rowEmphasisOf}
          expanded={expanded}
          store={store}
          sources={feed.sources}
          matcher={find.matcher}
          highlighter={highlighter}
          wrap={wrap}
          times={times}
          hasWrittenTimes={store.hasWrittenTimes}
          deltas={deltas && times}
          onExpand={expand}
          formatTime={formatTime}
          hrefOfId={hrefOfId}
        />
        <RowNotes state={state} store={store} find={find} follow={follow} onResume={toEnd} onGone={rowsBox} />
      </div>
      <PaneFooter
        lineCount={store.lineCount}
        bytes={store.bytes}
        evictedLineCount={evictedLineCount}
        bounds={store.bounds}
        hasWrittenTimes={store.hasWrittenTimes}
        aheadMs={store.aheadMs}
        begin={begin}
        onGone={rowsBox}
        line={
          activeRow === undefined
            ? undefined
            : {
                expand: atActive(expand),
                copy: atActive(copy.line),
                link: copy.link && atActive(copy.link),
                leave: active.leave,
              }
        }
      />
      <span aria-live="polite" className="sr-only">
        {activeRow === undefined ? "" : rowLabel(activeRow, feed.sources, formatTime)}
      </span>
    </section>
  );
}

/** When the buffered lines begin, epoch milliseconds: as the feed reports, or the time of the first line. */
function beginningOf(store: LogStore, { beginsAt }: FeedState): number | undefined {
  if (beginsAt !== null) return Date.parse(beginsAt);
  const first = store.row(store.firstRow);
  return first?.kind === "line" && !Number.isNaN(first.atMs) ? first.atMs : undefined;
}
