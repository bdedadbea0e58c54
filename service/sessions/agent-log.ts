// The log lines of one running invocation: the last ones in memory for its readers, all of them in a log file on
// every session of the invocation.
import { constants } from "node:fs";
import { LineRing, type LoggedLine } from "../kernel/line-ring.ts";
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
  /** Called after every `add` that added a line. */
  onLine: () => void;
}

/** Limit of the unwritten text of one file; further lines are missing in the file but not in `ring`. */
const maxQueueChars = 4_000_000;

/** Writes to disk in the background; errors of writing are ignored, as a session may end at any moment. */
export class AgentLog {
  readonly ring = new LineRing();
  readonly #deps: AgentLogDeps;
  readonly #startedFiles = new Set<string>();
  readonly #queued = new Map<string, string>();
  #writing = false;

  constructor(deps: AgentLogDeps) {
    this.#deps = deps;
  }

  /** Adds the lines of `text`. A session that joined after the last call gets the earlier lines first. */
  add(text: string): void {
    const added = this.ring.add(this.#deps.timestamp(), text);
    if (added.length === 0) return;
    for (const session of this.#deps.sessions()) {
      const isNew = !this.#startedFiles.has(session.id);
      this.#startedFiles.add(session.id);
      this.#queue(session.agentLogFile, isNew ? this.ring.lines() : added);
    }
    this.#deps.onLine();
  }

  #queue(file: string, lines: readonly LoggedLine[]): void {
    const waiting = this.#queued.get(file) ?? "";
    if (waiting.length > maxQueueChars) return;
    this.#queued.set(file, waiting + lines.map((line) => `${formatLogLine(line)}\n`).join(""));
    if (!this.#writing) void this.#write();
  }

  async #write(): Promise<void> {
    this.#writing = true;
    for (const [file, text] of this.#queued) {
      this.#queued.delete(file);
      // The session and its folder may be gone.
      await append(file, text).catch(() => undefined);
    }
    this.#writing = false;
  }
}

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
