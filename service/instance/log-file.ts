// The writing end of a supervised process's log: whole timestamped lines, batched, rotated at a size so that a
// chatty page cannot fill the disk. `log-tail.ts` is the reading end and knows the names of the older files.
import { constants } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { openExact } from "./open-exact.ts";

/** Older files beside a log, newest first: `chromium.1`, `chromium.2`. */
export const rotatedNames = (path: string): readonly string[] => [`${path}.1`, `${path}.2`];

const appending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW;
const highWaterBytes = 1024 * 1024;

export class LogFile {
  /** Held open: programs of the instance may put a link in its place, and this process renames and removes. */
  readonly #folder: FileHandle;
  readonly #path: string;
  readonly #maxBytes: number;
  #handle: FileHandle;
  #sizeBytes = 0;
  #queue: string[] = [];
  #queuedBytes = 0;
  #lostLines = 0;
  #startsAnew = false;
  #writing: Promise<void> | undefined;

  private constructor(folder: FileHandle, path: string, handle: FileHandle, maxBytes: number) {
    this.#folder = folder;
    this.#path = path;
    this.#handle = handle;
    this.#maxBytes = maxBytes;
  }

  /** `path` is a real one, without symbolic links. */
  static async open(path: string, maxBytes: number): Promise<LogFile> {
    const folder = await openExact(dirname(path), constants.O_RDONLY | constants.O_DIRECTORY);
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

  /** Queues one line (without its LF). False: the disk is behind, wait for `flushed` before the next. */
  append(line: string): boolean {
    this.#queue.push(`${line}\n`);
    this.#queuedBytes += line.length + 1;
    this.#goOn();
    return this.#queuedBytes < highWaterBytes;
  }

  /** Resolves when everything queued is in the file. */
  async flushed(): Promise<void> {
    while (this.#writing) await this.#writing;
  }

  /** Throws away everything written and queued so far, in this file and in the older ones. */
  async restart(): Promise<void> {
    this.#queue = [];
    this.#queuedBytes = 0;
    this.#lostLines = 0;
    this.#startsAnew = true;
    this.#goOn();
    await this.flushed();
    if (this.#startsAnew) throw new Error("the log could not be started anew");
  }

  async close(): Promise<void> {
    await this.flushed();
    await this.#handle.close();
    await this.#folder.close();
  }

  #goOn(): void {
    this.#writing ??= this.#write().finally(() => {
      this.#writing = undefined;
    });
  }

  async #write(): Promise<void> {
    while (this.#queue.length > 0 || this.#startsAnew) {
      if (this.#startsAnew) await this.#renew();
      const lines = this.#queue;
      this.#queue = [];
      this.#queuedBytes = 0;
      const mark = this.#lostLines > 0 ? `[${this.#lostLines} lines could not be written]\n` : "";
      const bytes = Buffer.from(mark + lines.join(""));
      try {
        await this.#handle.appendFile(bytes);
        this.#sizeBytes += bytes.length;
        this.#lostLines = 0;
        if (this.#sizeBytes >= this.#maxBytes) await this.#rotate();
      } catch {
        // A full disk must not end the session; the gap is named in the log as soon as it can be.
        this.#lostLines += lines.length;
      }
    }
  }

  async #renew(): Promise<void> {
    await Promise.all([this.#path, ...rotatedNames(this.#path)].map((path) => rm(path, { force: true })));
    await this.#reopen();
    this.#startsAnew = false;
  }

  async #rotate(): Promise<void> {
    const [newer, older] = [`${this.#path}.1`, `${this.#path}.2`];
    await rename(newer, older).catch(() => undefined);
    await rename(this.#path, newer);
    await this.#reopen();
  }

  async #reopen(): Promise<void> {
    const fresh = await open(this.#path, appending, 0o600);
    await this.#handle.close();
    this.#handle = fresh;
    this.#sizeBytes = 0;
  }
}
