// Writes the log lines of one running invocation to a log file on every session of the invocation.
import { constants } from "node:fs";
import { LineRing } from "../kernel/line-ring.ts";
import { type LoggedLine, missingLines } from "../kernel/log-lines.ts";
import { openWithoutSymlinks } from "../machine/open-without-symlinks.ts";

export interface LoggedSession {
  id: string;
  /** Real path of the log file on the session's instance; its folder exists as long as the session does. */
  agentLogFile: string;
}

export interface AgentLogDeps {
  sessions: () => readonly LoggedSession[];
  /** The current time, RFC 3339. */
  timestamp: () => string;
}

/** Limit of the unwritten text of one file; a line in the file has the number of those beyond it. */
const maxQueueChars = 4_000_000;

/** Unwritten lines of one file. */
interface Queue {
  text: string;
  /** Lines after `text` that were dropped. */
  dropped: number;
}

/** Writes to disk in the background; errors of writing are ignored, as a session may end at any moment. */
export class AgentLog {
  /** The last lines, for sessions that join later. */
  readonly #ring = new LineRing();
  readonly #deps: AgentLogDeps;
  readonly #startedFiles = new Set<string>();
  readonly #queues = new Map<string, Queue>();
  #writing = false;

  constructor(deps: AgentLogDeps) {
    this.#deps = deps;
  }

  /** Adds lines. A session that joined after the last call gets the earlier lines first, as far as they are available. */
  add(lines: readonly LoggedLine[]): void {
    this.#ring.add(lines);
    for (const { id, agentLogFile } of this.#deps.sessions()) {
      const isNew = !this.#startedFiles.has(id);
      this.#startedFiles.add(id);
      this.#queue(agentLogFile, isNew ? this.#ring.lines() : lines);
    }
  }

  #queue(file: string, lines: readonly LoggedLine[]): void {
    const queue = this.#queues.get(file) ?? { text: "", dropped: 0 };
    this.#queues.set(file, queue);
    if (queue.text.length > maxQueueChars) queue.dropped += lines.length;
    else queue.text += textOf(lines);
    if (!this.#writing) void this.#write();
  }

  async #write(): Promise<void> {
    this.#writing = true;
    for (const [file, { text, dropped }] of this.#queues) {
      this.#queues.delete(file);
      const cause = "they came faster than they could be written";
      const gap = dropped > 0 ? [missingLines(this.#deps.timestamp(), dropped, cause)] : [];
      // The session and its folder may be gone.
      await append(file, text + textOf(gap)).catch(() => undefined);
    }
    this.#writing = false;
  }
}

const textOf = (lines: readonly LoggedLine[]) => lines.map((line) => `${formatLogLine(line)}\n`).join("");

/** The format of log files: time to the millisecond, a space, the text. */
export const formatLogLine = ({ at, text }: LoggedLine): string => `${at.slice(0, 23)}Z ${text}`;

async function append(file: string, text: string): Promise<void> {
  const handle = await openWithoutSymlinks(
    file,
    constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT,
    0o600,
  );
  try {
    await handle.appendFile(text);
  } finally {
    await handle.close();
  }
}
