"use client";

import clsx from "clsx";
import { ChevronDown, ChevronRight } from "lucide-react";
import { memo } from "react";
import { formatJson } from "@/lib/format/format-json";
import { formatCount } from "@/lib/format/numbers";
import type { NamedId } from "@/lib/live/line-ids";
import type { Highlighter } from "@/lib/live/log-highlights";
import type { LogMatcher } from "@/lib/live/log-query";
import { type LineLayout, shownParts } from "./line-columns.ts";
import { lineText, longLineChars } from "./line-text.tsx";
import { logRowTexts } from "./log-pane-on-demand-messages.ts";
import type { ReadLine, ReadRow } from "./read-row.ts";
import { columnGap, foldGap, lineLevel, lineSource, lineTime, sourceTag } from "./row-columns.tsx";
import { formatShortGap, noteText } from "./row-messages.ts";
import type { FormatLogTime } from "./use-log-time.ts";

export interface LogRowProps {
  /** Undefined: the row is no longer held. */
  readonly read: ReadRow | undefined;
  readonly number: number;
  /** Names of the logs, when there are several. */
  readonly sources: readonly string[] | undefined;
  readonly matcher: LogMatcher | undefined;
  readonly highlighter: Highlighter | undefined;
  /** Why the row is emphasised: it is active, it matches, or a link or another view points at it. */
  readonly rowEmphasis: "active" | "match" | "pointed" | undefined;
  readonly wrap: boolean;
  readonly layout: LineLayout;
  /** Whether there is a column for what wrote a line. */
  readonly hasWriters: boolean;
  readonly times: boolean;
  /** Whether lines of the pane have the time at which they were written. */
  readonly hasWrittenTimes: boolean;
  /** Time of the line above, when time differences are shown. */
  readonly beforeMs: number | undefined;
  readonly expanded: boolean;
  readonly onExpand: (number: number) => void;
  readonly formatTime: FormatLogTime;
  /** The address of an id that a line names; absent: ids are plain text. */
  readonly hrefOfId: ((id: NamedId) => string) | undefined;
}

/**
 * Time-locked panes have a line at the top of the row of the moment: one line across where it is at the same height. It is
 * the row that another view points at, else the active one, as `data-time-locked` says.
 */
export const emphasisClasses = {
  active:
    "bg-selected shadow-[inset_2px_0_0_var(--color-focus)] in-data-[time-locked=active]:shadow-[inset_2px_0_0_var(--color-focus),inset_0_1px_0_var(--color-ink-3)]",
  match: "bg-selected",
  pointed:
    "bg-running-bg shadow-[inset_2px_0_0_var(--color-running)] in-data-[time-locked=pointed]:shadow-[inset_2px_0_0_var(--color-running),inset_0_1px_0_var(--color-ink-3)]",
} as const satisfies Record<NonNullable<LogRowProps["rowEmphasis"]>, string>;

// The same elements in every row: React does not render them again.
const foldIcon = <ChevronDown />;
const unfoldIcon = <ChevronRight />;

/** A row about the log rather than of it. `title`: the same at greater length. */
export function NoteRow({
  tone,
  number,
  active = false,
  wrap = false,
  title,
  children,
}: {
  tone: "calm" | "warn";
  number?: number;
  active?: boolean;
  /** Whether rows may be higher than a line. */
  wrap?: boolean;
  title?: string;
  children: string;
}) {
  return (
    <div
      data-row={number}
      className={clsx(
        wrap ? "min-h-[18px]" : "h-[18px]",
        tone === "warn" ? "bg-warn-bg text-warn" : "text-ink-3",
        active && "shadow-[inset_2px_0_0_var(--color-focus)]",
      )}
    >
      <span
        className={clsx(
          "sticky left-0 inline-block max-w-(--pane-width) px-3 align-top",
          wrap ? "wrap-anywhere" : "truncate",
        )}
        title={title ?? children}
      >
        {children}
      </span>
    </div>
  );
}

