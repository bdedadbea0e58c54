"use client";

import clsx from "clsx";
import {
  Clock,
  Copy,
  Download,
  Ellipsis,
  Maximize2,
  Minimize2,
  Pause,
  Play,
  Search,
  WrapText,
} from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/button";
import { Menu, MenuCheckboxItem, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { Tooltip } from "@/components/ui/tooltip";
import type { FeedStateText } from "./row-messages.ts";

const tones = { calm: "text-ink-3", warn: "text-warn", bad: "text-bad" } as const satisfies Record<
  FeedStateText["tone"],
  string
>;

export interface ToolbarActions {
  readonly togglePause: () => void;
  readonly openFind: () => void;
  readonly toggleWrap: () => void;
  readonly toggleTimes: () => void;
  readonly toggleDeltas: () => void;
  readonly toggleFull: () => void;
  readonly clear: () => void;
  readonly copy: () => void;
  readonly download: () => void;
}

/** Toolbar of a pane. In a narrow one, less common controls are only in the menu. */
export function LogToolbar({
  title,
  subtitle,
  state,
  following,
  finding,
  wrap,
  times,
  deltas,
  full,
  lines,
  actions,
  filters,
  children,
}: {
  title: string;
  subtitle: ReactNode;
  state: FeedStateText;
  following: boolean;
  finding: boolean;
  wrap: boolean;
  times: boolean;
  deltas: boolean;
  full: boolean;
  /** Description of the lines that copy and download include. */
  lines: string;
  actions: ToolbarActions;
  /** Controls that filter and highlight lines. */
  filters: ReactNode;
  children?: ReactNode;
}) {
  const word = <span className={clsx("text-label whitespace-nowrap", tones[state.tone])}>{state.word}</span>;
  return (
    <header className="@container border-b border-line">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 pr-2 pl-3">
        <h3 className="flex min-w-0 flex-1 basis-32 items-baseline gap-2">
          <span className="truncate font-mono text-label font-semibold" title={title}>
            {title}
          </span>
          <span className="shrink-0 text-label font-normal text-ink-3">{subtitle}</span>
        </h3>
        <span role="status">
          {state.detail === undefined ? word : <Tooltip text={state.detail}>{word}</Tooltip>}
        </span>
        {children}
        <span className="-ml-1 flex items-center py-1.5">
          <Tool label={following ? "Pause (Space)" : "Follow (Space)"} onUse={actions.togglePause}>
            {following ? <Pause /> : <Play />}
          </Tool>
          <Tool label="Find (⌘F, Ctrl F)" on={finding} onUse={actions.openFind}>
            <Search />
          </Tool>
          {filters}
          <span className="hidden items-center @lg:flex">
            <Tool label="Wrap lines (w)" on={wrap} onUse={actions.toggleWrap}>
              <WrapText />
            </Tool>
            <Tool label="Timestamps (t)" on={times} onUse={actions.toggleTimes}>
              <Clock />
            </Tool>
            <Tool label={`Copy ${lines}`} onUse={actions.copy}>
              <Copy />
            </Tool>
            <Tool label={`Download ${lines}`} onUse={actions.download}>
              <Download />
            </Tool>
            <Tool label={full ? "Leave full screen (f)" : "Full screen (f)"} onUse={actions.toggleFull}>
              {full ? <Minimize2 /> : <Maximize2 />}
            </Tool>
          </span>
          <Menu
            trigger={
              <IconButton label="More" size="icon-sm" className="pointer-coarse:size-8">
                <Ellipsis />
              </IconButton>
            }
          >
            <MenuCheckboxItem checked={wrap} onCheckedChange={actions.toggleWrap}>
              <Choice keys="w">Wrap lines</Choice>
            </MenuCheckboxItem>
            <MenuCheckboxItem checked={times} onCheckedChange={actions.toggleTimes}>
              <Choice keys="t">Timestamps</Choice>
            </MenuCheckboxItem>
            <MenuCheckboxItem checked={deltas} disabled={!times} onCheckedChange={actions.toggleDeltas}>
              <Choice keys="">
                {times ? "Time since the line above" : "Time since the line above: needs timestamps"}
              </Choice>
            </MenuCheckboxItem>
            <MenuCheckboxItem checked={full} onCheckedChange={actions.toggleFull}>
              <Choice keys="f">Full screen</Choice>
            </MenuCheckboxItem>
            <MenuSeparator />
            <MenuItem onSelect={actions.copy}>Copy {lines}</MenuItem>
            <MenuItem onSelect={actions.download}>Download {lines}</MenuItem>
            <MenuSeparator />
            <MenuItem onSelect={actions.clear}>Clear this pane</MenuItem>
          </Menu>
        </span>
      </div>
    </header>
  );
}

function Choice({ keys, children }: { keys: string; children: string }) {
  return (
    <>
      <span className="flex-1">{children}</span>
      {keys === "" ? null : <kbd className="pl-4 font-mono text-label text-ink-3">{keys}</kbd>}
    </>
  );
}

/** `on` absent: an action; given: a toggle. */
function Tool({
  label,
  on,
  onUse,
  children,
}: {
  label: string;
  on?: boolean;
  onUse: () => void;
  children: ReactNode;
}) {
  return (
    <IconButton
      label={label}
      size="icon-sm"
      {...(on === undefined ? {} : { "aria-pressed": on })}
      className={clsx("pointer-coarse:size-8", on && "bg-selected text-ink")}
      onClick={onUse}
    >
      {children}
    </IconButton>
  );
}
