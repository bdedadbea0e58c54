"use client";

import clsx from "clsx";
import { ChevronDown, ChevronRight } from "lucide-react";
import { memo } from "react";
import { looksLikeError, visibleText } from "@/lib/format/ansi";
import { formatJson } from "@/lib/format/format-json";
import { readJsonLine } from "@/lib/format/json-line";
import { formatCount } from "@/lib/format/numbers";
import type { NamedId } from "@/lib/live/line-ids";
import type { LogRow as Row } from "@/lib/live/log-chunk";
import type { Highlighter } from "@/lib/live/log-highlights";
import type { LogMatcher } from "@/lib/live/log-query";
import type { LogStore } from "@/lib/live/log-store";
import { type LineLayout, shownParts } from "./line-columns.ts";
import { LineText, longLineChars } from "./line-text.tsx";
import { LineLevel, LineSource, LineTime, SourceTag } from "./row-columns.tsx";
import { noteText } from "./row-messages.ts";
import type { FormatLogTime } from "./use-log-time.ts";

export interface LogRowProps {
  readonly store: LogStore;
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

/** A row about the log rather than of it. */
export function NoteRow({
  tone,
  number,
  active = false,
  children,
}: {
  tone: "calm" | "warn";
  number?: number;
  active?: boolean;
  children: string;
}) {
  return (
    <div
      data-row={number}
      className={clsx(
        "h-[18px]",
        tone === "warn" ? "bg-warn-bg text-warn" : "text-ink-3",
        active && "shadow-[inset_2px_0_0_var(--color-focus)]",
      )}
    >
      <span
        className="sticky left-0 inline-block max-w-(--pane-width) truncate px-3 align-top"
        title={children}
      >
        {children}
      </span>
    </div>
  );
}

/** One row of the store. The content of a row number never changes, so a rendered row is memoised. */
export const LogRow = memo(function LogRow(props: LogRowProps) {
  const { store, number, sources, rowEmphasis, formatTime } = props;
  const row = store.row(number);
  if (row === undefined) return <div className="h-[18px]" />;
  const name = row.source === undefined ? undefined : sources?.[row.source];
  if (row.kind === "line") return <Line {...props} row={row} name={name} />;
  const note = noteText(row, formatTime);
  return (
    <NoteRow tone={row.kind === "gap" ? "warn" : "calm"} number={number} active={rowEmphasis === "active"}>
      {name === undefined ? note : `${name} · ${note}`}
    </NoteRow>
  );
});

function Line({
  row,
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
}: LogRowProps & { row: Extract<Row, { kind: "line" }>; name: string | undefined }) {
  const long = row.text.length > longLineChars;
  const visible = visibleText(row.text);
  const json = readJsonLine(visible);
  const hasStack = row.stack !== undefined;
  const laidOut = expanded && json !== undefined && !hasStack;
  // An unfolded line is shown as it was written; one with a stack, above it.
  const parts =
    expanded && !hasStack ? undefined : shownParts({ visible, json, level: row.level }, matcher, highlighter);
  const text = laidOut ? `${json.prefix}${formatJson(json.json)}` : (parts?.message ?? row.text);
  const stacked = layout === "stacked";
  const grave =
    row.level === "fatal" || row.level === "error" || (row.level === "none" && looksLikeError(row.text));
  return (
    <div
      data-row={number}
      data-emphasis={rowEmphasis}
      className={clsx(
        "flex min-h-[18px] px-3",
        stacked && "flex-wrap border-b border-line py-0.5",
        rowEmphasis === undefined ? "hover:bg-hover" : emphasisClasses[rowEmphasis],
      )}
    >
      {times ? <LineTime {...{ row, parts, beforeMs, hasWrittenTimes, formatTime }} /> : null}
      {name === undefined || row.source === undefined ? null : <SourceTag name={name} source={row.source} />}
      <LineLevel level={row.level} layout={layout} />
      {hasWriters ? <LineSource parts={parts} layout={layout} /> : null}
      <span className={clsx("mr-0.5 shrink-0 select-none", !stacked && "w-3.5")}>
        {json === undefined && !hasStack ? null : (
          <button
            type="button"
            tabIndex={-1}
            aria-label={`${expanded ? "Fold" : "Unfold"} this ${hasStack ? "stack" : "JSON"}`}
            aria-expanded={expanded}
            className="flex h-[18px] w-3.5 items-center justify-center rounded-sm text-ink-2 hover:text-ink [&_svg]:size-3"
            onClick={() => onExpand(number)}
          >
            {expanded ? <ChevronDown /> : <ChevronRight />}
          </button>
        )}
      </span>
      <span
        className={clsx(
          "min-w-0",
          wrap || expanded ? "whitespace-pre-wrap wrap-anywhere" : "whitespace-pre",
          stacked && "basis-full",
          expanded && !stacked && "max-w-[calc(var(--pane-width)-160px)]",
          grave && !laidOut && "text-bad",
        )}
      >
        {/* Several logs leave no room for a column. */}
        {name !== undefined && parts?.source !== undefined ? (
          <span className="text-ink-3">{parts.source} </span>
        ) : null}
        <LineText
          text={text}
          prefixChars={parts === undefined || parts.message !== undefined ? 0 : parts.prefixChars}
          matcher={matcher}
          highlighter={highlighter}
          expanded={!long || expanded}
          hrefOfId={hrefOfId}
        />
        {long ? (
          <button
            type="button"
            tabIndex={-1}
            className="ml-1 text-accent underline-offset-2 select-none hover:underline"
            onClick={() => onExpand(number)}
          >
            {expanded ? "show less" : `… show all ${formatCount(row.text.length)} characters`}
          </button>
        ) : null}
        {row.cut ? (
          <span
            className="ml-1 text-warn select-none"
            title="The line is longer than 64 KB: its end did not come."
          >
            [cut]
          </span>
        ) : null}
        {expanded && hasStack ? <span className="block text-ink-2">{row.stack}</span> : null}
      </span>
    </div>
  );
}
