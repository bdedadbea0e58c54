import type { LogLine } from "@/lib/bff/live";
import { namedIdsIn } from "@/lib/live/line-ids";
import { type LineMark, LineMarks } from "@/lib/live/line-marks";

/** The newest lines of a summary; a pane keeps its own. */
const maxLines = 200;
/** The first sessions that a log names count; an action that lists foreign ones could name any number. */
const maxSessions = 50;

/** A session that a log names. */
export interface NamedSession {
  readonly id: string;
  /** Time of the first line that names it, epoch milliseconds. */
  readonly atMs: number;
}

export interface LogSummaryState {
  /** The newest lines. */
  readonly newest: readonly LogLine[];
  /** Its lines on a time axis. */
  readonly marks: readonly LineMark[];
  /** Time of its earliest line with an error, epoch milliseconds. */
  readonly firstErrorMs: number | undefined;
  /** The sessions that its lines name, in the order of the lines. */
  readonly sessions: readonly NamedSession[];
}

/** What a page shows of a log beside the log itself. */
export class LogSummary {
  #newest: readonly LogLine[] = [];
  readonly #marks = new LineMarks();
  #sessions: readonly NamedSession[] = [];

  /** Adds lines in the order in which they arrived; one without a valid time is among the newest only. */
  add(lines: readonly LogLine[]): void {
    for (const { at, text } of lines) {
      const atMs = Date.parse(at);
      if (Number.isNaN(atMs)) continue;
      this.#marks.add(atMs, text);
      this.#addSessions(atMs, text);
    }
    this.#newest = [...this.#newest, ...lines].slice(-maxLines);
  }

  /** The summary so far. */
  read(): LogSummaryState {
    return {
      newest: this.#newest,
      marks: this.#marks.list(),
      firstErrorMs: this.#marks.firstErrorMs,
      sessions: this.#sessions,
    };
  }

  #addSessions(atMs: number, text: string): void {
    for (const { kind, id } of namedIdsIn(text)) {
      if (kind !== "session" || this.#sessions.length >= maxSessions) continue;
      if (this.#sessions.some((session) => session.id === id)) continue;
      this.#sessions = [...this.#sessions, { id, atMs }];
    }
  }
}
