"use client";

import clsx from "clsx";
import { Ellipsis, Pause, Play, Search, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { IconButton } from "@/components/ui/button";
import { Menu, MenuCheckboxItem, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { StatusGlyph } from "@/components/ui/status-glyph";
import { Tooltip } from "@/components/ui/tooltip";
import { useDrawn } from "./drawn-state.ts";
import { HighlightsDialog } from "./highlights-dialog.tsx";
import { formatLineCount, logToolbarTexts } from "./log-pane-on-demand-messages.ts";
import { nameFont } from "./name-font.ts";
import { type FeedStateText, formatPaneState } from "./row-messages.ts";
import type { LogPaneState } from "./use-log-pane.ts";
import type { FormatLogTime } from "./use-log-time.ts";

const tones = { calm: "text-ink-3", warn: "text-warn", bad: "text-bad" } as const satisfies Record<
  FeedStateText["tone"],
  string
>;

/** Toolbar of a pane: follow, find, levels, a menu with everything else, and close. */
export function LogToolbar({
  pane,
  formatTime,
  title,
  subtitle,
  filters,
  menu,
  onClose,
  children,
}: {
  pane: LogPaneState;
  formatTime: FormatLogTime;
  title: string;
  subtitle: ReactNode;
  /** Controls that filter lines. */
  filters: ReactNode;
  /** Additional items of the menu. */
  menu?: ReactNode;
  /** Absent: the pane stays. */
  onClose?: (() => void) | undefined;
  children?: ReactNode;
}) {
  const { state, follow, find, commands } = pane;
  return (
    <header className="@container border-b border-line">
      <div className="flex min-h-9 flex-wrap items-center gap-x-2 pr-2 pl-3 @md:gap-x-3">
        <div className="flex min-w-0 flex-1 basis-24 items-baseline gap-2">
          <h3 className={clsx("truncate text-label font-semibold", nameFont(title))} title={title}>
            {title}
          </h3>
          <span className="shrink-0 text-label text-ink-3">{subtitle}</span>
        </div>
        <StateText state={formatPaneState(state, follow.following, formatTime)} />
        {children}
        <span className="-ml-1 flex items-center py-1.5">
          <Tool
            label={follow.following ? logToolbarTexts.pause : logToolbarTexts.follow}
            onUse={commands.togglePause}
          >
            {follow.following ? <Pause /> : <Play />}
          </Tool>
          <Tool
            label={logToolbarTexts.find}
            on={find.open}
            onUse={find.open ? commands.closeFind : find.show}
          >
            <Search />
          </Tool>
          {filters}
          <MoreMenu pane={pane}>{menu}</MoreMenu>
          {onClose === undefined ? null : <ClosePane title={title} onClose={onClose} />}
        </span>
      </div>
    </header>
  );
}

/** How the log of a pane is being read. In a narrow pane there is room for a sign of what is not as usual. */
export function StateText({ state: { word, tone, detail } }: { state: FeedStateText }) {
  const text = (
    <span
      className={clsx("text-label whitespace-nowrap", tones[tone])}
      title={detail === undefined ? word : undefined}
    >
      {tone === "calm" ? null : <StatusGlyph glyph="triangle" className="@sm:hidden" />}
      <span className={tone === "calm" ? undefined : "@max-sm:sr-only"}>{word}</span>
    </span>
  );
  return (
    <span role="status" className={clsx(tone === "calm" && "@max-md:sr-only")}>
      {detail === undefined ? text : <Tooltip text={detail}>{text}</Tooltip>}
    </span>
  );
}

/** The last control of a pane that can be closed. */
export function ClosePane({ title, onClose }: { title: string; onClose: () => void }) {
  return (
    <IconButton
      label={logToolbarTexts.close(title)}
      size="icon-sm"
      className="pointer-coarse:size-8"
      onClick={onClose}
    >
      <X />
    </IconButton>
  );
}

function MoreMenu({
  pane,
  children,
}: {
  pane: LogPaneState;
  /** Further items. */
  children: ReactNode;
}) {
  const { preferences, rules, commands, copy } = pane;
  const { wrap, times, deltas } = preferences;
  const [isHighlighting, setHighlighting] = useState(false);
  const highlights = rules.filter(({ on }) => on).length;
  return (
    <>
      <Menu
        trigger={
          <IconButton label={logToolbarTexts.more} size="icon-sm" className="pointer-coarse:size-8">
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuCheckboxItem checked={wrap} onCheckedChange={commands.toggleWrap}>
          <Choice keys="w">{logToolbarTexts.wrapLines}</Choice>
        </MenuCheckboxItem>
        <MenuCheckboxItem checked={times} onCheckedChange={commands.toggleTimes}>
          <Choice keys="t">{logToolbarTexts.timestamps}</Choice>
        </MenuCheckboxItem>
        <MenuCheckboxItem checked={deltas} disabled={!times} onCheckedChange={commands.toggleDeltas}>
          <Choice keys="">
            {times ? logToolbarTexts.timeSinceTheLineAbove : logToolbarTexts.timeSinceNeedsTimestamps}
          </Choice>
        </MenuCheckboxItem>
        <MenuCheckboxItem checked={commands.full} onCheckedChange={commands.toggleFull}>
          <Choice keys="f">{logToolbarTexts.fullScreen}</Choice>
        </MenuCheckboxItem>
        <MenuSeparator />
        <MenuItem
          hint={highlights === 0 ? undefined : logToolbarTexts.highlightsOn(highlights)}
          onSelect={() => setHighlighting(true)}
        >
          {logToolbarTexts.highlights}
        </MenuItem>
        <LinesItem pane={pane} text={logToolbarTexts.copy} onSelect={copy.all} />
        <LinesItem pane={pane} text={logToolbarTexts.download} onSelect={copy.download} />
        <MenuSeparator />
        <MenuItem onSelect={commands.clear}>{logToolbarTexts.clearPane}</MenuItem>
        {children}
      </Menu>
      <HighlightsDialog open={isHighlighting} onOpenChange={setHighlighting} />
    </>
  );
}

/** An item about the lines that pass the filter. */
function LinesItem({
  pane: { drawn, find, lineCount },
  text,
  onSelect,
}: {
  pane: LogPaneState;
  text: (lines: string) => string;
  onSelect: () => void;
}) {
  const count = useDrawn(drawn, lineCount);
  const isFiltered = find.shown !== undefined;
  const none = isFiltered ? logToolbarTexts.noMatchingLines : logToolbarTexts.noLines;
  return (
    <MenuItem disabledReason={count === 0 ? none : undefined} onSelect={onSelect}>
      {text(formatLineCount(count, isFiltered))}
    </MenuItem>
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
