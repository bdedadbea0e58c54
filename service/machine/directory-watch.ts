// One watched directory. The operating system reports only that a name has changed; the events are derived by
// comparing the present entries with the earlier ones, so they are correct even when notifications are merged.
import { type BigIntStats, type FSWatcher, watch } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { WatchEvent } from "../../lib/contract/files.ts";
import { BadInstancePath } from "../kernel/instance-path.ts";
import { below, type Folder, itself, openDirectory } from "./resolve-beneath.ts";

const maxFolders = 256;
const maxNames = 20_000;
const maxQueued = 10_000;

interface RecordedEntry {
  /** Identifies the inode, independent of its name. */
  identity: string;
  isDirectory: boolean;
  /** Changes with the content, not with permissions. */
  content: string;
}

interface WatchedFolder {
  path: readonly string[];
  folder: Folder;
  watcher: FSWatcher;
  known: Map<string, RecordedEntry>;
}

export class DirectoryWatch {
  readonly #recursive: boolean;
  readonly #folders = new Map<string, WatchedFolder>();
  readonly #dirty = new Map<string, Set<string>>();
  readonly #closed = new AbortController();
  #names = 0;
  #working: Promise<void> | undefined;
  #queued: WatchEvent[] = [];
  #wake = () => {};
  #hasReader = false;

  private constructor(recursive: boolean) {
    this.#recursive = recursive;
  }