/** One row of the store. The content of a row number never changes, so a rendered row is memoised. */
export const LogRow = memo(function LogRow(props: LogRowProps) {
  const { read, number, sources, rowEmphasis, wrap, layout, formatTime } = props;
  if (read === undefined) return <div className="h-[18px]" />;
  const { source } = read.row;
  const name = source === undefined ? undefined : sources?.[source];
  if (read.kind === "line") return line({ ...props, read, name });
  const named = (note: string) => (name === undefined ? note : `${name} · ${note}`);
  const note = named(noteText(read.row, formatTime));
  // The lines around it have its times.
  const isShort = layout === "narrow" && !wrap && read.row.kind === "gap";
  return (
    <NoteRow
      tone={read.row.kind === "gap" ? "warn" : "calm"}
      number={number}
      active={rowEmphasis === "active"}
      wrap={wrap}
      title={note}
    >
      {isShort ? named(formatShortGap(read.row.gap)) : note}
    </NoteRow>
  );
});

/**
 * The elements of a line. Every line in view is drawn again with each batch of a busy log: they are few, none is a component,
 * and lines of equal height are inline text, which takes a third of the time of a flex box.
 */
function line({
  read,
  name,
  number,
  matcher,
  highlighter,
  rowEmphasis,
  wrap,
  layout,
  hasWriters,
  times,
  hasWrittenTimes,
  beforeMs,
  expanded,
  onExpand,
  formatTime,
  hrefOfId,
}: LogRowProps & { read: ReadLine; name: string | undefined }) {
  const { row, json } = read;
  const long = row.text.length > longLineChars;
  const hasStack = row.stack !== undefined;
  const laidOut = expanded && json !== undefined && !hasStack;
  // An unfolded line is shown as it was written; one with a stack, above it.
  const parts = expanded && !hasStack ? undefined : shownParts(read, matcher, highlighter);
  const text = laidOut ? `${json.prefix}${formatJson(json.json)}` : (parts?.message ?? row.text);
  const stacked = layout === "stacked";
  const uneven = wrap || expanded;
  const folds = json !== undefined || hasStack;
  return (
    <div
      data-row={number}
      data-emphasis={rowEmphasis}
      className={clsx(
        uneven ? "flex min-h-[18px] px-3" : "h-[18px] px-3 whitespace-pre",
        stacked && "flex-wrap border-b border-line py-0.5",
        rowEmphasis === undefined ? "hover:bg-hover" : emphasisClasses[rowEmphasis],
      )}
    >
      {times
        ? lineTime({ row, parts, beforeMs, hasWrittenTimes, formatTime }, columnGap(row.level, layout, name))
        : null}
      {name === undefined || row.source === undefined ? null : sourceTag(name, row.source)}
      {lineLevel(row.level, layout, { isGapLeft: times && name === undefined })}
      {hasWriters ? lineSource(parts, layout) : null}
      {folds ? (
        <button
          type="button"
          tabIndex={-1}
          aria-label={logRowTexts.foldOrUnfold({ isUnfolded: expanded, isStack: hasStack })}
          aria-expanded={expanded}
          className="mr-0.5 inline-flex h-[18px] w-3.5 shrink-0 items-center justify-center rounded-sm align-top text-ink-2 hover:text-ink [&_svg]:size-3"
          onClick={() => onExpand(number)}
        >
          {expanded ? foldIcon : unfoldIcon}
        </button>
      ) : null}
      <span
        className={clsx(
          uneven && "min-w-0 whitespace-pre-wrap wrap-anywhere",
          !(folds || stacked) && foldGap,
          stacked && "basis-full",
          expanded && !stacked && "max-w-[calc(var(--pane-width)-160px)]",
        )}
      >
        {/* Several logs leave no room for a column. */}
        {name !== undefined && parts?.source !== undefined ? (
          <span className="text-ink-3">{parts.source} </span>
        ) : null}
        {lineText({
          text,
          prefixChars: parts === undefined || parts.message !== undefined ? 0 : parts.prefixChars,
          matcher,
          highlighter,
          expanded: !long || expanded,
          hrefOfId,
        })}
        {long ? (
          <button
            type="button"
            tabIndex={-1}
            className="ml-1 text-accent underline-offset-2 select-none hover:underline"
            onClick={() => onExpand(number)}
          >
            {expanded ? logRowTexts.showLess : logRowTexts.showAllCharacters(formatCount(row.text.length))}
          </button>
        ) : null}
        {row.cut ? (
          <span className="ml-1 text-warn select-none" title={logRowTexts.linesCutAfter64Kb}>
            {logRowTexts.cut}
          </span>
        ) : null}
        {expanded && hasStack ? <span className="block text-ink-2">{row.stack}</span> : null}
      </span>
    </div>
  );
}
