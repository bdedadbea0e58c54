// The lines of one running invocation: the last ones are kept, all of them go into a log file of every session
// the invocation has, from its first line on.
import { appendFile } from "node:fs/promises";

/** A session as far as the log cares. */
export interface LoggedSession {
  id: string;
  /** File on the session's instance; its folder is there as long as the session is. */
  agentLogFile: string;
}

const keptLines = 500;
const longestLine = 8_192;

export class AgentLog {
  readonly #sessions: () => readonly LoggedSession[];
  readonly #now: () => number;
  readonly #seen = new Set<string>();
  #kept: string[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(sessions: () => readonly LoggedSession[], now: () => number) {
    this.#sessions = sessions;
    this.#now = now;
  }

  /** Takes a line; a session that joined since the last one first gets what was said before. */
  add(text: string): void {
    const cut =
      text.length > longestLine ? `${text.slice(0, longestLine)}… (${text.length} characters)` : text;
    const line = `${new Date(this.#now()).toISOString()} ${cut}`;
    const before = this.#kept;
    this.#kept = [...before.slice(1 - keptLines), line];
    for (const session of this.#sessions()) {
      const fresh = !this.#seen.has(session.id);
      this.#seen.add(session.id);
      this.#append(session.agentLogFile, fresh ? [...before, line] : [line]);
    }
  }

  /** The kept lines, oldest first. */
  lines(): readonly string[] {
    return this.#kept;
  }

  /** Resolves when everything taken so far is in the files. */
  written(): Promise<void> {
    return this.#writing;
  }

  #append(file: string, lines: readonly string[]): void {
    const text = lines.map((line) => `${line}\n`).join("");
    // A session may end at any moment and its folder with it: then there is nowhere left to write.
    this.#writing = this.#writing.then(() => appendFile(file, text)).catch(() => undefined);
  }
}