  /**
   * Watches `folder`, whose path in the instance is `path`, and takes ownership of the handle. Throws BadInstancePath
   * when a limit is exceeded.
   */
  static async over(folder: Folder, path: readonly string[], recursive: boolean): Promise<DirectoryWatch> {
    const watch = new DirectoryWatch(recursive);
    try {
      await watch.#add(folder, path);
      return watch;
    } catch (error) {
      await watch.close();
      throw error;
    }
  }

  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /**
   * Batches of events, queued ones first, until the watch is closed or `signal` aborts. Undefined while there is
   * another reader, as each event is delivered once.
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
        if (this.#queued.length === 0) {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
          continue;
        }
        const batch = this.#queued;
        this.#queued = [];
        yield batch;
      }
    } finally {
      stop.removeEventListener("abort", wake);
      this.#hasReader = false;
    }
  }

  /** Ends the streams and closes every directory. */
  async close(): Promise<void> {
    this.#closed.abort();
    for (const { watcher } of this.#folders.values()) watcher.close();
    await this.#working;
    const open = [...this.#folders.values()];
    this.#folders.clear();
    await Promise.all(open.map(({ folder }) => folder.close()));
  }

  /**
   * Starts watching a folder and records its entries; with `report`, emits an event for each. `onWatched` is called when
   * changes are noticed, before the entries are read.
   */
  async #add(folder: Folder, path: readonly string[], report = false, onWatched = () => {}): Promise<void> {
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
    watcher.on("change", (_, name) => this.#markDirty(key, String(name)));
    onWatched();
    for (const name of await readdir(itself(folder))) {
      const stats = await statEntry(folder, name);
      if (!stats) continue;
      await this.#addEntry(watched, name, stats, report);
    }
  }

  #markDirty(key: string, name: string): void {
    if (this.closed.aborted) return;
    const names = this.#dirty.get(key) ?? new Set();
    this.#dirty.set(key, names.add(name));
    this.#working ??= this.#compareAll().finally(() => {
      this.#working = undefined;
    });
  }

  async #compareAll(): Promise<void> {
    while (this.#dirty.size > 0 && !this.closed.aborted) {
      // Both notifications of a rename arrive in the same turn of the event loop.
      await nextTurn();
      const dirty = [...this.#dirty];
      this.#dirty.clear();
      try {
        await this.#compare(dirty);
      } catch {
        // A limit is exceeded or something is unreadable; existing watches continue.
      }
    }
  }

  async #compare(dirty: readonly [string, ReadonlySet<string>][]): Promise<void> {
    const entries: {
      watched: WatchedFolder;
      name: string;
      before: RecordedEntry | undefined;
      now: BigIntStats | undefined;
    }[] = [];
    for (const [key, names] of dirty) {
      const watched = this.#folders.get(key);
      if (!watched) continue;
      for (const name of names) {
        const now = await statEntry(watched.folder, name);
        entries.push({ watched, name, before: watched.known.get(name), now });
      }
    }
    const arrived = new Set(
      entries.flatMap(({ before, now }) =>
        now && identityOf(now) !== before?.identity ? [identityOf(now)] : [],
      ),
    );
    const departed = new Set(entries.flatMap(({ before, now }) => (before && !now ? [before.identity] : [])));
    // Departures first: a renamed file leaves its old place before it appears at the new one.
    for (const { watched, name, before, now } of entries) {
      if (!before || (now && identityOf(now) === before.identity)) continue;
      // A replaced entry keeps its name: no event for the earlier one.
      if (!now)
        this.#emit(arrived.has(before.identity) ? "RENAME" : "DELETE", watched, name, before.isDirectory);
      this.#removeEntry(watched, name, before);
    }
    for (const { watched, name, now } of entries) {
      if (!now) continue;
      const known = watched.known.get(name);
      if (!known) {
        await this.#addEntry(watched, name, now, true);
        const isNew = now.isFile() && now.size > 0n && !departed.has(identityOf(now));
        if (isNew) this.#emit("WRITE", watched, name, false);
      } else if (!known.isDirectory && known.content !== contentOf(now)) {
        known.content = contentOf(now);
        this.#emit("WRITE", watched, name, false);
      }
    }
  }

  async #addEntry(watched: WatchedFolder, name: string, stats: BigIntStats, report: boolean): Promise<void> {
    if (watched.known.has(name)) return;
    if (this.#names >= maxNames) {
      throw new BadInstancePath(`more than ${maxNames} names cannot be watched at once`);
    }
    const isDirectory = stats.isDirectory();
    watched.known.set(name, { identity: identityOf(stats), isDirectory, content: contentOf(stats) });
    this.#names += 1;
    let isReported = !report;
    const reportIt = () => {
      if (!isReported) this.#emit("CREATE", watched, name, isDirectory);
      isReported = true;
    };
    try {
      if (!isDirectory || !this.#recursive || this.closed.aborted) return;
      // It may have been removed or replaced; the next comparison handles that.
      const folder = await openDirectory(below(watched.folder, name)).catch(() => undefined);
      // A folder is reported once it is watched: whoever is notified may move an entry into it at once.
      if (folder) await this.#add(folder, [...watched.path, name], report, reportIt);
    } finally {
      reportIt();
    }
  }

  #removeEntry(watched: WatchedFolder, name: string, known: RecordedEntry): void {
    watched.known.delete(name);
    this.#names -= 1;
    if (!known.isDirectory) return;
    const removed = [...watched.path, name].join("/");
    for (const [key, inner] of this.#folders) {
      if (key !== removed && !key.startsWith(`${removed}/`)) continue;
      this.#folders.delete(key);
      this.#names -= inner.known.size;
      inner.watcher.close();
      inner.folder.close().catch(() => undefined);
    }
  }

  #emit(type: WatchEvent["type"], { path }: WatchedFolder, name: string, isDirectory: boolean): void {
    // Without a reader only the newest events are kept.
    if (this.#queued.length >= maxQueued) this.#queued.shift();
    this.#queued.push({ type, path: `/${[...path, name].join("/")}`, name, is_dir: isDirectory });
    this.#wake();
  }
}

/** Undefined when there is no such entry. */
const statEntry = (folder: Folder, name: string): Promise<BigIntStats | undefined> =>
  lstat(below(folder, name), { bigint: true }).catch(() => undefined);

// Inode numbers are reused; together with the time of creation they are unique.
const identityOf = ({ dev, ino, birthtimeNs }: BigIntStats) => `${dev}:${ino}:${birthtimeNs}`;
const contentOf = ({ size, mtimeNs }: BigIntStats) => `${size}:${mtimeNs}`;
