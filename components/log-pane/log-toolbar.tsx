"use client";

import { Clock, Copy, Download, Eraser, Maximize2, Pause, Play, Search, WrapText } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/button";

/** How a pane shows its rows. */
export interface PaneLook {
  wrap: boolean;
  withTime: boolean;
  full: boolean;
}

/** The head of a pane: what it shows, what it is doing, and its tools with their keys. */
export function LogToolbar({
  title,
  controls,
  status,
  following,
  look,
  onLook,
  onTogglePause,
  onFind,
  onCopy,
  onDownload,
  onClear,
}: {
  title: string;
  controls: ReactNode;
  status: string;
  following: boolean;
  look: PaneLook;
  onLook: (look: PaneLook) => void;
  onTogglePause: () => void;
  onFind: () => void;
  onCopy: () => void;
  onDownload: () => void;
  onClear: () => void;
}) {
  const toggle = (key: keyof PaneLook) => () => onLook({ ...look, [key]: !look[key] });
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-1 gap-y-1 border-b border-line px-3 py-1">
      <h2 className="max-w-full truncate font-mono text-label font-semibold">{title}</h2>
      {controls}
      <span className="flex-1" />
      <span role="status" className="px-1 text-label text-ink-3">
        {status}
      </span>
      <span className="flex">
        <IconButton
          label={following ? "Pause (Space)" : "Follow (Space)"}
          size="icon-sm"
          onClick={onTogglePause}
        >
          {following ? <Pause /> : <Play />}
        </IconButton>
        <IconButton label="Find (Ctrl+F)" size="icon-sm" onClick={onFind}>
          <Search />
        </IconButton>
        <IconButton label="Wrap lines (w)" size="icon-sm" aria-pressed={look.wrap} onClick={toggle("wrap")}>
          <WrapText />
        </IconButton>
        <IconButton
          label="Times (t)"
          size="icon-sm"
          aria-pressed={look.withTime}
          onClick={toggle("withTime")}
        >
          <Clock />
        </IconButton>
        <IconButton label="Copy these lines" size="icon-sm" onClick={onCopy}>
          <Copy />
        </IconButton>
        <IconButton label="Download these lines" size="icon-sm" onClick={onDownload}>
          <Download />
        </IconButton>
        <IconButton label="Clear this pane" size="icon-sm" onClick={onClear}>
          <Eraser />
        </IconButton>
        <IconButton label="Full screen (f)" size="icon-sm" aria-pressed={look.full} onClick={toggle("full")}>
          <Maximize2 />
        </IconButton>
      </span>
    </div>
  );
}
