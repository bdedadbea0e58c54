"use client";

import clsx from "clsx";
import { ChevronDown, ChevronRight } from "lucide-react";
import { memo } from "react";
import { formatCount } from "@/lib/format/numbers";
import { looksLikeError, visibleText } from "@/lib/live/ansi";
import { layOutJson, readJsonLine } from "@/lib/live/json-line";
import type { LogRow as Row } from "@/lib/live/log-chunk";
import type { Highlighter } from "@/lib/live/log-highlights";
import type { LogMatcher } from "@/lib/live/log-query";
import type { LogStore } from "@/lib/live/log-store";
import { LineText, longLineChars } from "./line-text.tsx";
import { LevelLetter, LineTime, SourceTag } from "./row-columns.tsx";
import { endWords, gapWords } from "./row-words.ts";
import type { FormatLogTime } from "./use-log-time.ts";

export interface LogRowProps {
  readonly store: LogStore;
  readonly number: number;
  /** Names of the logs, where there are several. */
  readonly sources: readonly string[] | undefined;
  readonly matcher: LogMatcher | undefined;
  readonly highlighter: Highlighter | undefined;
  /** Why the row stands out: the operator stands at it, or a link or another view points at it. */
  readonly stance: "active" | "match" | "pointed" | undefined;
  readonly wrap: boolean;
  readonly times: boolean;
  /** Time of the line above, where the distance to it is shown. */
  readonly beforeMs: number | undefined;
  readonly expanded: boolean;
  readonly onExpand: (number: number) => void;
  readonly formatTime: FormatLogTime;
}

const stances = {
  active: "bg-selected shadow-[inset_2px_0_0_var(--color-focus)]",
  match: "bg-selected",
  pointed: "bg-running-bg shadow-[inset_2px_0_0_var(--color-running)]",
} as const satisfies Record<NonNullable<LogRowProps["stance"]>, string>;

/** A row that says something about the log instead of being part of it. */
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

/** One row of the store. What a row number holds never changes, so a drawn row is drawn once. */
export const LogRow = memo(function LogRow(props: LogRowProps) {
  const { store, number, sources, stance, formatTime } = props;
  const row = store.row(number);
  if (row === undefined) return <div className="h-[18px]" />;
  const name = row.source === undefined ? undefined : sources?.[row.source];
  if (row.kind === "line") return <Line {...props} row={row} name={name} />;
  const words = row.kind === "gap" ? gapWords(row.gap, formatTime) : endWords(row.reason);
  return (
    <NoteRow tone={row.kind === "gap" ? "warn" : "calm"} number={number} active={stance === "active"}>
      {name === undefined ? words : `${name} · ${words}`}
    </NoteRow>
  );
});

function Line({
  row,
  name,
  number,
  matcher,
  highlighter,
  stance,
  wrap,
  times,
  beforeMs,
  expanded,
  onExpand,
  formatTime,
}: LogRowProps & { row: Extract<Row, { kind: "line" }>; name: string | undefined }) {
  const long = row.text.length > longLineChars;
  const json = row.text.includes("{") ? readJsonLine(visibleText(row.text)) : undefined;
  const laidOut = expanded && json !== undefined;
  const text = laidOut ? `${json.prefix}${layOutJson(json.json)}` : row.text;
  const grave =
    row.level === "fatal" || row.level === "error" || (row.level === "none" && looksLikeError(row.text));
  return (
    <div
      data-row={number}
      data-stance={stance}
      className={clsx("flex min-h-[18px] px-3", stance === undefined ? "hover:bg-hover" : stances[stance])}
    >
      {times ? <LineTime row={row} beforeMs={beforeMs} formatTime={formatTime} /> : null}
      {name === undefined || row.source === undefined ? null : <SourceTag name={name} source={row.source} />}
      <LevelLetter level={row.level} />
      <span className="mr-0.5 w-3.5 shrink-0 select-none">
        {json === undefined ? null : (
          <button
            type="button"
            tabIndex={-1}
            aria-label={expanded ? "Fold this JSON" : "Unfold this JSON"}
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
          expanded && "max-w-[calc(var(--pane-width)-160px)]",
          grave && !laidOut && "text-bad",
        )}
      >
        <LineText text={text} matcher={matcher} highlighter={highlighter} whole={!long || expanded} />
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
      </span>
    </div>
  );
}
