// One watched directory. The system only says that something happened to a name; what it was is found by comparing
// what is there now with what was there before, so that events are true even when the system's hints come in bulk.
import { type BigIntStats, type FSWatcher, watch } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { WatchEvent } from "../../lib/contract/files.ts";
import { BadInstancePath } from "./paths.ts";
import { below, type Folder, holdFolder, itself } from "./walk.ts";

const maxFolders = 256;
const maxNames = 20_000;
const maxWaiting = 10_000;

interface Known {
  /** The file itself, whatever it is called. */
  identity: string;
  isDirectory: boolean;
  /** Changes with the content, not with permissions. */
  content: string;
}

interface WatchedFolder {
  path: readonly string[];
  folder: Folder;
  watcher: FSWatcher;
  known: Map<string, Known>;
}

export class Watch {
  readonly #recursive: boolean;
  readonly #folders = new Map<string, WatchedFolder>();
  readonly #dirty = new Map<string, Set<string>>();
  readonly #closed = new AbortController();
  #names = 0;
  #working: Promise<void> | undefined;
  #waiting: WatchEvent[] = [];
  #wake = () => {};
  #hasReader = false;

  private constructor(recursive: boolean) {
    this.#recursive = recursive;
  }

  /** Watches what `folder` holds, at `path` of the instance. Takes over `folder`. Throws BadInstancePath when it is too much. */
  static async over(folder: Folder, path: readonly string[], recursive: boolean): Promise<Watch> {
    const made = new Watch(recursive);
    try {
      await made.#add(folder, path);
      return made;
    } catch (error) {
      await made.close();
      throw error;
    }
  }

  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /**
   * Batches of events, those that waited first, until the watch is closed or `signal` aborts. Undefined while
   * another reader has them: an event is given once.
   */
  events(signal: AbortSignal): AsyncGenerator<WatchEvent[], void> | undefined {
    if (this.#hasReader) return undefined;
    this.#hasReader = true;
    return this.#batches(signal);
  }

  async *#batches(signal: AbortSignal): AsyncGenerator<WatchEvent[], void> {
    const stop = AbortSignal.any([signal, this.closed]);
    const wake = () => this.#wake();
    stop.addEventListener("abort", wake);
    try {
      while (!stop.aborted) {
        if (this.#waiting.length === 0) {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
          continue;
        }
        const batch = this.#waiting;
        this.#waiting = [];
        yield batch;
      }
    } finally {
      stop.removeEventListener("abort", wake);
      this.#hasReader = false;
    }
  }

  /** Ends the streams and lets go of every directory. */
  async close(): Promise<void> {
    this.#closed.abort();
    for (const { watcher } of this.#folders.values()) watcher.close();
    await this.#working;
    const held = [...this.#folders.values()];
    this.#folders.clear();
    await Promise.all(held.map(({ folder }) => folder.close()));
  }

  /** Starts to watch a folder and takes note of what is in it; `report` when its content is news. */
  async #add(folder: Folder, path: readonly string[], report = false): Promise<void> {
    const key = path.join("/");
    if (this.#folders.size >= maxFolders || this.#folders.has(key)) {
      await folder.close();
      if (this.#folders.has(key)) return;
      throw new BadInstancePath(`more than ${maxFolders} directories cannot be watched at once`);
    }
    let watcher: FSWatcher;
    try {
      watcher = watch(itself(folder), { persistent: false });
    } catch (error) {
      await folder.close();
      throw error;
    }
    const watched: WatchedFolder = { path, folder, watcher, known: new Map() };
    this.#folders.set(key, watched);
    watcher.on("error", () => watcher.close());
    watcher.on("change", (_, name) => this.#touched(key, String(name)));
    for (const name of await readdir(itself(folder))) {
      const stats = await look(folder, name);
      if (!stats) continue;
      await this.#appeared(watched, name, stats, report);
    }
  }

  #touched(key: string, name: string): void {
    if (this.closed.aborted) return;
    const names = this.#dirty.get(key) ?? new Set();
    this.#dirty.set(key, names.add(name));
    this.#working ??= this.#compareAll().finally(() => {
      this.#working = undefined;
    });
  }

