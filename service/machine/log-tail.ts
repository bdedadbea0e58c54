// Follows a log file for one reader, at the reader's pace and without a queue. Returns every whole line once, through
// truncation and rotation by rename.
import { constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { logLineMaxBytes } from "../../lib/contract/logs.ts";
import { type Paces, standardPaces } from "../kernel/paces.ts";
import { LineSplitter } from "./line-splitter.ts";
import { rotatedNames } from "./log-file.ts";

const chunkBytes = 128 * 1024;
const headBytes = 256;

const gapMarker = "[lines may be missing here: the log was rotated faster than this reader took it]";

interface Successor {
  handle: FileHandle;
  /** True when files between the present one and this one may have been removed. */
  mayHaveGap: boolean;
}

export interface TailSignals {
  /** Stops at once. */
  signal: AbortSignal;
  /** The log is complete: read to its end, then stop. */
  finished: AbortSignal;
}

interface Following {
  follow: boolean;
  /** Called after the file is closed. */
  release: () => Promise<void>;
  paces: Paces["logs"];
}

const standardFollowing: Following = {
  follow: true,
  release: async () => undefined,
  paces: standardPaces.logs,
};

export class Tail {
  readonly #path: string;
  readonly #follow: boolean;
  readonly #endAt: number;
  readonly #buffer = Buffer.allocUnsafe(chunkBytes);
  readonly #paces: Paces["logs"];
  readonly #release: () => Promise<void>;
  #handle: FileHandle;
  #position: number;
  #splitter = new LineSplitter(logLineMaxBytes);
  /** The first bytes at the last check; when they differ, the file has been rewritten. */
  #head: Buffer = Buffer.alloc(0);

  private constructor(
    path: string,
    handle: FileHandle,
    start: { follow: boolean; at: number; endAt: number },
    { paces, release }: Following,
  ) {
    this.#path = path;
    this.#handle = handle;
    this.#follow = start.follow;
    this.#position = start.at;
    this.#endAt = start.endAt;
    this.#paces = paces;
    this.#release = release;
  }

  /**
   * Reads from `handle`, opened on `path`, and closes it in the end. With `follow` it starts after the last whole
   * line and does not end by itself; without, it returns the present content.
   */
  static async over(path: string, handle: FileHandle, given: Partial<Following> = {}): Promise<Tail> {
    const following = { ...standardFollowing, ...given };
    const { follow } = following;
    const { size } = await handle.stat();
    const at = follow ? await lastLineStart(handle, size) : 0;
    const endAt = follow ? Number.POSITIVE_INFINITY : size;
    const tail = new Tail(path, handle, { follow, at, endAt }, following);
    tail.#head = await tail.#readHead();
    return tail;
  }

  /** Yields non-empty batches of lines until a signal or, without `follow`, the end. Closes the file. */
  async *batches({ signal, finished }: TailSignals): AsyncGenerator<string[], void> {
    const wake = AbortSignal.any([signal, finished]);
    const { minPollMs, maxPollMs } = this.#paces;
    let idleMs = minPollMs;
    try {
      while (!signal.aborted) {
        // Checked before reading, so that everything written until then is still read.
        const last = finished.aborted || !this.#follow;
        const room = Math.min(chunkBytes, this.#endAt - this.#position);
        const { bytesRead } =
          room > 0 ? await this.#handle.read(this.#buffer, 0, room, this.#position) : { bytesRead: 0 };
        if (bytesRead > 0) {
          // Checked after reading; otherwise the middle of new content could be taken for the continuation of the
          // old.
          if (this.#follow && (await this.#restartIfRewritten())) continue;
          this.#position += bytesRead;
          idleMs = minPollMs;
          const lines = this.#splitter.push(this.#buffer.subarray(0, bytesRead));
          if (lines.length > 0) yield lines;
          continue;
        }
        if (!this.#follow) return;
        const rest = await this.#advance();
        if (rest) {
          if (rest.length > 0) yield rest;
          continue;
        }
        if (last) return;
        await sleep(idleMs, undefined, { signal: wake }).catch(() => undefined);
        idleMs = Math.min(maxPollMs, idleMs * 1.5);
      }
    } finally {
      await this.#handle.close();
      await this.#release();
    }
  }

  /** Undefined when the file was neither truncated nor replaced; otherwise lines to return before reading on. */
  async #advance(): Promise<string[] | undefined> {
    if (await this.#restartIfRewritten()) return [];
    const successor = await this.#successor(await this.#handle.stat());
    if (!successor) return undefined;
    // The writer may have appended to the old file between the last read and its renaming.
    if ((await this.#handle.stat()).size > this.#position) {
      await successor.handle.close();
      return [];
    }
    const rest = this.#splitter.rest();
    if (successor.mayHaveGap) rest.push(gapMarker);
    await this.#handle.close();
    this.#handle = successor.handle;
    this.#position = 0;
    this.#head = await this.#readHead();
    return rest;
  }

  /** True when the file was truncated or rewritten since the last check; then the read position has been reset. */
  async #restartIfRewritten(): Promise<boolean> {
    const { size, head } = await this.#readSizeAndHead();
    const known = Math.min(head.length, this.#head.length);
    const sameBeginning = head.subarray(0, known).equals(this.#head.subarray(0, known));
    const shrank = size < this.#position;
    this.#head = head;
    if (sameBeginning && !shrank) return false;
    this.#splitter = new LineSplitter(logLineMaxBytes);
    // Truncated with the same beginning: the remaining content has been returned already.
    this.#position = sameBeginning ? size : 0;
    return true;
  }

  /** The next file: after one rotation the one at the path, after several a rotated one. */
  async #successor(ours: { ino: number; mtimeMs: number }): Promise<Successor | undefined> {
    const names = [this.#path, ...rotatedNames(this.#path)];
    const found = await Promise.all(
      names.map((name) =>
        lstat(name).then(
          (stats) => (stats.isFile() ? stats : undefined),
          () => undefined,
        ),
      ),
    );
    if (found[0] === undefined || found[0].ino === ours.ino) return undefined;
    const place = found.findIndex((stats) => stats?.ino === ours.ino);
    if (place !== -1) return await this.#openSuccessor(names[place - 1], false);
    // The present file was removed: replaced by another, or by more rotations than files are kept. Then the oldest
    // file created since is the closest to the read position, and lines in between may be lost.
    const since = found.findLastIndex((stats, at) => at > 0 && stats && stats.birthtimeMs >= ours.mtimeMs);
    return since === -1
      ? await this.#openSuccessor(names[0], false)
      : await this.#openSuccessor(names[since], true);
  }

  async #openSuccessor(name: string | undefined, mayHaveGap: boolean): Promise<Successor | undefined> {
    if (name === undefined) return undefined;
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const handle = await open(name, flags).catch(() => undefined);
    if (handle === undefined || (await handle.stat()).isFile()) return handle && { handle, mayHaveGap };
    await handle.close();
    return undefined;
  }

  /** Size and beginning of the same content; repeated when the file was truncated in between. */
  async #readSizeAndHead(): Promise<{ size: number; head: Buffer }> {
    for (;;) {
      const { size } = await this.#handle.stat();
      const head = await this.#readHead();
      if ((await this.#handle.stat()).size >= size) return { size, head };
    }
  }

  async #readHead(): Promise<Buffer> {
    const head = Buffer.alloc(headBytes);
    const { bytesRead } = await this.#handle.read(head, 0, headBytes, 0);
    return head.subarray(0, bytesRead);
  }
}

/** The start of the unfinished last line: after the last LF of the last chunk. */
async function lastLineStart(handle: FileHandle, size: number): Promise<number> {
  const from = Math.max(0, size - chunkBytes);
  const buffer = Buffer.alloc(size - from);
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, from);
  const lastFeed = buffer.subarray(0, bytesRead).lastIndexOf(0x0a);
  return lastFeed === -1 ? (from === 0 ? 0 : size) : from + lastFeed + 1;
}
