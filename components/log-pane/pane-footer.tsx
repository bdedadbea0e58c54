"use client";

import { Copy, Info, Link2, UnfoldVertical, X } from "lucide-react";
import type { ReactElement } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { useHandOnFocus } from "@/components/ui/return-focus";
import { liveBounds } from "@/lib/bff/live";
import { formatBytes, formatCount } from "@/lib/format/numbers";
import type { LogStoreBounds } from "@/lib/live/log-store";

/** What can be done with the row the operator stands at. */
export interface LineActs {
  readonly expand: () => void;
  readonly copy: () => void;
  /** Absent: this pane has no addresses for lines. */
  readonly link: (() => void) | undefined;
  readonly leave: () => void;
}

/** Under the rows: how much is held and at most, and the acts of the row the operator stands at. */
export function PaneFooter({
  lineCount,
  bytes,
  goneLines,
  bounds,
  begin,
  onGone,
  line,
}: {
  lineCount: number;
  /** What the texts take in memory. */
  bytes: number;
  /** Lines that were let go because the pane was full. */
  goneLines: number;
  bounds: LogStoreBounds;
  /** Where what is held begins. */
  begin: string;
  /** What has the focus once the acts of a row are gone. */
  onGone: () => Element | null;
  line: LineActs | undefined;
}) {
  const handOn = useHandOnFocus(onGone);
  return (
    <footer className="@container border-t border-line text-truth text-ink-3">
      <div className="flex h-7 items-center gap-2 pr-2 pl-3">
        <span className="min-w-0 truncate">
          {formatCount(lineCount)}
          <span className="hidden @md:inline"> of at most {formatCount(bounds.lines)}</span>{" "}
          {lineCount === 1 ? "line" : "lines"} kept
          <span className="hidden @xs:inline">, {formatBytes(bytes)}</span>
          <span className="hidden @2xl:inline"> of at most {formatBytes(bounds.bytes)}</span>
          <span className="hidden @xs:inline"> of text</span>
          {goneLines === 0 ? null : <span className="text-warn"> · {formatCount(goneLines)} let go</span>}
        </span>
        <Popover
          label="How much of this log is kept"
          className="w-80 p-3"
          trigger={
            <IconButton label="How much of this log is kept" size="icon-sm">
              <Info />
            </IconButton>
          }
        >
          <ul className="grid gap-2 text-label text-ink-2">
            <li>{begin}.</li>
            <li>
              This pane holds at most {formatCount(bounds.lines)} lines and {formatBytes(bounds.bytes)} of
              text, as long as it is open; beyond that the oldest go: {formatCount(goneLines)} so far.
            </li>
            <li>
              The dashboard keeps the newest {formatCount(liveBounds.ringLines)} lines of each watched log, at
              most {formatBytes(liveBounds.ringBytes)}, for {liveBounds.keptAfterMs / 60_000} minutes after
              its last viewer left, also when the session has ended.
            </li>
          </ul>
        </Popover>
        <span className="flex-1" />
        {line === undefined ? (
          <span className="hidden whitespace-nowrap @lg:inline">↑ ↓ walk the lines</span>
        ) : (
          <fieldset ref={handOn} aria-label="This line" className="flex items-center">
            <Act label="Unfold" keys="Enter" onUse={line.expand} icon={<UnfoldVertical />} />
            <Act label="Copy line" keys="c" onUse={line.copy} icon={<Copy />} />
            {line.link === undefined ? null : (
              <Act label="Copy link" keys="l" onUse={line.link} icon={<Link2 />} />
            )}
            <IconButton label="Leave this line (Esc)" size="icon-sm" onClick={line.leave}>
              <X />
            </IconButton>
          </fieldset>
        )}
      </div>
    </footer>
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
