// Finds which files of the data folder have changed since they were last read. Only files that are part of the state:
// profiles, extensions, deployed code and the secret with which tokens are signed.
import { type Stats, statSync } from "node:fs";
import { appendFile, mkdir, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { undefinedIfMissing } from "../kernel/system-error.ts";

/** Folders, each named as the table whose rows its files belong to, and a file. */
const stateFolders = ["profiles", "extensions", "deployments"] as const;
const stateFile = "secret";
export const statePlaces: ReadonlySet<string> = new Set([...stateFolders, stateFile]);

/** The one of `statePlaces` with this file. */
export const placeOf = (path: string): string => path.replace(/\/.*$/s, "");

/** Longer than the steps in which file systems count time. */
const timeStepMs = 50;

/** The folder of uploads in progress. */
const incoming = join("deployments", "incoming");

/** Whether a path is that of an upload or a write in progress. */
const isUnfinished = (path: string) => path.endsWith(".part") || path.startsWith(incoming);

/** A file, or a part of one: those of a file come one after another. */
export interface FilePart {
  /** Relative to the data folder. */
  readonly path: string;
  readonly isFirst: boolean;
  readonly content: Buffer;
}

/** Writes the next part of a file to this path, and makes its folder. */
export async function writePart(to: string, { isFirst, content }: FilePart): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  await (isFirst ? writeFile : appendFile)(to, content, { mode: 0o600 });
}

export interface FoundFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
}

export interface OpenFile {
  /** Up to `length` bytes from `offset` on, fewer at the end; of this file also when another takes its place. */
  read: (offset: number, length: number) => Promise<Buffer>;
  /** Confirms that it was stored as it was when it was opened. */
  stored: () => void;
  close: () => Promise<void>;
}

export class ChangedFiles {
  readonly #dataDir: string;
  /** By path: what identifies the content that is stored. */
  readonly #known = new Map<string, string>();
  /** By folder: when files were last added or removed there, as `find` has seen it. */
  readonly #seen = new Map<string, number>();

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** From now on these files are held to be stored, with contents that are not those of the data folder. */
  assume(paths: Iterable<string>): void {
    this.#known.clear();
    for (const path of paths) this.#known.set(path, "");
  }

  /** Replaces all files of the state by these. */
  async replace(parts: AsyncIterable<FilePart>): Promise<void> {
    for (const name of statePlaces) await rm(join(this.#dataDir, name), { recursive: true, force: true });
    for await (const part of parts) {
      const full = join(this.#dataDir, part.path);
      // Only what this class has stored can be here.
      if (relative(this.#dataDir, full).startsWith("..")) continue;
      await writePart(full, part);
      this.#known.set(part.path, stampOf(await stat(full)));
    }
  }

  /**
   * Files of these places that are new or changed, and the paths of those that are gone. Confirm what is stored of the
   * first, and call `forget` for the others.
   */
  async find(places: ReadonlySet<string>): Promise<{ changed: FoundFile[]; gone: string[] }> {
    const changed: FoundFile[] = [];
    const gone: string[] = [];
    // A folder that changes while it is listed may be listed without a file that is there: each known one is checked.
    const paths = new Set([...this.#known.keys()].filter((path) => places.has(placeOf(path))));
    for await (const path of this.#paths(places)) paths.add(path);
    for (const path of paths) {
      const stats = isUnfinished(path)
        ? undefined
        : await stat(join(this.#dataDir, path)).catch(undefinedIfMissing);
      if (!stats?.isFile()) {
        if (this.#known.has(path)) gone.push(path);
      } else if (this.#known.get(path) !== stampOf(stats)) changed.push({ path, size: stats.size });
    }
    return { changed, gone };
  }

  /** Folders of the state in which files may have been added or removed since `find` has looked there. */
  unseenPlaces(): string[] {
    return stateFolders.filter((folder) => this.#seen.get(folder) !== this.#modifiedAt(folder));
  }

  /** The whole file and what confirms that it was stored; undefined when it is gone meanwhile. */
  async read(path: string): Promise<{ content: Buffer; stored: () => void } | undefined> {
    const full = join(this.#dataDir, path);
    const stats = await stat(full).catch(undefinedIfMissing);
    const content = await readFile(full).catch(undefinedIfMissing);
    if (stats === undefined || content === undefined) return undefined;
    return { content, stored: () => void this.#known.set(path, stampOf(stats)) };
  }

  /** Opens a file that is too large to be held as a whole; undefined when it is gone meanwhile. The caller closes it. */
  async open(path: string): Promise<OpenFile | undefined> {
    const file = await open(join(this.#dataDir, path)).catch(undefinedIfMissing);
    if (file === undefined) return undefined;
    const stamp = stampOf(await file.stat());
    return {
      async read(offset, length) {
        const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, offset);
        return buffer.subarray(0, bytesRead);
      },
      stored: () => void this.#known.set(path, stamp),
      close: async () => await file.close(),
    };
  }

  forget(path: string): void {
    this.#known.delete(path);
  }

  #modifiedAt(folder: string): number {
    return statSync(join(this.#dataDir, folder), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  }

  async *#paths(places: ReadonlySet<string>): AsyncGenerator<string> {
    if (places.has(stateFile)) yield stateFile;
    for (const folder of stateFolders.filter((name) => places.has(name))) {
      const modifiedAt = this.#modifiedAt(folder);
      // Another change may come at what is the same time to the file system: NaN is equal to none.
      this.#seen.set(folder, Date.now() - modifiedAt < timeStepMs ? Number.NaN : modifiedAt);
      yield* this.#filesBelow(folder);
    }
  }

  /** Folder by folder, as each may vanish meanwhile without the others. */
  async *#filesBelow(folder: string): AsyncGenerator<string> {
    const entries = await readdir(join(this.#dataDir, folder), { withFileTypes: true }).catch(
      undefinedIfMissing,
    );
    for (const entry of entries ?? []) {
      const path = join(folder, entry.name);
      if (entry.isFile() && !isUnfinished(path)) yield path;
      if (entry.isDirectory() && path !== incoming) yield* this.#filesBelow(path);
    }
  }
}

const stampOf = ({ size, mtimeMs, ino }: Stats) => `${size} ${mtimeMs} ${ino}`;
