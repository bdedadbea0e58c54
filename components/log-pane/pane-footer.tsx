"use client";

import { Copy, Info, Link2, UnfoldVertical, X } from "lucide-react";
import type { ReactElement } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { liveBounds } from "@/lib/bff/live";
import { formatAge } from "@/lib/format/duration";
import { formatBytes, formatCount } from "@/lib/format/numbers";
import type { LogStore } from "@/lib/live/log-store";
import { type DrawnState, useDrawnVersion } from "./drawn-state.ts";
import { paneFooterTexts } from "./log-pane-on-demand-messages.ts";
import { ToEndButton } from "./to-end-button.tsx";
import type { LogPaneState } from "./use-log-pane.ts";

/** Actions on the active row. */
export interface LineActions {
  readonly expand: () => void;
  readonly copy: () => void;
  /** Absent: lines have no URLs in this pane. */
  readonly link: (() => void) | undefined;
  readonly leave: () => void;
}

/** Clocks of two machines differ by less. */
const aheadFromMs = 60_000;
const isAhead = ({ aheadMs }: LogStore) => aheadMs >= aheadFromMs;

/** Below the rows: buffer size and limit, the way to the end of a paused pane, and the actions of the active row. */
export function PaneFooter({
  pane,
  describeBegin,
  onGone,
  line,
}: {
  pane: LogPaneState;
  /** Where the buffered lines begin. */
  describeBegin: () => string;
  /** Receives the focus once the row actions or the way to the end disappear. */
  onGone: () => Element | null;
  line: LineActions | undefined;
}) {
  const { store, drawn, state, follow } = pane;
  const focusHandoffRef = useFocusHandoff(onGone);
  return (
    <footer className="@container border-t border-line text-caption text-ink-3">
      <div className="flex h-7 items-center gap-2 pr-2 pl-3">
        <BufferSize store={store} drawn={drawn} />
        <Popover
          label={paneFooterTexts.aboutThisLog}
          className="w-80 p-3"
          trigger={
            <IconButton label={paneFooterTexts.aboutThisLog} size="icon-sm">
              <Info />
            </IconButton>
          }
        >
          <BufferDetails
            store={store}
            drawn={drawn}
            isStored={state.stored !== undefined}
            describeBegin={describeBegin}
          />
        </Popover>
        <span className="flex-1" />
        {follow.following ? null : <ToEnd pane={pane} onGone={onGone} />}
        {line === undefined ? (
          <span className="hidden whitespace-nowrap @lg:inline">{paneFooterTexts.selectALine}</span>
        ) : (
          <fieldset ref={focusHandoffRef} aria-label={paneFooterTexts.thisLine} className="flex items-center">
            <Act label={paneFooterTexts.unfold} keys="Enter" onUse={line.expand} icon={<UnfoldVertical />} />
            <Act label={paneFooterTexts.copyLine} keys="c" onUse={line.copy} icon={<Copy />} />
            {line.link === undefined ? null : (
              <Act label={paneFooterTexts.copyLink} keys="l" onUse={line.link} icon={<Link2 />} />
            )}
            <IconButton label={paneFooterTexts.deselectLine} size="icon-sm" onClick={line.leave}>
              <X />
            </IconButton>
          </fieldset>
        )}
      </div>
    </footer>
  );
}

/** Of a paused pane; the lines of a stored log were not waited for. */
function ToEnd({
  pane: { state, drawn, follow, commands },
  onGone,
}: {
  pane: LogPaneState;
  onGone: () => Element | null;
}) {
  useDrawnVersion(drawn);
  const waiting = state.stored === undefined ? follow.countWaiting() : 0;
  return <ToEndButton waiting={waiting} onUse={commands.toEnd} onGone={onGone} />;
}

function BufferSize({ store, drawn }: { store: LogStore; drawn: DrawnState }) {
  useDrawnVersion(drawn);
  const { lineCount, bytes, evictedLineCount, bounds, hasWrittenTimes, aheadMs } = store;
  return (
    <span className="min-w-0 truncate">
      {formatCount(lineCount)}
      <span className="@md:hidden">{paneFooterTexts.lineOrLines(lineCount)}</span>
      <span className="hidden @md:inline">{paneFooterTexts.ofUpToLines(formatCount(bounds.lines))}</span>
      <span className="hidden @xs:inline">, {formatBytes(bytes)}</span>
      <span className="hidden @2xl:inline">{paneFooterTexts.ofUpToBytes(formatBytes(bounds.bytes))}</span>
      <span className="hidden @xs:inline">{paneFooterTexts.ofText}</span>
      {evictedLineCount === 0 ? null : (
        <span className="text-warn">{paneFooterTexts.dropped(formatCount(evictedLineCount))}</span>
      )}
      {hasWrittenTimes || lineCount === 0 ? null : paneFooterTexts.timesReceived}
      {isAhead(store) ? (
        <span className="text-warn">{paneFooterTexts.clockAhead(formatAge(aheadMs))}</span>
      ) : null}
    </span>
  );
}

/** Where the log begins, what its times are, and what is stored of it. */
function BufferDetails({
  store,
  drawn,
  isStored,
  describeBegin,
}: {
  store: LogStore;
  drawn: DrawnState;
  isStored: boolean;
  describeBegin: () => string;
}) {
  useDrawnVersion(drawn);
  const { evictedLineCount, bounds, hasWrittenTimes, aheadMs } = store;
  const begin = describeBegin();
  return (
    <ul className="grid gap-2 text-label text-ink-2">
      {begin === "" ? null : <li>{begin}.</li>}
      <li>{hasWrittenTimes ? paneFooterTexts.timesFromLines : paneFooterTexts.linesWithoutTimes}</li>
      {isAhead(store) ? <li>{paneFooterTexts.linesAheadOfClock(formatAge(aheadMs))}</li> : null}
      <li>
        {paneFooterTexts.olderLinesDropped({
          lines: formatCount(bounds.lines),
          bytes: formatBytes(bounds.bytes),
          dropped: formatCount(evictedLineCount),
        })}
      </li>
      {isStored ? (
        <li>{paneFooterTexts.logStored}</li>
      ) : (
        <li>
          {paneFooterTexts.logNotStored(
            formatCount(liveBounds.ringLines),
            formatBytes(liveBounds.ringBytes),
            liveBounds.ringRetentionMs / 60_000,
          )}
        </li>
      )}
    </ul>
  );
}

function Act({
  label,
  keys,
  onUse,
  icon,
}: {
  label: string;
  keys: string;
  onUse: () => void;
  icon: ReactElement;
}) {
  return (
    <Button
      size="sm"
      variant="ghost"
      className="px-1.5! pointer-coarse:h-8"
      aria-label={`${label} (${keys})`}
      onClick={onUse}
    >
      {icon}
      <span className="hidden @lg:inline">{label}</span>
    </Button>
  );
}
