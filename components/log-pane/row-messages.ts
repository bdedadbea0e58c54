// Texts of the rows that are not lines, and of the states of a pane.
import type { LogGap } from "@/lib/bff/live";
import { visibleText } from "@/lib/format/ansi";
import { formatChosenDuration } from "@/lib/format/duration";
import { formatCount, formatCountOf } from "@/lib/format/numbers";
import type { LogRow, OtherRow } from "@/lib/live/log-chunk";
import type { FeedState } from "@/lib/live/log-feed";
import { levelStyles } from "./hue-class.ts";
import type { FormatLogTime } from "./use-log-time.ts";

/** Duration of a gap, to the second. */
function lengthOf(gap: LogGap): string | undefined {
  const ms = Date.parse(gap.to) - Date.parse(gap.from ?? "");
  if (!Number.isFinite(ms) || ms < 0) return undefined;
  return formatChosenDuration(ms < 1000 ? ms : Math.round(ms / 1000) * 1000);
}

function missing(gap: LogGap, noun: string): string {
  if (gap.count === 0) return `no ${noun} is missing`;
  switch (gap.reason) {
    case "disconnected":
      return gap.count === null
        ? `${noun}s may be missing, count unknown`
        : `${formatCountOf(gap.count, noun)} may be missing`;
    case "overflow":
    case "slow":
    case "expired":
      return gap.count === null
        ? `${noun}s are missing, count unknown`
        : `${formatCountOf(gap.count, noun)} ${gap.count === 1 ? "is" : "are"} missing`;
  }
}

