import clsx from "clsx";
import type { LineParts } from "@/lib/format/line-parts";
import type { LogLevel } from "@/lib/format/log-level";
import type { LogRow } from "@/lib/live/log-chunk";
import { levelStyles, sourceTone } from "./hue-class.ts";
import type { LineLayout } from "./line-columns.ts";
import { rowColumnsTexts } from "./log-pane-on-demand-messages.ts";
import { formatDelta } from "./row-messages.ts";
import type { FormatLogTime } from "./use-log-time.ts";

/**
 * When a line was written, or received where that is unknown; with `beforeMs`, also the time since the line above. A time
 * of receipt is marked in a pane that `hasWrittenTimes`.
 */
export function lineTime(
  {
    row,
    parts,
    beforeMs,
    hasWrittenTimes,
    formatTime,
  }: {
    row: Extract<LogRow, { kind: "line" }>;
    parts: LineParts | undefined;
    beforeMs: number | undefined;
    hasWrittenTimes: boolean;
    formatTime: FormatLogTime;
  },
  gapClass: string,
) {
  const readable = !Number.isNaN(row.atMs);
  const isOfReceipt = readable && hasWrittenTimes && row.receivedMs === undefined;
  return (
    <time
      className={clsx(
        "shrink-0 text-ink-3 select-none in-data-[emphasis]:text-ink-2",
        // Only where needed: it costs a layer for each row.
        isOfReceipt && "relative",
        gapClass,
      )}
      // Set on hover: the long form costs more than the rest of the row.
      onPointerMove={({ currentTarget }) => {
        const time = readable ? timeDetails(row, formatTime) : row.at;
        currentTarget.title = [time, writerDetails(parts)].filter(Boolean).join("\n");
      }}
    >
      {/* In the padding of the row, so that times stay aligned. */}
      {isOfReceipt ? <span className="absolute right-full">≈</span> : null}
      {readable ? formatTime(row.atMs, "ms") : rowColumnsTexts.timeUnknown}
      {beforeMs === undefined ? null : (
        <span className="ml-2 inline-block w-[9ch] text-right">
          {readable ? formatDelta(row.atMs - beforeMs) : ""}
        </span>
      )}
    </time>
  );
}

/** The full time of writing with the time of receipt where it differs, or that alone. */
function timeDetails(
  { atMs, receivedMs }: Extract<LogRow, { kind: "line" }>,
  formatTime: FormatLogTime,
): string {
  const time = formatTime(atMs, "full");
  if (receivedMs === undefined) return rowColumnsTexts.receivedTimeOnly(time);
  return receivedMs === atMs
    ? rowColumnsTexts.written(time)
    : rowColumnsTexts.writtenAndReceived({ written: time, received: formatTime(receivedMs, "ms") });
}

/** The columns of the log and of the level, and what the message keeps free for the button that unfolds it. */
export const tagColumn = "mr-3 w-[14ch]";
export const levelColumn = "mr-2 w-[5ch]";
export const foldGap = "ml-4";

/** The log a line comes from, where there are several. */
export const sourceTag = (name: string, source: number) => (
  <span
    className={clsx(
      "inline-flex shrink-0 items-center gap-1.5 align-top select-none",
      tagColumn,
      sourceTone(source),
    )}
    title={name}
  >
    <span aria-hidden="true" className="size-2 shrink-0 rounded-[2px] bg-current" />
    <span className="truncate">{name}</span>
  </span>
);

/** What wrote a line, as far as its prefix says. */
function writerDetails(parts: LineParts | undefined): string {
  const { source, process } = parts ?? {};
  return [
    source && rowColumnsTexts.from(source),
    process && `${source ? "process" : rowColumnsTexts.process} ${process}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** Takes what is left of the first quarter of the row. */
export const sourceWidth = "w-[clamp(7ch,calc(var(--pane-width)*0.25-178px),18ch)]";

/** What wrote a line: a program, a logger or a file. */
export const lineSource = (parts: LineParts | undefined, layout: LineLayout) => (
  <span
    className={clsx(
      "mr-2 inline-block h-[18px] shrink-0 truncate align-top text-ink-3 select-none in-data-[emphasis]:text-ink-2",
      layout === "stacked" ? "max-w-[24ch]" : sourceWidth,
    )}
    title={writerDetails(parts)}
  >
    {parts?.source}
  </span>
);

/** The space between a time and what follows: with that of the column of levels where the line has none. */
export function columnGap(level: LogLevel, layout: LineLayout, sourceName: string | undefined): string {
  return level !== "none" || layout === "stacked" || sourceName !== undefined
    ? "mr-3"
    : "mr-[calc(5ch+1.25rem)]";
}

/** A level. `isGapLeft`: its space, if it is unknown, is `columnGap`. */
export function lineLevel(level: LogLevel, layout: LineLayout, { isGapLeft }: { isGapLeft: boolean }) {
  const known = level !== "none";
  if (!known && (layout === "stacked" || isGapLeft)) return null;
  return (
    <span
      className={clsx(
        "inline-block h-[18px] shrink-0 align-top select-none",
        layout === "stacked" ? "mr-2" : levelColumn,
        levelStyles[level].tone,
      )}
    >
      {known && level}
    </span>
  );
}
