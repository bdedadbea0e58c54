import { newId } from "../kernel/ids.ts";
import { BadInstancePath, namesOf } from "../kernel/instance-path.ts";
import { DirectoryWatch } from "./directory-watch.ts";
import { below, openDirectory, withExisting } from "./resolve-beneath.ts";

const maxWatches = 20;

/** The directory watches of one instance, by id. */
export class DirectoryWatches {
  readonly #root: string;
  readonly #watches = new Map<string, DirectoryWatch>();
  /** How often all were closed. */
  #closed = 0;

  constructor(root: string) {
    this.#root = root;
  }

  /** Starts watching the directory at `path`; resolves with the id. Throws BadInstancePath. */
  async start(path: string, recursive: boolean): Promise<string> {
    if (this.#watches.size >= maxWatches) {
      throw new BadInstancePath(`there are ${maxWatches} watches already; delete one`);
    }
    const closed = this.#closed;
    const watch = await withExisting(this.#root, path, async ({ held, stats }) => {
      if (!stats.isDirectory()) throw new BadInstancePath(`${path}: this is not a directory`);
      return await DirectoryWatch.over(await openDirectory(below(held, ".")), namesOf(path), recursive);
    });
    // The watch was started for the holder before.
    if (closed !== this.#closed) {
      await watch.close();
      throw new BadInstancePath(`${path}: what was watched is no longer in use`);
    }
    const id = newId();
    this.#watches.set(id, watch);
    return id;
  }

  find(id: string): DirectoryWatch | undefined {
    return this.#watches.get(id);
  }

  /** False when there is no such watch. */
  async stop(id: string): Promise<boolean> {
    const watch = this.#watches.get(id);
    this.#watches.delete(id);
    await watch?.close();
    return watch !== undefined;
  }

  /** Ends all, also those that are being started. */
  async close(): Promise<void> {
    this.#closed += 1;
    await Promise.all([...this.#watches.keys()].map((id) => this.stop(id)));
  }
}
