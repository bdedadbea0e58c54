// The lines of a stored log as a file of an archive, and a report of what is not in it.
import { visibleText } from "../../format/ansi.ts";
import { readTelemetryLine } from "../../telemetry/telemetry-line.ts";
import type { ReadEntry } from "../stored-logs/stored-log-chunks.ts";

/** The most gaps that a report lists; all are counted. */
const maxGaps = 1_000;

type Gap = Extract<ReadEntry, { kind: "gap" }>;

/** What was read of a log so far. */
export class LogReport {
  /** Lines written. */
  lines = 0;
  /** Lines of telemetry that are no events, which are left out. */
  unreadable = 0;
  gaps = 0;
  /** Lines that gaps say are missing; null: one of them does not say. */
  missing: number | null = 0;
  readonly listedGaps: {
    before_line: number;
    reason: string;
    lines: number | null;
    from: string | null;
    to: string;
  }[] = [];
  readonly deleted: { first_line: number; last_line: number }[] = [];

  add(entry: ReadEntry): void {
    if (entry.kind === "line") this.lines += 1;
    else if (entry.kind === "deleted")
      this.deleted.push({ first_line: entry.line, last_line: entry.lastLine });
    else this.#addGap(entry);
  }

  #addGap({ line, reason, count, from, to }: Gap): void {
    this.gaps += 1;
    this.missing = this.missing === null || count === null ? null : this.missing + count;
    if (this.listedGaps.length < maxGaps)
      this.listedGaps.push({ before_line: line, reason, lines: count, from, to });
  }
}

type Entries = AsyncIterable<readonly ReadEntry[]>;

/** `<time> <text>` for each line; what is missing is a line that begins with `---`. Escape sequences are left out. */
export async function* logFile(chunks: Entries, report: LogReport): AsyncGenerator<string> {
  for await (const entries of chunks) {
    for (const entry of entries) report.add(entry);
    yield entries.map((entry) => `${lineOf(entry)}\n`).join("");
  }
}

function lineOf(entry: ReadEntry): string {
  switch (entry.kind) {
    case "line":
      return `${entry.at} ${visibleText(entry.text)}${entry.cut === true ? " [cut]" : ""}`;
    case "gap":
      return `--- ${countOf(entry)} missing (${entry.reason}) ---`;
    case "deleted":
      return entry.line === entry.lastLine
        ? `--- line ${entry.line} deleted ---`
        : `--- lines ${entry.line} to ${entry.lastLine} deleted ---`;
  }
}

const countOf = ({ count }: Gap) =>
  count === null ? "unknown number of lines" : `${count} ${count === 1 ? "line" : "lines"}`;

/** Each event of telemetry as a line of JSON. Gaps are only in the report, because they are no events. */
export async function* telemetryFile(chunks: Entries, report: LogReport): AsyncGenerator<string> {
  for await (const entries of chunks) {
    const lines: string[] = [];
    for (const entry of entries) {
      if (entry.kind === "line" && readTelemetryLine(entry.text) === undefined) {
        report.unreadable += 1;
        continue;
      }
      report.add(entry);
      if (entry.kind === "line") lines.push(`${entry.text}\n`);
    }
    yield lines.join("");
  }
}
