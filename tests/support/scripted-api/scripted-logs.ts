// Log files of scripted sessions: lines are appended by a test, read whole or followed from the end.
import type { LogEvent } from "../../../lib/contract/logs.ts";

interface File {
  readonly events: LogEvent[];
  readonly wake: Set<() => void>;
  ended: boolean;
}

export class ScriptedLogs {
  readonly #files = new Map<string, File>();
  #cuts = new AbortController();

  #file(session: string, source: string): File {
    const key = `${session} ${source}`;
    const file = this.#files.get(key) ?? { events: [], wake: new Set(), ended: false };
    this.#files.set(key, file);
    return file;
  }

  /** Appends lines, written now or at `at`. */
  write(session: string, source: string, lines: readonly string[], at = new Date().toISOString()): void {
    const file = this.#file(session, source);
    for (const message of lines) file.events.push({ event: "log", timestamp: at, message });
    for (const wake of file.wake) wake();
  }

  /** The session has ended: its followers' streams end after their last line. */
  end(session: string): void {
    for (const [key, file] of this.#files) {
      if (!key.startsWith(`${session} `)) continue;
      file.ended = true;
      for (const wake of file.wake) wake();
    }
  }

  /** How many follow now. */
  followers(session: string, source: string): number {
    return this.#file(session, source).wake.size;
  }

  /** Breaks every open stream in the middle. */
  cut(): void {
    this.#cuts.abort();
    this.#cuts = new AbortController();
  }

  clear(): void {
    this.cut();
    this.#files.clear();
  }

  /** History is the whole file and ends; following begins at the end of the file. */
  async *read(
    session: string,
    source: string,
    { follow, signal }: { follow: boolean; signal: AbortSignal },
  ): AsyncGenerator<readonly LogEvent[], void> {
    const file = this.#file(session, source);
    if (!follow) {
      yield [...file.events];
      return;
    }
    let at = file.events.length;
    const over = AbortSignal.any([signal, this.#cuts.signal]);
    let wake: () => void = () => undefined;
    const wakeFollower = () => wake();
    file.wake.add(wakeFollower);
    over.addEventListener("abort", wakeFollower);
    try {
      while (!over.aborted) {
        if (at < file.events.length) {
          const fresh = file.events.slice(at);
          at += fresh.length;
          yield fresh;
          continue;
        }
        if (file.ended) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    } finally {
      file.wake.delete(wakeFollower);
      over.removeEventListener("abort", wakeFollower);
    }
  }
}