function cause(gap: LogGap, noun: string): string {
  switch (gap.reason) {
    case "disconnected": {
      const length = lengthOf(gap);
      return length === undefined ? "Disconnected" : `Disconnected ${length}`;
    }
    case "overflow":
      return `The dashboard's buffer was full`;
    case "slow":
      return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}s arrived too fast to show`;
    case "expired":
      return "The dashboard restarted this log";
  }
}

/** The cause of a gap and what is missing, as one line. `noun`: one of what the log consists of. */
export const formatShortGap = (gap: LogGap, noun = "line"): string =>
  `${cause(gap, noun)} · ${missing(gap, noun)}`;

/** A gap as one line: cause, what is missing, from when to when. */
export function formatGap(gap: LogGap, formatTime: FormatLogTime, noun = "line"): string {
  const clock = (time: string | null) => {
    const atMs = Date.parse(time ?? "");
    return Number.isNaN(atMs) ? undefined : formatTime(atMs, "second");
  };
  const [from, to] = [clock(gap.from), clock(gap.to)];
  const span = from !== undefined && to !== undefined && from !== to ? `${from} – ${to}` : (to ?? from);
  return [formatShortGap(gap, noun), span].filter((part) => part !== undefined).join(" · ");
}

/** The end of a log, of all sources or of one. */
export function formatLogEnd(reason: string | null): string {
  return reason === null ? "Log ended" : `Log ended · ${reason}`;
}

/** Text of a row about the log rather than of it. */
export const noteText = (row: OtherRow, formatTime: FormatLogTime): string =>
  row.kind === "gap" ? formatGap(row.gap, formatTime) : formatLogEnd(row.reason);

/** Time since the line above: `+12 ms`, `+3.4 s`, `−5 ms` where time went back. */
export function formatDelta(ms: number): string {
  if (!Number.isFinite(ms)) return "";
  const sign = ms < 0 ? "−" : "+";
  const size = Math.abs(ms);
  if (size < 1000) return `${sign}${size} ms`;
  return size < 100_000 ? `${sign}${(size / 1000).toFixed(1)} s` : `${sign}${formatCount(size / 1000)} s`;
}

const spokenChars = 300;

/** Accessible name of a row: time, level, source, text. */
export function rowLabel(
  row: LogRow,
  sources: readonly string[] | undefined,
  formatTime: FormatLogTime,
): string {
  const name = row.source === undefined ? undefined : sources?.[row.source];
  if (row.kind !== "line") {
    return [name, noteText(row, formatTime)].filter((part) => part !== undefined).join(", ");
  }
  const time = Number.isNaN(row.atMs) ? undefined : formatTime(row.atMs, "ms");
  const level = row.level === "none" ? undefined : levelStyles[row.level].word;
  return [time, name, level, visibleText(row.text).slice(0, spokenChars)]
    .filter((part) => part !== undefined)
    .join(", ");
}

/** A linked line that is no longer in the buffer, and what is. */
export function lostLineMessages(
  at: string,
  beginsAt: number | undefined,
  formatTime: FormatLogTime,
): string {
  const atMs = Date.parse(at);
  const line = Number.isNaN(atMs) ? "This line" : `The line from ${formatTime(atMs, "ms")}`;
  return beginsAt === undefined
    ? `${line} is no longer stored.`
    : `${line} is no longer stored. The log starts at ${formatTime(beginsAt, "ms")}.`;
}

/** The oldest lines of a stored log that was too large. */
const deletedLines = (count: number) =>
  `${formatCountOf(count, "older line")} deleted: the log was too large`;

/** The first row: where the buffered lines begin. Empty while the pane's state says why there are none. */
export function formatLogStart(
  {
    beginsAt,
    evictedLineCount,
    deletedLineCount = 0,
    cleared,
    log,
  }: {
    beginsAt: number | undefined;
    evictedLineCount: number;
    /** Older lines of a stored log that were deleted. */
    deletedLineCount?: number | undefined;
    cleared: boolean;
    log: FeedState["log"];
  },
  formatTime: FormatLogTime,
): string {
  if (evictedLineCount > 0)
    return `${formatCountOf(evictedLineCount, "older line")} dropped: the pane was full`;
  if (cleared) return "Pane cleared. Older lines are still in the log";
  if (deletedLineCount > 0) return deletedLines(deletedLineCount);
  if (beginsAt === undefined) return log === "ended" ? "No lines" : log === "open" ? "No lines yet" : "";
  return `Log starts at ${formatTime(beginsAt, "full")}`;
}

export interface FeedStateText {
  readonly word: string;
  readonly tone: "calm" | "warn" | "bad";
  readonly detail: string | undefined;
}

/** A stored log that was read to its end: where it begins and ends. */
function storedState(
  { stored, deletedLines: deleted = 0 }: FeedState,
  formatTime: FormatLogTime,
): FeedStateText | undefined {
  if (stored === undefined) return undefined;
  const { fromMs, toMs } = stored;
  const isTimed = fromMs !== null && toMs !== null;
  const span = (precision: "second" | "full") =>
    isTimed ? `${formatTime(fromMs, precision)} – ${formatTime(toMs, precision)}` : undefined;
  const details = [
    "Stored by the dashboard",
    ...(isTimed ? [span("full")] : []),
    ...(deleted > 0 ? [deletedLines(deleted)] : []),
  ];
  const word = ["Stored log", span("second")].filter((part) => part !== undefined).join(" · ");
  return { word, tone: "calm", detail: details.join(" · ") };
}

/** Name of a pane's state, by priority: the worst first. */
export function formatPaneState(
  state: FeedState,
  following: boolean,
  formatTime: FormatLogTime,
): FeedStateText {
  const detail = state.reason ?? undefined;
  if (state.connection === "signed_out") {
    return { word: "signed out", tone: "bad", detail: "Sign in again to continue." };
  }
  if (state.log === "ended")
    return storedState(state, formatTime) ?? { word: "log ended", tone: "calm", detail };
  if (state.fault !== undefined) return { word: "not complete", tone: "warn", detail: state.fault.message };
  if (state.connection === "reconnecting") {
    return { word: "reconnecting", tone: "warn", detail: "The connection to the dashboard was lost." };
  }
  if (state.connection === "stale") {
    return { word: "stale", tone: "warn", detail: "The dashboard does not respond." };
  }
  switch (state.log) {
    case "connecting":
      return { word: state.stored === undefined ? "connecting" : "reading", tone: "calm", detail };
    case "reconnecting":
      return {
        word: "reconnecting",
        tone: "warn",
        detail: detail ?? "The connection to the browser was lost.",
      };
    case "unavailable":
      return { word: "unavailable", tone: "warn", detail };
    case "open":
      return { word: following ? "following" : "paused", tone: "calm", detail: undefined };
  }
}
