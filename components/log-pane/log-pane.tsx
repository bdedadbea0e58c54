"use client";

import clsx from "clsx";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import { formatCount } from "@/lib/format/numbers";
import type { LineName } from "@/lib/live/line-hash";
import type { LogFeed } from "@/lib/live/log-feed";
import { readRules } from "@/lib/live/log-highlights";
import { FindBar } from "./find-bar.tsx";
import { HighlightsButton } from "./highlights-button.tsx";
import { LevelsMenu } from "./levels-menu.tsx";
import { LogRows } from "./log-rows.tsx";
import { LogToolbar } from "./log-toolbar.tsx";
import { PaneFooter } from "./pane-footer.tsx";
import { LostLine, NothingPasses, PausedButton } from "./pane-notes.tsx";
import { viewRows } from "./row-view.ts";
import { rowPx } from "./row-window.ts";
import { beginWords, lostLineWords, rowWords, stateWords } from "./row-words.ts";
import { useFollow } from "./use-follow.ts";
import { useLogFeed } from "./use-log-feed.ts";
import type { FormatLogTime } from "./use-log-time.ts";
import { usePaneCopy } from "./use-pane-copy.ts";
import { usePaneFind } from "./use-pane-find.ts";
import { usePaneKeys } from "./use-pane-keys.ts";
import { usePanePlace } from "./use-pane-place.ts";
import { usePanePreferences } from "./use-pane-preferences.ts";
import { useSelecting } from "./use-selecting.ts";
import type { LockedPane } from "./use-time-lock.ts";

export interface LogPaneProps {
  title: string;
  subtitle?: ReactNode;
  /** A new object is another log: the pane starts anew. */
  feed: LogFeed;
  formatTime: FormatLogTime;
  /** More controls for the bar. */
  tools?: ReactNode;
  /** The line a link means: it is looked for once what the log keeps is here. */
  target?: LineName | undefined;
  /** The absolute address of a line; absent: lines have none. */
  permalinkOf?: ((line: LineName) => string) | undefined;
  /** Moves with other views of the same time. */
  timeLock?: LockedPane | undefined;
}

const readyWithinRows = 5_000;

