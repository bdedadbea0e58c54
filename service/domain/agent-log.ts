// The lines of one running invocation: the last ones are kept, all of them go into a log file of every session
// the invocation has, from its first line on.
import { constants } from "node:fs";
import { openExact } from "../instance/open-exact.ts";
import { LineRing, type LoggedLine } from "./line-ring.ts";

/** A session as far as the log cares. */
export interface LoggedSession {
  id: string;
  /** File on the session's instance, by its real path; its folder is there as long as the session is. */
  agentLogFile: string;
}

export interface AgentLogDeps {
  sessions: () => readonly LoggedSession[];
  /** The present as RFC 3339. */
  timestamp: () => string;
  /** Told after every line. */
  onLine: () => void;
}

/** What may wait for a slow disk, for one file; lines beyond it are still kept for readers of the invocation. */
const longestQueue = 4_000_000;

export class AgentLog {
  readonly ring = new LineRing();
  readonly #deps: AgentLogDeps;
  readonly #seen = new Set<string>();
  readonly #queued = new Map<string, string>();
  #writing = false;

  constructor(deps: AgentLogDeps) {
    this.#deps = deps;
  }

  /** Takes what was said; a session that joined since the last line first gets what was said before. */
  add(said: string): void {
    const added = this.ring.add(this.#deps.timestamp(), said);
    if (added.length === 0) return;
    for (const session of this.#deps.sessions()) {
      const fresh = !this.#seen.has(session.id);
      this.#seen.add(session.id);
      this.#queue(session.agentLogFile, fresh ? this.ring.lines() : added);
    }
    this.#deps.onLine();
  }

  #queue(file: string, lines: readonly LoggedLine[]): void {
    const waiting = this.#queued.get(file) ?? "";
    if (waiting.length > longestQueue) return;
    this.#queued.set(file, waiting + lines.map((line) => `${shownLine(line)}\n`).join(""));
    if (!this.#writing) void this.#write();
  }

  async #write(): Promise<void> {
    this.#writing = true;
    for (const [file, text] of this.#queued) {
      this.#queued.delete(file);
      // A session may end at any moment and its folder with it: then there is nowhere left to write.
      await append(file, text).catch(() => undefined);
    }
    this.#writing = false;
  }
}

/** A line as a log file shows it, to the millisecond. */
export const shownLine = ({ at, text }: LoggedLine): string => `${at.slice(0, 23)}Z ${text}`;

async function append(file: string, text: string): Promise<void> {
  const handle = await openExact(file, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT, 0o600);
  try {
    await handle.appendFile(text);
  } finally {
    await handle.close();
  }
}
