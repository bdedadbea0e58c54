// Rows of a log in words: what a pane shows, what a copy and a download contain.
import type { LogGap } from "@/lib/bff/live";
import { visibleText } from "@/lib/live/ansi";
import type { FeedState } from "@/lib/live/log-feed";
import type { LogRow } from "@/lib/live/log-store";

export type FormatTime = (at: string | number) => string;

/** A break: why, how many lines it may have cost, from when to when. */
export function gapText(gap: LogGap, formatTime: FormatTime): string {
  const missing =
    gap.count === null
      ? "lines may be missing"
      : gap.count === 0
        ? "no line is missing"
        : `${gap.count.toLocaleString("en")} ${gap.count === 1 ? "line is" : "lines are"} missing`;
  const span =
    gap.from === null ? `until ${formatTime(gap.to)}` : `${formatTime(gap.from)} – ${formatTime(gap.to)}`;
  switch (gap.reason) {
    case "disconnected": {
      const seconds = gap.from === null ? Number.NaN : (Date.parse(gap.to) - Date.parse(gap.from)) / 1000;
      const lasted = Number.isFinite(seconds) ? ` ${Math.max(1, Math.round(seconds))} s` : "";
      return `Disconnected${lasted} · ${missing} · ${span}`;
    }
    case "overflow":
      return `The dashboard let go of older lines · ${missing} · ${span}`;
    case "slow":
      return `This browser was too slow · ${missing} · ${span}`;
    case "expired":
      return `The dashboard started anew · ${missing} · ${span}`;
  }
}

/** A row as it is copied and saved. */
export function rowText(row: LogRow, formatTime: FormatTime): string {
  switch (row.kind) {
    case "line":
      return visibleText(row.text);
    case "gap":
      return `--- ${gapText(row.gap, formatTime)} ---`;
    case "ended":
      return `--- ${endText(row.reason)} ---`;
  }
}

export const endText = (reason: string | null): string =>
  reason ? `The log has ended: ${reason}` : "The session has ended; no more lines will come.";

/** What the log is doing, in words. */
export function stateText({ connection, log, reason }: FeedState, following: boolean): string {
  if (connection === "signed_out") return "signed out";
  if (connection === "reconnecting" || connection === "stale")
    return "dashboard does not answer, reconnecting …";
  switch (log) {
    case "connecting":
      return "connecting …";
    case "open":
      return following ? "following" : "paused";
    case "reconnecting":
      return "API does not answer, reconnecting …";
    case "ended":
      return "session ended";
    case "unavailable":
      return reason ?? "not available";
  }
}
