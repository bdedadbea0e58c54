// Saved states as files, one per profile. Writes are atomic: a reader gets the old bytes or the new ones.
import { type FileHandle, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "./ids.ts";
import { undefinedIfMissing } from "./system-error.ts";

const ending = ".json";
const unfinished = ".part";
const unreadable = ".unreadable";

export class StateFiles {
  readonly #dir: string;

  private constructor(dir: string) {
    this.#dir = dir;
  }

  /** Creates the folder with mode 0700 and removes the files of interrupted writes. */
  static async open(dir: string): Promise<StateFiles> {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const left = (await readdir(dir)).filter((name) => name.endsWith(unfinished));
    await Promise.all(left.map((name) => rm(join(dir, name), { force: true })));
    return new StateFiles(dir);
  }

  async write(id: string, bytes: string): Promise<void> {
    const part = join(this.#dir, `${id}.${newId()}${unfinished}`);
    try {
      const file = await open(part, "wx", 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(part, this.#path(id));
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  /** The file opened for reading, or undefined when nothing is saved. The caller closes it. */
  async read(id: string): Promise<FileHandle | undefined> {
    return await open(this.#path(id), "r").catch(undefinedIfMissing);
  }

  /** The ids of all saved states. */
  async ids(): Promise<string[]> {
    return (await readdir(this.#dir))
      .filter((name) => name.endsWith(ending))
      .map((name) => name.slice(0, -ending.length));
  }

  async remove(id: string): Promise<void> {
    await rm(this.#path(id), { force: true });
  }

  /** Renames a state that cannot be read, so that it is among the ids no more; resolves to its new path. */
  async setAside(id: string): Promise<string> {
    const aside = `${this.#path(id)}${unreadable}`;
    await rename(this.#path(id), aside);
    return aside;
  }

  #path(id: string): string {
    return join(this.#dir, `${id}${ending}`);
  }
}
