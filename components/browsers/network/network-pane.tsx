"use client";

import { type ReactNode, useEffect, useId, useRef } from "react";
import { EmptyNote, FeedFaultNote, LostLine } from "@/components/log-pane/pane-notes";
import { lostLineMessages } from "@/components/log-pane/row-messages";
import { ToEndButton } from "@/components/log-pane/to-end-button";
import { type FormatLogTime, useZoneName } from "@/components/log-pane/use-log-time";
import type { LockedPane } from "@/components/log-pane/use-time-lock";
import { Button } from "@/components/ui/button";
import { saveFile } from "@/components/ui/save-file";
import { formatCount } from "@/lib/format/numbers";
import type { LineName } from "@/lib/live/line-hash";
import type { LogFeed } from "@/lib/live/log-feed";
import { harOf } from "@/lib/telemetry/har";
import { maxRequests } from "@/lib/telemetry/network-log";
import { NetworkDetails } from "./network-details.tsx";
import { networkKeys } from "./network-keys.ts";
import { networkPaneTexts } from "./network-messages.ts";
import { NetworkTable } from "./network-table.tsx";
import { NetworkFind, NetworkToolbar } from "./network-toolbar.tsx";
import { filterMessage, noFilter } from "./request-filter.ts";
import { type NetworkPaneState, useNetworkPane } from "./use-network-pane.ts";

export interface NetworkPaneProps {
  title: string;
  subtitle?: ReactNode;
  /** The feed of a `telemetry:` topic. A new object is another browser's. */
  feed: LogFeed;
  /** Whether its browser is known to have ended: then the stored requests stay where they are when it comes back. */
  hasEnded?: boolean;
  formatTime: FormatLogTime;
  /** Additional toolbar controls. */
  tools?: ReactNode;
  /** Additional items of its menu. */
  menu?: ReactNode;
  onClose?: (() => void) | undefined;
  /** The event of a request that a link points at. */
  target?: LineName | undefined;
  /** Whether failed requests alone are shown at first. */
  failedOnly?: boolean;
  /** The absolute URL of a request by its first event. */
  permalinkOf: (line: LineName) => string;
  timeLock?: LockedPane | undefined;
  /** Why there may be no request, shown while there is none. */
  emptyNote?: ReactNode;
  /** Name of exported files, without extension. */
  fileName: string;
}

/** The requests of a browser, live or stored, with the details of one. It fills its parent's height. */
export function NetworkPane({
  title,
  subtitle,
  feed,
  formatTime,
  tools,
  menu,
  onClose,
  ...props
}: NetworkPaneProps) {
  const { hasEnded = false, target, failedOnly = false, permalinkOf, timeLock, emptyNote, fileName } = props;
  const id = useId();
  const pane = useNetworkPane({ feed, hasEnded, target, failedOnly, timeLock });
  const { log, state, shown, filter, active, rows } = pane;
  const findInput = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (pane.isFindOpen) findInput.current?.focus();
  }, [pane.isFindOpen]);
  const exportHar = () =>
    saveFile(new Blob([JSON.stringify(harOf(shown))], { type: "application/json" }), `${fileName}.har`);
  const firstMs = log.requests[0]?.startMs;
  const rowsBox = () => rows.table.current;

  return (
    <section
      aria-label={networkPaneTexts.log(title)}
      data-time-locked={timeLock && (pane.pointedSeq === undefined ? "active" : "pointed")}
      className="flex min-h-0 min-w-0 flex-1 flex-col bg-bg"
      onKeyDown={networkKeys(pane)}
    >
      <NetworkToolbar
        title={title}
        subtitle={subtitle}
        state={state}
        filter={filter}
        formatTime={formatTime}
        following={pane.following}
        counts={{ shown: shown.length, all: log.requests.length, failed: pane.totals.failed }}
        types={pane.totals.types}
        find={{ isOpen: pane.isFindOpen, toggle: pane.isFindOpen ? pane.closeFind : pane.openFind }}
        onFilter={pane.setFilter}
        onExport={exportHar}
        menu={menu}
        onClose={onClose}
      >
        {tools}
      </NetworkToolbar>
      {pane.isFindOpen ? (
        <NetworkFind
          input={findInput}
          text={filter.text}
          onText={(text) => pane.setFilter({ ...filter, text })}
          onClose={pane.closeFind}
        />
      ) : null}
      {pane.isLost && target !== undefined ? (
        <LostLine
          message={lostLineMessages(target.at, firstMs, formatTime)}
          onClose={pane.dismissLost}
          onGone={rowsBox}
        />
      ) : null}
      <FeedFaultNote fault={state.fault} onRetry={feed.retry} />
      <div className="relative flex min-h-0 flex-1 flex-col">
        <NetworkTable
          id={id}
          label={networkPaneTexts.requestsOf(title)}
          rows={rows}
          formatTime={formatTime}
          entries={pane.entries}
          latestMs={log.latestMs}
          activeSeq={active?.seq}
          pointedSeq={pane.pointedSeq}
          momentMs={pane.moment?.atMs}
          onSelect={pane.open}
        />
        <Notes pane={pane} emptyNote={emptyNote} />
      </div>
      {pane.isOpen && active !== undefined ? (
        <NetworkDetails
          key={active.seq}
          request={active}
          linkOf={() => {
            const name = log.nameOf(active);
            return name && permalinkOf(name);
          }}
          onClose={pane.closeDetails}
          formatTime={formatTime}
        />
      ) : null}
      <Footer pane={pane} />
    </section>
  );
}

/** Over the rows: why there is none. */
function Notes({ pane, emptyNote }: { pane: NetworkPaneState; emptyNote: ReactNode }) {
  const { log, state, shown, filter } = pane;
  return (
    <>
      {log.requests.length === 0 && log.droppedCount === 0 ? (
        <EmptyNote state={state} note={emptyNote} />
      ) : null}
      {log.requests.length > 0 && shown.length === 0 ? (
        <div className="absolute inset-x-0 top-1/4 grid justify-items-center gap-3 px-6 text-center text-ink-2">
          <p>{networkPaneTexts.noRequestMatches(filterMessage(filter))}</p>
          <Button onClick={() => pane.setFilter(noFilter)}>{networkPaneTexts.showAllRequests}</Button>
        </div>
      ) : null}
    </>
  );
}

/** How many requests are held, the zone of their times, and the way back to the newest. */
function Footer({ pane: { log, following, isLive, toEnd, rows } }: { pane: NetworkPaneState }) {
  const count = log.requests.length;
  const zone = useZoneName(count === 0 ? undefined : log.latestMs);
  return (
    <footer className="flex h-7 items-center gap-2 border-t border-line pr-2 pl-3 text-caption text-ink-3">
      <span className="min-w-0 truncate">
        {networkPaneTexts.shownOfUpTo({ shown: formatCount(count), most: formatCount(maxRequests), count })}
        {log.droppedCount === 0 ? null : (
          <span className="text-warn">{networkPaneTexts.olderDropped(formatCount(log.droppedCount))}</span>
        )}
        {zone === undefined ? null : ` · ${zone}`}
      </span>
      <span className="flex-1" />
      {following || !isLive ? null : <ToEndButton onUse={toEnd} onGone={() => rows.table.current} />}
    </footer>
  );
}
