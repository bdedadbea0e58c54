"use client";

import clsx from "clsx";
import { memo } from "react";
import { formatCount } from "@/lib/format/numbers";
import { looksLikeError } from "@/lib/live/ansi";
import type { LogMatcher } from "@/lib/live/log-query";
import type { LogStore } from "@/lib/live/log-store";
import { LineText, longLineChars } from "./line-text.tsx";
import { gapWords } from "./row-words.ts";
import type { FormatLogTime } from "./use-log-time.ts";

export interface LogRowProps {
  readonly store: LogStore;
  readonly number: number;
  readonly matcher: LogMatcher | undefined;
  /** The match the operator stands at. */
  readonly current: boolean;
  readonly wrap: boolean;
  readonly times: boolean;
  readonly expanded: boolean;
  readonly onExpand: (number: number) => void;
  readonly formatTime: FormatLogTime;
}

/** A row that says something about the log instead of being part of it. */
export function NoteRow({ tone, children }: { tone: "calm" | "warn"; children: string }) {
  return (
    <div className={clsx("h-[18px]", tone === "warn" ? "bg-warn-bg text-warn" : "text-ink-3")}>
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
export const LogRow = memo(function LogRow({
  store,
  number,
  matcher,
  current,
  wrap,
  times,
  expanded,
  onExpand,
  formatTime,
}: LogRowProps) {
  const row = store.row(number);
  if (row === undefined) return <div className="h-[18px]" />;
  if (row.kind === "gap") return <NoteRow tone="warn">{gapWords(row.gap, formatTime)}</NoteRow>;
  if (row.kind === "ended") {
    return (
      <NoteRow tone="calm">{row.reason === null ? "Session ended" : `Session ended · ${row.reason}`}</NoteRow>
    );
  }
  const readable = !Number.isNaN(row.atMs);
  const long = row.text.length > longLineChars;
  return (
    <div className={clsx("flex min-h-[18px] px-3", current ? "bg-selected" : "hover:bg-hover")}>
      {times ? (
        <time
          className="mr-4 shrink-0 text-ink-3 select-none"
          title={readable ? formatTime(row.atMs, "full") : row.at}
        >
          {readable ? formatTime(row.atMs, "ms") : "time unknown"}
        </time>
      ) : null}
      <span
        className={clsx(
          "min-w-0",
          wrap || expanded ? "whitespace-pre-wrap wrap-anywhere" : "whitespace-pre",
          expanded && "max-w-[calc(var(--pane-width)-140px)]",
          looksLikeError(row.text) && "text-bad",
        )}
      >
        <LineText text={row.text} matcher={matcher} whole={!long || expanded} />
        {long ? (
          <button
            type="button"
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
});
