// The logs of all invocations: a folder with one file each. Of ended invocations, the logs of the last ones are stored.
import { readdirSync, rmSync, statSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { logLineMaxBytes } from "../../lib/contract/logs.ts";
import { makeFolder } from "../kernel/data-folder.ts";
import { type LineReader, type LoggedLine, lineFromText } from "../kernel/log-lines.ts";
import { undefinedIfMissing } from "../kernel/system-error.ts";
import { LineSplitter } from "../machine/line-splitter.ts";
import { InvocationLog } from "./invocation-log.ts";
import type { StoredInvocation } from "./invocation-rows.ts";

interface LogLimits {
  /** Size of the log of one invocation. */
  logBytes: number;
  /** Number and total size of the logs of ended invocations. */
  logs: number;
  totalBytes: number;
}

export const standardLogLimits: LogLimits = { logBytes: 16 * 1024 * 1024, logs: 2_000, totalBytes: 2e9 };

/** What is shown as the log of an invocation without a file: that it is not stored any more, if it has ever run. */
export function linesWithoutFile({
  started_at,
  queued_at,
  finished_at,
}: Pick<StoredInvocation, "started_at" | "queued_at" | "finished_at">): readonly LoggedLine[] {
  const wasStarted = started_at !== queued_at;
  if (finished_at === null || !wasStarted) return [];
  const { logs, totalBytes } = standardLogLimits;
  const text = `[no log of this invocation is stored: only those of the last ${logs} invocations (${totalBytes / 1e9} GB) are]`;
  return [{ at: finished_at, text }];
}

const ending = ".log";
const chunkBytes = 64 * 1024;

const isStamped = (line: string) => /^\d{4}-\S+Z /.test(line);

export class InvocationLogs {
  readonly #dir: string;
  readonly #limits: LogLimits;
  readonly #running = new Map<string, InvocationLog>();
  /** Sizes in bytes of the logs of ended invocations, first ended first. */
  readonly #ended = new Map<string, number>();
  #endedBytes = 0;

  /**
   * Creates the folder. `finishedAt` returns when an invocation ended, as RFC 3339 in UTC, null for one that may go on, or
   * undefined when there is none, whose log is deleted then.
   */
  constructor(
    dir: string,
    finishedAt: (id: string) => string | null | undefined,
    limits = standardLogLimits,
  ) {
    this.#dir = dir;
    this.#limits = limits;
    makeFolder(dir);
    const ended: { id: string; at: string }[] = [];
    for (const name of readdirSync(dir).filter((name) => name.endsWith(ending))) {
      const id = name.slice(0, -ending.length);
      const at = finishedAt(id);
      if (at === undefined) rmSync(this.#path(id), { force: true });
      else if (at !== null) ended.push({ id, at });
    }
    for (const { id } of ended.sort((a, b) => a.at.localeCompare(b.at))) this.#addEnded(id);
    this.#deleteOld();
  }

  /** The log of an invocation that starts, also once more; with `resumes`, of one that an earlier process has begun. */
  start(id: string, options: { resumes?: boolean } = {}): InvocationLog {
    const log = this.#running.get(id) ?? new InvocationLog(this.#path(id), this.#limits.logBytes, options);
    this.#running.set(id, log);
    return log;
  }

  /**
   * Closes the log of an invocation that has ended and deletes the oldest ones above the limits. Returns the error
   * because of which lines are missing in it without a note, if there is one.
   */
  end(id: string, at: string): unknown {
    const log = this.#running.get(id);
    if (!log) return undefined;
    try {
      return log.close(at);
    } finally {
      this.#running.delete(id);
      this.#addEnded(id);
      this.#deleteOld();
    }
  }

  /** A reader of a log from its first line; where there is no file, of the lines that `otherwise` returns. */
  reader(id: string, otherwise: () => readonly LoggedLine[]): LineReader {
    return new LogReader({
      path: this.#path(id),
      running: () => this.#running.get(id),
      exists: () => this.#running.has(id) || this.#ended.has(id),
      otherwise,
    });
  }

  #path(id: string): string {
    return join(this.#dir, id + ending);
  }

  #addEnded(id: string): void {
    const sizeBytes = statSync(this.#path(id), { throwIfNoEntry: false })?.size;
    if (sizeBytes === undefined) return;
    this.#endedBytes += sizeBytes - (this.#ended.get(id) ?? 0);
    this.#ended.set(id, sizeBytes);
  }

  #deleteOld(): void {
    for (const [id, sizeBytes] of this.#ended) {
      if (this.#ended.size <= this.#limits.logs && this.#endedBytes <= this.#limits.totalBytes) return;
      rmSync(this.#path(id), { force: true });
      this.#ended.delete(id);
      this.#endedBytes -= sizeBytes;
    }
  }
}

interface LogSource {
  path: string;
  /** Undefined once the log is complete. */
  running: () => InvocationLog | undefined;
  exists: () => boolean;
  otherwise: () => readonly LoggedLine[];
}

class LogReader implements LineReader {
  readonly #source: LogSource;
  readonly #splitter = new LineSplitter(logLineMaxBytes);
  #handle: FileHandle | undefined;
  #position = 0;
  #readOtherwise = false;

  constructor(source: LogSource) {
    this.#source = source;
  }

  async read(): Promise<readonly LoggedLine[]> {
    const running = this.#source.running();
    if (running?.writtenBytes === this.#position) return [];
    this.#handle ??= this.#source.exists()
      ? await open(this.#source.path, "r").catch(undefinedIfMissing)
      : undefined;
    if (!this.#handle) return this.#otherwise();
    for (;;) {
      // A failed write may have left bytes beyond these.
      const endAt = running?.writtenBytes ?? Number.POSITIVE_INFINITY;
      const room = Math.min(chunkBytes, endAt - this.#position);
      const buffer = Buffer.allocUnsafe(room);
      const { bytesRead } =
        room > 0 ? await this.#handle.read(buffer, 0, room, this.#position) : { bytesRead: 0 };
      // A kill of the service may have cut the last line, even in its time.
      if (bytesRead === 0) return running ? [] : this.#splitter.rest().filter(isStamped).map(lineFromText);
      this.#position += bytesRead;
      const lines = this.#splitter.push(buffer.subarray(0, bytesRead));
      if (lines.length > 0) return lines.map(lineFromText);
    }
  }

  async close(): Promise<void> {
    await this.#handle?.close();
  }

  #otherwise(): readonly LoggedLine[] {
    if (this.#readOtherwise) return [];
    const lines = this.#source.otherwise();
    this.#readOtherwise = lines.length > 0;
    return lines;
  }
}
