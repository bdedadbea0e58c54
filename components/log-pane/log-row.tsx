import { memo, useState } from "react";
import { type AnsiColour, type AnsiLook, looksLikeError, toSegments } from "@/lib/live/ansi";
import type { LogRow } from "@/lib/live/log-store";
import { endText, type FormatTime, gapText } from "./row-text.ts";

const shownChars = 2_000;

const inks: Readonly<Record<AnsiColour, string>> = {
  black: "text-ink-3",
  red: "text-bad",
  green: "text-ok",
  yellow: "text-warn",
  blue: "text-running",
  magenta: "text-queued",
  cyan: "text-running",
  white: "text-ink",
};
const grounds: Readonly<Record<AnsiColour, string>> = {
  black: "bg-hover",
  red: "bg-bad-bg",
  green: "bg-ok-bg",
  yellow: "bg-warn-bg",
  blue: "bg-running-bg",
  magenta: "bg-queued-bg",
  cyan: "bg-running-bg",
  white: "bg-selected",
};

function lookClass({ ink, ground, bold, dim, italic, underline, sign }: AnsiLook): string {
  return [
    ink ? inks[ink] : "",
    ground ? grounds[ground] : "",
    bold ? "font-semibold" : "",
    dim || sign ? "text-ink-3" : "",
    italic ? "italic" : "",
    underline ? "underline" : "",
  ]
    .filter((name) => name !== "")
    .join(" ");
}

export interface RowLook {
  formatTime: FormatTime;
  withTime: boolean;
  wrap: boolean;
  /** `hit`: found; `current`: the one the search stands on. */
  mark: "none" | "hit" | "current";
}

const marks = {
  none: "",
  hit: "bg-hover",
  current: "bg-selected shadow-[inset_2px_0_var(--accent)]",
} as const;

/** One row. Always text nodes, never markup. */
export const LogRowView = memo(function LogRowView({ row, formatTime, ...look }: RowLook & { row: LogRow }) {
  switch (row.kind) {
    case "gap":
      return (
        <div data-log-gap={row.gap.reason} className="h-[18px] truncate bg-warn-bg px-3 text-warn">
          {gapText(row.gap, formatTime)}
        </div>
      );
    case "ended":
      return <div className="h-[18px] truncate px-3 text-ink-3">{endText(row.reason)}</div>;
    case "line":
      return <Line text={row.text} at={row.at} cut={row.cut} formatTime={formatTime} {...look} />;
  }
});

function Line({
  text,
  at,
  cut,
  formatTime,
  withTime,
  wrap,
  mark,
}: RowLook & { text: string; at: string; cut: boolean }) {
  const [whole, setWhole] = useState(false);
  const long = text.length > shownChars && !whole;
  const shape = wrap ? "whitespace-pre-wrap break-all" : "h-[18px] whitespace-pre";
  return (
    <div className={`px-3 ${shape} ${looksLikeError(text) ? "text-bad" : ""} ${marks[mark]}`}>
      {withTime ? (
        <time dateTime={at} className="mr-3 text-ink-3 select-none">
          {formatTime(at)}
        </time>
      ) : null}
      {toSegments(long ? text.slice(0, shownChars) : text).map((segment, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the runs of a line never move
        <span key={index} className={lookClass(segment.look)}>
          {segment.text}
        </span>
      ))}
      {long ? (
        <button type="button" className="ml-2 text-accent underline" onClick={() => setWhole(true)}>
          show all {text.length.toLocaleString("en")} characters
        </button>
      ) : null}
      {cut ? <span className="ml-2 text-ink-3">(cut by the dashboard)</span> : null}
    </div>
  );
}