  async #compareAll(): Promise<void> {
    while (this.#dirty.size > 0 && !this.closed.aborted) {
      // Both ends of a renaming are told in one turn, one after the other.
      await nextTurn();
      const dirty = [...this.#dirty];
      this.#dirty.clear();
      try {
        await this.#compare(dirty);
      } catch {
        // Too much, or no longer readable: what is watched already goes on.
      }
    }
  }

  async #compare(dirty: readonly [string, ReadonlySet<string>][]): Promise<void> {
    const seen: {
      watched: WatchedFolder;
      name: string;
      before: Known | undefined;
      now: BigIntStats | undefined;
    }[] = [];
    for (const [key, names] of dirty) {
      const watched = this.#folders.get(key);
      if (!watched) continue;
      for (const name of names) {
        const now = await look(watched.folder, name);
        seen.push({ watched, name, before: watched.known.get(name), now });
      }
    }
    const arrived = new Set(
      seen.flatMap(({ before, now }) =>
        now && identityOf(now) !== before?.identity ? [identityOf(now)] : [],
      ),
    );
    const departed = new Set(seen.flatMap(({ before, now }) => (before && !now ? [before.identity] : [])));
    // Departures first: a renamed file leaves its old place before it is at the new one.
    for (const { watched, name, before, now } of seen) {
      if (!before || (now && identityOf(now) === before.identity)) continue;
      // Replaced in its place: the name never was away.
      if (!now)
        this.#emit(arrived.has(before.identity) ? "RENAME" : "DELETE", watched, name, before.isDirectory);
      this.#forget(watched, name, before);
    }
    for (const { watched, name, now } of seen) {
      if (!now) continue;
      const known = watched.known.get(name);
      if (!known) {
        await this.#appeared(watched, name, now, true);
        const isNew = now.isFile() && now.size > 0n && !departed.has(identityOf(now));
        if (isNew) this.#emit("WRITE", watched, name, false);
      } else if (!known.isDirectory && known.content !== contentOf(now)) {
        known.content = contentOf(now);
        this.#emit("WRITE", watched, name, false);
      }
    }
  }

  async #appeared(watched: WatchedFolder, name: string, stats: BigIntStats, report: boolean): Promise<void> {
    if (watched.known.has(name)) return;
    if (this.#names >= maxNames) {
      throw new BadInstancePath(`more than ${maxNames} names cannot be watched at once`);
    }
    const isDirectory = stats.isDirectory();
    watched.known.set(name, { identity: identityOf(stats), isDirectory, content: contentOf(stats) });
    this.#names += 1;
    if (report) this.#emit("CREATE", watched, name, isDirectory);
    if (!isDirectory || !this.#recursive || this.closed.aborted) return;
    // It may be gone, or something else, by now; then the next comparison says so.
    const folder = await holdFolder(below(watched.folder, name)).catch(() => undefined);
    if (folder) await this.#add(folder, [...watched.path, name], report);
  }

  #forget(watched: WatchedFolder, name: string, known: Known): void {
    watched.known.delete(name);
    this.#names -= 1;
    if (!known.isDirectory) return;
    const gone = [...watched.path, name].join("/");
    for (const [key, inner] of this.#folders) {
      if (key !== gone && !key.startsWith(`${gone}/`)) continue;
      this.#folders.delete(key);
      this.#names -= inner.known.size;
      inner.watcher.close();
      inner.folder.close().catch(() => undefined);
    }
  }

  #emit(type: WatchEvent["type"], { path }: WatchedFolder, name: string, isDirectory: boolean): void {
    // Nobody reads: the newest are kept.
    if (this.#waiting.length >= maxWaiting) this.#waiting.shift();
    this.#waiting.push({ type, path: `/${[...path, name].join("/")}`, name, is_dir: isDirectory });
    this.#wake();
  }
}

/** Undefined when it is not there. */
const look = (folder: Folder, name: string): Promise<BigIntStats | undefined> =>
  lstat(below(folder, name), { bigint: true }).catch(() => undefined);

// An inode's number is given away again; with the time of its birth it is not.
const identityOf = ({ dev, ino, birthtimeNs }: BigIntStats) => `${dev}:${ino}:${birthtimeNs}`;
const contentOf = ({ size, mtimeNs }: BigIntStats) => `${size}:${mtimeNs}`;
