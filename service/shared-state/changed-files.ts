// Finds which files of the data folder have changed since they were last read. Only files that are part of the state:
// profiles, extensions, deployed code and the secret with which tokens are signed.
import type { Stats } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { undefinedIfMissing } from "../kernel/instance-path.ts";

const stateFolders = ["profiles", "extensions", "deployments"] as const;
const stateFile = "secret";
/** Of uploads and writes in progress. */
const isUnfinished = (path: string) =>
  path.endsWith(".part") || path.startsWith(join("deployments", "incoming"));

export interface StoredFile {
  /** Relative to the data folder. */
  readonly path: string;
  readonly content: Buffer;
}

export class ChangedFiles {
  readonly #dataDir: string;
  /** By path: what identifies the content that was last read. */
  readonly #known = new Map<string, string>();

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
  }

  /** Replaces all files of the state by these. */
  async replace(files: AsyncIterable<StoredFile>): Promise<void> {
    for (const name of [...stateFolders, stateFile])
      await rm(join(this.#dataDir, name), { recursive: true, force: true });
    for await (const { path, content } of files) {
      const full = join(this.#dataDir, path);
      // Only what this class has stored can be here.
      if (relative(this.#dataDir, full).startsWith("..")) continue;
      await mkdir(dirname(full), { recursive: true, mode: 0o700 });
      await writeFile(full, content, { mode: 0o600 });
      this.#known.set(path, stampOf(await stat(full)));
    }
  }

  /** Paths of files that are new or changed, and of those that are gone. Call `read` or `forget` for each. */
  async find(): Promise<{ changed: string[]; gone: string[] }> {
    const found = new Set<string>();
    const changed: string[] = [];
    for (const path of await this.#paths()) {
      const stats = await stat(join(this.#dataDir, path)).catch(undefinedIfMissing);
      if (stats === undefined) continue;
      found.add(path);
      if (this.#known.get(path) !== stampOf(stats)) changed.push(path);
    }
    return { changed, gone: [...this.#known.keys()].filter((path) => !found.has(path)) };
  }

  /** The file's content and what confirms that it was stored; undefined when it is gone meanwhile. */
  async read(path: string): Promise<{ content: Buffer; stored: () => void } | undefined> {
    const full = join(this.#dataDir, path);
    const stats = await stat(full).catch(undefinedIfMissing);
    const content = await readFile(full).catch(undefinedIfMissing);
    if (stats === undefined || content === undefined) return undefined;
    return { content, stored: () => void this.#known.set(path, stampOf(stats)) };
  }

  forget(path: string): void {
    this.#known.delete(path);
  }

  async #paths(): Promise<string[]> {
    const paths = [stateFile];
    for (const folder of stateFolders) {
      const entries = await readdir(join(this.#dataDir, folder), {
        recursive: true,
        withFileTypes: true,
      }).catch(undefinedIfMissing);
      for (const entry of entries ?? []) {
        const path = relative(this.#dataDir, join(entry.parentPath, entry.name));
        if (entry.isFile() && !isUnfinished(path)) paths.push(path);
      }
    }
    return paths;
  }
}

const stampOf = ({ size, mtimeMs, ino }: Stats) => `${size} ${mtimeMs} ${ino}`;
