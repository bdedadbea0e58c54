import { newId } from "../domain/ids.ts";
import { BadInstancePath, namesOf } from "./paths.ts";
import { atFound, below, holdFolder } from "./walk.ts";
import { Watch } from "./watch.ts";

const maxWatches = 20;

/** The watches of one instance, by id; they go with it. */
export class Watches {
  readonly #root: string;
  readonly #watches = new Map<string, Watch>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Watches the directory at `path` from now on. Throws BadInstancePath. */
  async start(path: string, recursive: boolean): Promise<string> {
    if (this.#watches.size >= maxWatches) {
      throw new BadInstancePath(`there are ${maxWatches} watches already; delete one`);
    }
    const watch = await atFound(this.#root, path, async ({ held, stats }) => {
      if (!stats.isDirectory()) throw new BadInstancePath(`${path}: this is not a directory`);
      return await Watch.over(await holdFolder(below(held, ".")), namesOf(path), recursive);
    });
    const id = newId();
    this.#watches.set(id, watch);
    return id;
  }

  find(id: string): Watch | undefined {
    return this.#watches.get(id);
  }

  /** False when there is no such watch. */
  async stop(id: string): Promise<boolean> {
    const watch = this.#watches.get(id);
    this.#watches.delete(id);
    await watch?.close();
    return watch !== undefined;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#watches.keys()].map((id) => this.stop(id)));
  }
}
