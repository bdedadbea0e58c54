// A log as the text that is copied and downloaded: every line in full, with its time, without escape sequences.
import { visibleText } from "@/lib/live/ansi";
import type { LogStore } from "@/lib/live/log-store";
import type { RowView } from "./row-view.ts";
import { gapWords } from "./row-words.ts";
import type { FormatLogTime } from "./use-log-time.ts";

/** The rows of a view as text pieces of some thousand lines each. Breaks are lines that begin with `---`. */
export function logText(store: LogStore, view: RowView, formatTime: FormatLogTime): string[] {
  const pieces: string[] = [];
  let lines: string[] = [];
  for (let index = 1; index < view.count; index += 1) {
    const row = store.row(view.numberAt(index));
    if (row === undefined) continue;
    if (row.kind === "gap") lines.push(`--- ${gapWords(row.gap, formatTime)}\n`);
    else if (row.kind === "ended")
      lines.push(`--- Session ended${row.reason === null ? "" : ` · ${row.reason}`}\n`);
    else {
      const time = Number.isNaN(row.atMs) ? row.at : formatTime(row.atMs, "full");
      lines.push(`${time}  ${visibleText(row.text)}${row.cut ? " [cut]" : ""}\n`);
    }
    if (lines.length < 5000) continue;
    pieces.push(lines.join(""));
    lines = [];
  }
  pieces.push(lines.join(""));
  return pieces;
}

/** A file name from a pane's title: letters, digits, dots and dashes. */
export function logFileName(title: string): string {
  const name = title.replace(/[^A-Za-z0-9._-]+/g, "-").replace(/^[-.]+|[-.]+$/g, "");
  return `${name.slice(0, 80) || "log"}.txt`;
}

/** Hands `pieces` to the browser as a download. */
export function downloadText(fileName: string, pieces: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([...pieces], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
