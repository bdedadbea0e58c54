// A log as text for copying and downloading: every line in full, with its time, without escape sequences.

import { visibleText } from "@/lib/format/ansi";
import { fileTime } from "@/lib/format/file-time";
import { formatCount } from "@/lib/format/numbers";
import type { LogRow } from "@/lib/live/log-chunk";
import type { LogStore } from "@/lib/live/log-store";
import { logTexts } from "./log-pane-on-demand-messages.ts";
import { noteText } from "./row-messages.ts";
import type { RowView } from "./row-view.ts";
import type { FormatLogTime } from "./use-log-time.ts";

const pieceRows = 5000;

/**
 * The rows of a view as pieces of text of some thousand lines each; yields to the page between them. Gaps,
 * and lines evicted meanwhile, are lines that begin with `---`.
 */
export async function* logText(
  store: LogStore,
  view: RowView,
  { sources, formatTime }: { sources: readonly string[] | undefined; formatTime: FormatLogTime },
): AsyncGenerator<string, void> {
  let lines: string[] = [];
  let lost = 0;
  for (let index = 1; index < view.count; index += 1) {
    const row = store.row(view.numberAt(index));
    if (row === undefined) lost += 1;
    else lines.push(`${rowText(row, sources, formatTime)}\n`);
    if (lines.length < pieceRows) continue;
    yield lines.join("");
    lines = [];
    await new Promise((resolve) => setTimeout(resolve));
  }
  if (lost > 0) lines.push(logTexts.rowsDropped(formatCount(lost), lost));
  yield lines.join("");
}

/** One row as copied text. */
export function rowText(
  row: LogRow,
  sources: readonly string[] | undefined,
  formatTime: FormatLogTime,
): string {
  const name = row.source === undefined ? undefined : sources?.[row.source];
  if (row.kind !== "line") {
    const note = noteText(row, formatTime);
    return name === undefined ? `--- ${note}` : `--- ${name} · ${note}`;
  }
  const time = Number.isNaN(row.atMs) ? row.at : formatTime(row.atMs, "full");
  return `${time}  ${name === undefined ? "" : `${name}  `}${visibleText(row.text)}${row.cut ? " [cut]" : ""}${stackText(row.stack)}`;
}

const stackText = (stack: string | undefined) =>
  stack === undefined ? "" : `\n${stack.replace(/^/gm, "    ")}`;

/** A file name of what the log is of, the pane's title and the time in UTC: letters, digits, dots and dashes. */
export function logFileName(ofId: string, title: string, atMs: number): string {
  const [id = "", name = ""] = [ofId, title].map((text) =>
    text.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[-.]+|[-.]+$/g, ""),
  );
  return `${id}-${name.slice(0, 80) || "log"}-${fileTime(atMs)}.txt`;
}
