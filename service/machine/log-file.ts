// Writes a supervised process's log: whole timestamped lines, batched, rotated at a size so that a page with much
// output cannot fill the disk. `log-tail.ts` reads it.
import { constants } from "node:fs";
import { type FileHandle, open, rename } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { openWithoutSymlinks } from "./open-without-symlinks.ts";

/** The rotated files of a log, newest first: `chromium.1`, `chromium.2`. */
export const rotatedNames = (path: string): readonly string[] => [`${path}.1`, `${path}.2`];

// Opened without waiting: a program of the instance may put a pipe in its place.
const appending =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const highWaterBytes = 1024 * 1024;

export class LogFile {
  /** Held open: programs of the instance may replace the path by a link, and this class renames and removes files. */
  readonly #folder: FileHandle;
  readonly #path: string;
  readonly #maxBytes: number;
  #handle: FileHandle;
  #sizeBytes = 0;
  #queue: string[] = [];
  #queuedBytes = 0;
  #unwrittenLines = 0;
  #writing: Promise<void> | undefined;

  private constructor(folder: FileHandle, path: string, handle: FileHandle, maxBytes: number) {
    this.#folder = folder;
    this.#path = path;
    this.#handle = handle;
    this.#maxBytes = maxBytes;
  }

  /** `path` must be a real path, without symbolic links. */
  static async open(path: string, maxBytes: number): Promise<LogFile> {
    const folder = await openWithoutSymlinks(dirname(path), constants.O_RDONLY | constants.O_DIRECTORY);
    const held = process.platform === "linux" ? join(`/proc/self/fd/${folder.fd}`, basename(path)) : path;
    try {
      const handle = await open(held, appending, 0o600);
      const file = new LogFile(folder, held, handle, maxBytes);
      file.#sizeBytes = (await handle.stat()).size;
      return file;
    } catch (error) {
      await folder.close();
      throw error;
    }
  }

  /** Queues one line, without its LF. False when more than 1 MiB is queued: await `flushed` before the next. */
  append(line: string): boolean {
    this.#queue.push(`${line}\n`);
    this.#queuedBytes += line.length + 1;
    this.#startWriting();
    return this.#queuedBytes < highWaterBytes;
  }

  /** Resolves when the queue has been written. */
  async flushed(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  async close(): Promise<void> {
    await this.flushed();
    await this.#handle.close();
    await this.#folder.close();
  }

  #startWriting(): void {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
  }

  async #write(): Promise<void> {
    while (this.#queue.length > 0) {
      const lines = this.#queue;
      this.#queue = [];
      this.#queuedBytes = 0;
      const mark = this.#unwrittenLines > 0 ? `[${this.#unwrittenLines} lines could not be written]\n` : "";
      const bytes = Buffer.from(mark + lines.join(""));
      try {
        await this.#handle.appendFile(bytes);
        this.#sizeBytes += bytes.length;
        this.#unwrittenLines = 0;
        if (this.#sizeBytes >= this.#maxBytes) await this.#rotate();
      } catch {
        // A full disk must not end the session; a line in the log notes the gap as soon as writing succeeds.
        this.#unwrittenLines += lines.length;
      }
    }
  }

  async #rotate(): Promise<void> {
    const [newer, older] = [`${this.#path}.1`, `${this.#path}.2`];
    await rename(newer, older).catch(() => undefined);
    await rename(this.#path, newer);
    await this.#reopen();
  }

  async #reopen(): Promise<void> {
    const handle = await open(this.#path, appending, 0o600);
    await this.#handle.close();
    this.#handle = handle;
    this.#sizeBytes = 0;
  }
}
