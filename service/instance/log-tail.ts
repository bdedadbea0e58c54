// Follows a log file for one reader. Pull only: a slow reader makes it read slower, nothing is queued for it.
// Whole lines, each once: through truncation, through rotation by rename, whatever the writer's speed.
import { constants } from "node:fs";
import { type FileHandle, lstat, open } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { logLineMaxBytes } from "../../lib/contract/logs.ts";
import { type Paces, standardPaces } from "../paces.ts";
import { LineCutter } from "./line-cutter.ts";
import { rotatedNames } from "./log-file.ts";

const chunkBytes = 128 * 1024;
const headBytes = 256;

const lostMark = "[lines may be missing here: the log was rotated faster than this reader took it]";

interface Successor {
  handle: FileHandle;
  /** Files between ours and this one may be gone. */
  mayLack: boolean;
}

export interface TailSignals {
  /** Stop now. */
  signal: AbortSignal;
  /** Nothing more will be written: read to the end, then stop. */
  finished: AbortSignal;
}

interface Following {
  follow: boolean;
  /** Called when the file is closed. */
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
  #cutter = new LineCutter(logLineMaxBytes);
  /** The first bytes as last seen: a file that begins otherwise has been written anew. */
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
   * Takes over `handle`, opened on `path`. With `follow` it starts behind the last whole line and goes on for
   * ever; without, it gives what is in the file now and ends.
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

  /** Batches of lines, none empty, until a signal or (without follow) the end. Closes the file. */
  async *batches({ signal, finished }: TailSignals): AsyncGenerator<string[], void> {
    const wake = AbortSignal.any([signal, finished]);
    const { fastestLookMs, slowestLookMs } = this.#paces;
    let idleMs = fastestLookMs;
    try {
      while (!signal.aborted) {
        // Looked at before reading, so that what was written until then is still read.
        const last = finished.aborted || !this.#follow;
        const room = Math.min(chunkBytes, this.#endAt - this.#position);
        const { bytesRead } =
          room > 0 ? await this.#handle.read(this.#buffer, 0, room, this.#position) : { bytesRead: 0 };
        if (bytesRead > 0) {
          // Looked at after reading, or the middle of new content could pass for the continuation of the old.
          if (this.#follow && (await this.#restartIfRewritten())) continue;
          this.#position += bytesRead;
          idleMs = fastestLookMs;
          const lines = this.#cutter.push(this.#buffer.subarray(0, bytesRead));
          if (lines.length > 0) yield lines;
          continue;
        }
        if (!this.#follow) return;
        const rest = await this.#moveOn();
        if (rest) {
          if (rest.length > 0) yield rest;
          continue;
        }
        if (last) return;
        await sleep(idleMs, undefined, { signal: wake }).catch(() => undefined);
        idleMs = Math.min(slowestLookMs, idleMs * 1.5);
      }
    } finally {
      await this.#handle.close();
      await this.#release();
    }
  }

  /** Looks whether the file was cut or replaced. Undefined: no; else go on reading, after these lines. */
  async #moveOn(): Promise<string[] | undefined> {
    if (await this.#restartIfRewritten()) return [];
    const successor = await this.#successor(await this.#handle.stat());
    if (!successor) return undefined;
    // The writer may have added to the old file between our last read and its renaming.
    if ((await this.#handle.stat()).size > this.#position) {
      await successor.handle.close();
      return [];
    }
    const rest = this.#cutter.rest();
    if (successor.mayLack) rest.push(lostMark);
    await this.#handle.close();
    this.#handle = successor.handle;
    this.#position = 0;
    this.#head = await this.#readHead();
    return rest;
  }

  /** True when the file was cut or written anew since the last look: the place to read from has changed. */
  async #restartIfRewritten(): Promise<boolean> {
    const { size, head } = await this.#look();
    const known = Math.min(head.length, this.#head.length);
    const sameBeginning = head.subarray(0, known).equals(this.#head.subarray(0, known));
    const shrank = size < this.#position;
    this.#head = head;
    if (sameBeginning && !shrank) return false;
    this.#cutter = new LineCutter(logLineMaxBytes);
    // Cut short but beginning as before: what is left has been given already.
    this.#position = sameBeginning ? size : 0;
    return true;
  }

  /** The file that follows ours: after one rotation that of the path itself, after several an older one. */
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
    if (place !== -1) return await this.#opened(names[place - 1], false);
    // Ours was removed: by another file put in its place, or by rotations that were faster than we read. Then the
    // oldest file begun since is the nearest to what was read, and what came in between is gone.
    const since = found.findLastIndex((stats, at) => at > 0 && stats && stats.birthtimeMs >= ours.mtimeMs);
    return since === -1 ? await this.#opened(names[0], false) : await this.#opened(names[since], true);
  }

  async #opened(name: string | undefined, mayLack: boolean): Promise<Successor | undefined> {
    if (name === undefined) return undefined;
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    const handle = await open(name, flags).catch(() => undefined);
    if (handle === undefined || (await handle.stat()).isFile()) return handle && { handle, mayLack };
    await handle.close();
    return undefined;
  }

  /** Size and beginning of one and the same content: looked at again when it was cut in between. */
  async #look(): Promise<{ size: number; head: Buffer }> {
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

/** Where the line that is being written now begins: behind the last LF of the last chunk. */
async function lastLineStart(handle: FileHandle, size: number): Promise<number> {
  const from = Math.max(0, size - chunkBytes);
  const buffer = Buffer.alloc(size - from);
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, from);
  const lastFeed = buffer.subarray(0, bytesRead).lastIndexOf(0x0a);
  return lastFeed === -1 ? (from === 0 ? 0 : size) : from + lastFeed + 1;
}
