"use client";

import { useMemo, useRef } from "react";
import type { LineName } from "@/lib/live/line-hash";
import type { LogFeed } from "@/lib/live/log-feed";
import { readRules } from "@/lib/live/log-highlights";
import { formatLineCount } from "./log-pane-on-demand-messages.ts";
import { viewRows } from "./row-view.ts";
import { useFollow } from "./use-follow.ts";
import { useLogFeed } from "./use-log-feed.ts";
import type { FormatLogTime } from "./use-log-time.ts";
import { usePaneCommands } from "./use-pane-commands.ts";
import { usePaneCopy } from "./use-pane-copy.ts";
import { type PaneDuring, usePaneFind } from "./use-pane-find.ts";
import { usePanePosition } from "./use-pane-position.ts";
import { useHighlightRules, usePanePreferences } from "./use-pane-preferences.ts";
import { useSelecting } from "./use-selecting.ts";
import type { LockedPane } from "./use-time-lock.ts";

const readyWithinRows = 5_000;

/** What a pane shows and how that is changed: the parts of a pane are drawn from it. */
export function useLogPane({
  ofId,
  title,
  feed,
  formatTime,
  target,
  permalinkOf,
  timeLock,
  during,
}: {
  ofId: string;
  title: string;
  feed: LogFeed;
  formatTime: FormatLogTime;
  target: LineName | undefined;
  permalinkOf: ((line: LineName) => string) | undefined;
  timeLock: LockedPane | undefined;
  during: PaneDuring | undefined;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const topRow = useRef(0);
  const pressed = useRef(false);
  const { store, state, drawn, redraw } = useLogFeed(feed, pressed);
  const preferences = usePanePreferences();
  const [rules] = useHighlightRules();
  const highlighter = useMemo(() => readRules(rules), [rules]);
  const follow = useFollow(store, drawn, redraw);
  useSelecting(scroller, pressed, follow.hold);
  const find = usePaneFind(store, drawn, during);
  const { shown } = find;
  const rowsTo = (endRow: number) => viewRows(store, shown, endRow);
  const position = usePanePosition({
    store,
    drawn,
    state,
    rowsTo,
    follow,
    scroller,
    topRow,
    target,
    timeLock,
  });
  const commands = usePaneCommands({ store, redraw, scroller, topRow, follow, find, position, preferences });

  /** How many lines copies and downloads include. */
  const lineCount = () => (shown === undefined ? store.lineCount : shown.matchCount);
  const copy = usePaneCopy({
    ofId,
    title,
    describeLines: () => formatLineCount(lineCount(), shown !== undefined),
    store,
    // Copies and downloads include all rows, also those waiting behind a pause.
    all: () => rowsTo(Number.POSITIVE_INFINITY),
    // A few unsearched lines of a busy log count as ready.
    isReady: () => shown === undefined || shown.unreadRows < readyWithinRows,
    sources: feed.sources,
    formatTime,
    permalinkOf,
  });
  return {
    /** The scrolled element, and the number of the row at the top of its window. */
    scroller,
    topRow,
    store,
    state,
    drawn,
    preferences,
    rules,
    highlighter,
    follow,
    find,
    position,
    commands,
    lineCount,
    copy,
    rowsTo,
    sources: feed.sources,
  };
}

export type LogPaneState = ReturnType<typeof useLogPane>;
