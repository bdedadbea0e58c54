"use client";

import clsx from "clsx";
import { type ReactNode, useRef } from "react";
import type { LineName } from "@/lib/live/line-hash";
import type { NamedId } from "@/lib/live/line-ids";
import type { FeedState, LogFeed } from "@/lib/live/log-feed";
import type { LogStore } from "@/lib/live/log-store";
import { useDrawn } from "./drawn-state.ts";
import { DuringButton } from "./during-button.tsx";
import { FindBar } from "./find-bar.tsx";
import { LevelsMenu } from "./levels-menu.tsx";
import { logPaneTexts } from "./log-pane-on-demand-messages.ts";
import { LogRows } from "./log-rows.tsx";
import { LogToolbar } from "./log-toolbar.tsx";
import { PaneFooter } from "./pane-footer.tsx";
import { FeedFaultNote, LostLine, RowNotes } from "./pane-notes.tsx";
import { formatLogStart, lostLineMessages, rowLabel } from "./row-messages.ts";
import { useLogPane } from "./use-log-pane.ts";
import type { FormatLogTime } from "./use-log-time.ts";
import type { PaneDuring } from "./use-pane-find.ts";
import { usePaneKeys } from "./use-pane-keys.ts";
import type { LockedPane } from "./use-time-lock.ts";

export interface LogPaneProps {
  /** Id of the browser or invocation that the log is of; a downloaded file is named after it. */
  ofId: string;
  title: string;
  subtitle?: ReactNode;
  /** A new object is another log: the pane is reset. */
  feed: LogFeed;
  formatTime: FormatLogTime;
  /** Additional toolbar controls. */
  tools?: ReactNode;
  /** Additional items of its menu. */
  menu?: ReactNode;
  /** Closes the pane; absent: it stays. */
  onClose?: (() => void) | undefined;
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
  /** Why there may be no line, shown while there is none. */
  emptyNote?: ReactNode;
}

/** One log, live or stored. It fills its parent's height. */
export function LogPane({
  ofId,
  title,
  subtitle,
  feed,
  formatTime,
  tools,
  menu,
  onClose,
  hrefOfId,
  emptyNote,
  ...options
}: LogPaneProps) {
  const { target, permalinkOf, timeLock, during } = options;
  const box = useRef<HTMLElement>(null);
  const pane = useLogPane({ ofId, title, feed, formatTime, target, permalinkOf, timeLock, during });
  const { store, state, drawn, find, commands, copy } = pane;
  const { active, linkedLine } = pane.position;

  const { number } = active;
  const activeRow = number === undefined ? undefined : store.row(number);
  const line =
    number === undefined || activeRow === undefined
      ? undefined
      : {
          expand: () => commands.expand(number),
          copy: () => copy.line(number),
          link: copy.link && (() => copy.link?.(number)),
          leave: active.leave,
        };
  usePaneKeys(box, {
    ...commands,
    openFind: find.show,
    toFirst: active.toFirst,
    move: active.move,
    expand: () => line?.expand(),
    copyLine: () => line?.copy(),
    copyLink: () => line?.link?.(),
  });

  const rowsBox = () => pane.scroller.current;
  const isLost = linkedLine.lost && target !== undefined;
  const beginsAt = useDrawn(drawn, () => (isLost ? beginningOf(store, state) : undefined));
  const describeBegin = () => {
    const { evictedLineCount } = store;
    return formatLogStart(
      {
        beginsAt: beginningOf(store, state),
        evictedLineCount,
        cleared: commands.cleared,
        deletedLineCount: state.deletedLines,
        log: state.log,
      },
      formatTime,
    );
  };
  return (
    <section
      ref={box}
      aria-label={logPaneTexts.log(title)}
      data-time-locked={timeLock && (pane.position.pointed === undefined ? "active" : "pointed")}
      className={clsx(
        "flex min-h-0 min-w-0 flex-1 flex-col bg-bg",
        commands.full && "fixed inset-0 z-40 animate-enter",
      )}
    >
      <LogToolbar
        pane={pane}
        formatTime={formatTime}
        title={title}
        subtitle={subtitle}
        menu={menu}
        onClose={onClose}
        filters={
          <>
            {during === undefined ? null : <DuringButton during={during} onGone={rowsBox} />}
            <LevelsMenu store={store} drawn={drawn} levels={find.levels} onLevels={find.setLevels} />
          </>
        }
      >
        {tools}
      </LogToolbar>
      {find.open ? <FindBar find={find} onStep={commands.step} onClose={commands.closeFind} /> : null}
      {isLost ? (
        <LostLine
          message={lostLineMessages(target.at, beginsAt, formatTime)}
          onClose={linkedLine.dismiss}
          onGone={rowsBox}
        />
      ) : null}
      <FeedFaultNote fault={state.fault} onRetry={feed.retry} />
      <div className="relative flex min-h-0 flex-1 flex-col">
        <LogRows
          pane={pane}
          label={logPaneTexts.linesOf(title)}
          describeBegin={describeBegin}
          formatTime={formatTime}
          hrefOfId={hrefOfId}
        />
        <RowNotes pane={pane} emptyNote={emptyNote} onGone={rowsBox} />
      </div>
      <PaneFooter pane={pane} describeBegin={describeBegin} onGone={rowsBox} line={line} />
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
