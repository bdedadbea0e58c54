"use client";

import clsx from "clsx";
import { ArrowDown } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { notify } from "@/components/ui/toast";
import { formatCount } from "@/lib/format/numbers";
import type { LogFeed } from "@/lib/live/log-feed";
import { emptyQuery, type LogQuery } from "@/lib/live/log-query";
import { FindBar } from "./find-bar.tsx";
import { LogRows, type Reveal } from "./log-rows.tsx";
import { downloadText, logFileName, logText } from "./log-text.ts";
import { LogToolbar } from "./log-toolbar.tsx";
import { viewRows } from "./row-view.ts";
import { beginWords, stateWords } from "./row-words.ts";
import { useFollow } from "./use-follow.ts";
import { useLogFeed } from "./use-log-feed.ts";
import { useLogSearch } from "./use-log-search.ts";
import type { FormatLogTime } from "./use-log-time.ts";
import { usePaneKeys } from "./use-pane-keys.ts";
import { changePanePreferences, usePanePreferences } from "./use-pane-preferences.ts";
import { useSelecting } from "./use-selecting.ts";

/** One log, live. It fills its parent's height; the parent decides how much that is. */
export function LogPane({
  title,
  subtitle,
  feed,
  formatTime,
  tools,
}: {
  title: string;
  subtitle?: ReactNode;
  /** A new object is another log: the pane starts anew. */
  feed: LogFeed;
  formatTime: FormatLogTime;
  /** More controls for the bar. */
  tools?: ReactNode;
}) {
  const pane = useRef<HTMLElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const topRow = useRef(0);
  const findInput = useRef<HTMLInputElement>(null);
  const pressed = useRef(false);
  const { store, version, state, redraw } = useLogFeed(feed, pressed);
  const { wrap, times } = usePanePreferences();
  const follow = useFollow(store);
  useSelecting(scroller, pressed, follow.pause);
  const [full, setFull] = useState(false);
  const [cleared, setCleared] = useState(false);
  const [finding, setFinding] = useState(false);
  const [query, setQuery] = useState<LogQuery>(emptyQuery);
  const [filter, setFilter] = useState(false);
  const [reveal, setReveal] = useState<Reveal>();
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set());
  const { matcher, search, fault } = useLogSearch(store, finding ? query : emptyQuery, version);
  const filtered = filter && search !== undefined;
  const view = viewRows(store, filtered ? search : undefined, follow.endRow);

  const expand = useCallback((number: number) => {
    setExpanded((before) => {
      const next = new Set(before);
      if (!next.delete(number)) next.add(number);
      return next;
    });
  }, []);

  const step = (by: 1 | -1) => {
    if (search === undefined || search.matchCount === 0) return;
    const count = search.matchCount;
    // The first step goes to a match in sight, where there is one.
    const at = search.matchesBefore(reveal?.number ?? topRow.current);
    const standing = reveal !== undefined && search.match(at) === reveal.number;
    const next = by === 1 ? (standing ? at + 1 : at) : at - 1;
    const number = search.match((next + count) % count);
    if (number === undefined) return;
    follow.pause();
    setReveal({ number });
  };

  const openFind = () => {
    setFinding(true);
    // Where it is open already, the effect below does not run.
    findInput.current?.select();
  };
  useEffect(() => {
    if (finding) findInput.current?.select();
  }, [finding]);

  const closeFind = () => {
    setFinding(false);
    setFilter(false);
    setReveal(undefined);
    scroller.current?.focus();
  };

  const toEnd = () => {
    setReveal(undefined);
    follow.resume();
  };
  const togglePause = () => (follow.following ? follow.pause() : toEnd());
  const toggleWrap = () => changePanePreferences({ wrap: !wrap });
  const toggleTimes = () => changePanePreferences({ times: !times });
  const toggleFull = () => setFull(!full);

  const clear = () => {
    store.clear();
    setCleared(true);
    setReveal(undefined);
    setExpanded(new Set());
    follow.resume();
    redraw();
  };

  // What is given away is all there is now, also what waits behind a pause.
  const everything = () =>
    logText(store, viewRows(store, filtered ? search : undefined, Number.POSITIVE_INFINITY), formatTime);
  const givenLines = filtered ? search.matchCount : store.lineCount;
  const lines = `${formatCount(givenLines)} ${filtered ? "matching " : ""}${givenLines === 1 ? "line" : "lines"}`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(everything().join(""));
      notify.done(`Copied ${lines}`);
    } catch {
      notify.failed("Not copied", "The browser refused access to the clipboard.");
    }
  };

  usePaneKeys(pane, {
    togglePause,
    openFind,
    toggleWrap,
    toggleTimes,
    toggleFull,
    step,
    toEnd,
    close() {
      if (finding) closeFind();
      else if (full) setFull(false);
      else return false;
      return true;
    },
  });

  const first = store.row(store.firstRow);
  const words = stateWords(state, follow.following);
  const beginsAtMs = state.beginsAt === null ? firstTime(first) : Date.parse(state.beginsAt);
  const begin = beginWords({ beginsAt: beginsAtMs, goneLines: store.goneLines, cleared }, formatTime);

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
        state={words}
        following={follow.following}
        finding={finding}
        wrap={wrap}
        times={times}
        full={full}
        lines={lines}
        actions={{
          togglePause,
          openFind: finding ? closeFind : openFind,
          toggleWrap,
          toggleTimes,
          toggleFull,
          clear,
          copy: () => void copy(),
          download: () => downloadText(logFileName(title), everything()),
        }}
      >
        {tools}
      </LogToolbar>
      {finding ? (
        <FindBar
          input={findInput}
          query={query}
          onQuery={(next) => {
            setQuery(next);
            setReveal(undefined);
          }}
          filter={filter}
          onFilter={setFilter}
          fault={fault}
          matchCount={search?.matchCount}
          position={positionOf(search, reveal)}
          searching={search !== undefined && !search.done}
          onStep={step}
          onClose={closeFind}
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
          reveal={reveal}
          expanded={expanded}
          store={store}
          matcher={matcher}
          wrap={wrap}
          times={times}
          onExpand={expand}
          formatTime={formatTime}
        />
        {state.log === "unavailable" && store.lineCount === 0 ? (
          <p className="absolute inset-x-0 top-1/3 px-6 text-center text-ink-2">
            This log cannot be read now. {state.reason}
          </p>
        ) : null}
        {follow.following ? null : (
          <Button
            size="sm"
            className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full! border-transparent! bg-warn-bg! text-warn! shadow-float"
            onClick={toEnd}
          >
            Paused · {formatCount(follow.waiting)} new
            <ArrowDown />
          </Button>
        )}
      </div>
    </section>
  );
}

function firstTime(row: ReturnType<Parameters<typeof viewRows>[0]["row"]>): number | undefined {
  return row?.kind === "line" && !Number.isNaN(row.atMs) ? row.atMs : undefined;
}

function positionOf(search: Parameters<typeof viewRows>[1], reveal: Reveal | undefined): number | undefined {
  if (search === undefined || reveal === undefined) return undefined;
  return search.matchesBefore(reveal.number) + 1;
}