/** One log, live. It fills its parent's height; the parent decides how much that is. */
export function LogPane({
  title,
  subtitle,
  feed,
  formatTime,
  tools,
  target,
  permalinkOf,
  timeLock,
}: LogPaneProps) {
  const pane = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const topRow = useRef(0);
  const pressed = useRef(false);
  const { store, version, state, redraw } = useLogFeed(feed, pressed);
  const { wrap, times, deltas, rules, change: prefer } = usePanePreferences();
  const highlighter = useMemo(() => readRules(rules), [rules]);
  const follow = useFollow(store);
  useSelecting(scroller, pressed, follow.pause);
  const [full, setFull] = useState(false);
  const [cleared, setCleared] = useState(false);
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set());
  const find = usePaneFind(store, version);
  const { search, shown, match } = find;
  const rowsTo = (endRow: number) => viewRows(store, shown, endRow);
  const view = rowsTo(follow.endRow);
  const place = usePanePlace({ store, state, rowsTo, follow, scroller, topRow, target, timeLock });
  const { active, pointed, lost } = place;

  const expand = useCallback((number: number) => {
    setExpanded((before) => {
      const next = new Set(before);
      if (!next.delete(number)) next.add(number);
      return next;
    });
  }, []);

  const step = (by: 1 | -1) => {
    const number = find.beside(by, topRow.current);
    if (number === undefined) return;
    follow.pause();
    find.setMatch(number);
    place.goTo(number);
  };
  const rowsBox = () => scroller.current;
  const closeFind = () => {
    find.close();
    scroller.current?.focus();
  };
  const toEnd = () => {
    find.setMatch(undefined);
    place.leave();
    follow.resume();
  };
  const clear = () => {
    store.clear();
    setCleared(true);
    setExpanded(new Set());
    toEnd();
    redraw();
  };
  const togglePause = () => (follow.following ? follow.pause() : toEnd());
  const toggleWrap = () => prefer({ wrap: !wrap });
  const toggleTimes = () => prefer({ times: !times });
  const toggleDeltas = () => prefer({ deltas: !deltas });
  const toggleFull = () => setFull(!full);

  const givenLines = shown === undefined ? store.lineCount : shown.matchCount;
  const lines = `${formatCount(givenLines)} ${shown === undefined ? "" : "matching "}${givenLines === 1 ? "line" : "lines"}`;
  const copy = usePaneCopy({
    title,
    lines,
    store,
    // What is given away is all there is now, also what waits behind a pause.
    all: () => rowsTo(Number.POSITIVE_INFINITY),
    // Behind by a few lines of a busy log is as good as there.
    ready: shown === undefined || shown.unreadRows < readyWithinRows,
    sources: feed.sources,
    formatTime,
    permalinkOf,
  });
  const atActive = (act: ((number: number) => void) | undefined) => () => {
    if (active.number !== undefined) act?.(active.number);
  };

  usePaneKeys(pane, {
    togglePause,
    openFind: find.show,
    toggleWrap,
    toggleTimes,
    toggleFull,
    step,
    toEnd,
    toFirst: active.toFirst,
    walk: active.walk,
    page: (by) => {
      const rows = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowPx) - 1);
      active.walk(by * rows);
    },
    expand: atActive(expand),
    copyLine: atActive(copy.line),
    copyLink: atActive(copy.link),
    close() {
      if (find.open) closeFind();
      else if (active.number !== undefined) active.leave();
      else if (full) setFull(false);
      else return false;
      return true;
    },
  });

  const first = store.row(store.firstRow);
  const firstMs = first?.kind === "line" && !Number.isNaN(first.atMs) ? first.atMs : undefined;
  const beginsAt = state.beginsAt === null ? firstMs : Date.parse(state.beginsAt);
  const begin = beginWords({ beginsAt, goneLines: store.goneLines, cleared }, formatTime);
  const stanceOf = (number: number) => {
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
        state={stateWords(state, follow.following)}
        following={follow.following}
        finding={find.open}
        wrap={wrap}
        times={times}
        deltas={deltas}
        full={full}
        lines={lines}
        filters={
          <>
            <LevelsMenu levels={find.levels} counts={store.levelCounts} onLevels={find.setLevels} />
            <HighlightsButton />
          </>
        }
        actions={{
          togglePause,
          openFind: find.open ? closeFind : find.show,
          toggleWrap,
          toggleTimes,
          toggleDeltas,
          toggleFull,
          clear,
          copy: copy.all,
          download: copy.download,
        }}
      >
        {tools}
      </LogToolbar>
      {find.open ? (
        <FindBar
          input={find.input}
          query={find.query}
          onQuery={find.setQuery}
          filter={find.only}
          onFilter={find.setOnly}
          fault={find.fault}
          matchCount={search?.matchCount}
          position={find.position}
          searching={search !== undefined && !search.done}
          onStep={step}
          onClose={closeFind}
        />
      ) : null}
      {lost.lost && target !== undefined ? (
        <LostLine
          words={lostLineWords(target.at, beginsAt, formatTime)}
          onClose={lost.forget}
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
          onScrollTo={place.lead}
          reveal={place.reveal}
          stanceOf={stanceOf}
          expanded={expanded}
          store={store}
          sources={feed.sources}
          matcher={find.matcher}
          highlighter={highlighter}
          wrap={wrap}
          times={times}
          deltas={deltas && times}
          onExpand={expand}
          formatTime={formatTime}
        />
        {state.log === "unavailable" && store.lineCount === 0 ? (
          <p className="absolute inset-x-0 top-1/3 px-6 text-center text-ink-2">
            This log cannot be read now. {state.reason}
          </p>
        ) : null}
        {shown?.done && shown.matchCount === 0 && store.lineCount > 0 ? (
          <NothingPasses because={find.hiding} onClear={find.showAll} onGone={rowsBox} />
        ) : null}
        {follow.following ? null : (
          <PausedButton waiting={follow.waiting} onResume={toEnd} onGone={rowsBox} />
        )}
      </div>
      <PaneFooter
        lineCount={store.lineCount}
        bytes={store.bytes}
        goneLines={store.goneLines}
        bounds={store.bounds}
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
        {activeRow === undefined ? "" : rowWords(activeRow, feed.sources, formatTime)}
      </span>
    </section>
  );
}
