// The one way to what an instance's path names. Every step is taken from a directory held open and never through a
// symbolic link: links are read and walked here, with the instance's root as `/`, as the instance itself would see
// them. So neither a link nor one swapped in meanwhile leads out. Needs Linux: /proc/self/fd stands in for openat.
import type { BigIntStats } from "node:fs";
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readlink } from "node:fs/promises";
import { BadInstancePath, codeOf, namesOf, pathFault, stepsOf } from "./paths.ts";

// Names an inode without opening it: a device is not touched, a pipe does not wait. Node has no name for the flag.
const O_PATH = 0o10000000;
const maxLinks = 40;
// More than a path has names; reached only when they vanish as fast as they are made.
const maxMade = 4096;

/** A directory held open, by a handle that only names it. */
export type Folder = FileHandle;

/** What a name in a folder is called for the system; only for calls that do not follow a link there. */
export const below = (folder: Folder, name: string): string => `/proc/self/fd/${folder.fd}/${name}`;

/** The very inode that a handle holds, for calls that take a path; never changes what it means. */
export const itself = (held: FileHandle): string => `/proc/self/fd/${held.fd}`;

/** Holds what is there now, a link as the link. The caller closes it. */
export const hold = (path: string): Promise<FileHandle> => open(path, O_PATH | constants.O_NOFOLLOW);

/** Holds a directory that is no link; throws ENOTDIR otherwise. */
export const holdFolder = (path: string): Promise<Folder> =>
  open(path, O_PATH | constants.O_NOFOLLOW | constants.O_DIRECTORY);

/** A name in a folder, whatever is or is not there. */
export interface Place {
  folder: Folder;
  name: string;
  /** The folder's own path in the instance, without links. */
  folderPath: readonly string[];
}

export interface Found {
  held: FileHandle;
  stats: BigIntStats;
  /** Its folder and name; undefined for the root and where a link led to a directory. */
  place: Place | undefined;
}

interface WalkOptions {
  /** Makes the directories on the way that are missing. */
  makeParents?: boolean;
}

/**
 * Calls `act` with the place that `instancePath` names: links on the way are followed, one in its place is not.
 * Throws BadInstancePath, also for what the system says in `act`. The root has no place.
 */
export async function atPlace<T>(
  root: string,
  instancePath: string,
  { makeParents = false }: WalkOptions,
  act: (place: Place) => Promise<T>,
): Promise<T> {
  return await walking(root, instancePath, async (walk) => {
    const [name] = walk.ahead;
    if (name === undefined) throw new BadInstancePath(`${instancePath}: this cannot be done to the root`);
    while (walk.ahead.length > 1) await walk.step(makeParents);
    return await act({ folder: walk.folder, name, folderPath: walk.path });
  });
}

/**
 * Calls `act` with what `instancePath` leads to, all links followed, or with the place where it would have to be
 * made. Throws BadInstancePath, also for what the system says in `act`.
 */
export async function atTarget<T>(
  root: string,
  instancePath: string,
  { makeParents = false }: WalkOptions,
  act: (target: Found | Place) => Promise<T>,
): Promise<T> {
  return await walking(root, instancePath, async (walk) => {
    while (walk.ahead.length > 0) {
      const end = await walk.step(makeParents);
      if (!end) continue;
      try {
        return await act(end);
      } finally {
        if ("held" in end) await end.held.close();
      }
    }
    return await act({
      held: walk.folder,
      stats: await walk.folder.stat({ bigint: true }),
      place: undefined,
    });
  });
}

/** As `atTarget`, for what must be there. */
export async function atFound<T>(
  root: string,
  instancePath: string,
  act: (found: Found) => Promise<T>,
): Promise<T> {
  return await atTarget(root, instancePath, {}, async (target) => {
    if (!("held" in target)) throw pathFault(Object.assign(new Error(), { code: "ENOENT" }), instancePath);
    return await act(target);
  });
}

async function walking<T>(root: string, instancePath: string, act: (walk: Walk) => Promise<T>): Promise<T> {
  const walk = await Walk.from(root, namesOf(instancePath));
  try {
    return await act(walk);
  } catch (error) {
    throw pathFault(error, instancePath);
  } finally {
    await walk.folder.close();
  }
}

class Walk {
  readonly #root: string;
  /** Names still to go, the next one last. */
  readonly ahead: string[];
  folder: Folder;
  path: string[] = [];
  #links = 0;
  #made = 0;

  private constructor(root: string, folder: Folder, names: readonly string[]) {
    this.#root = root;
    this.folder = folder;
    this.ahead = names.toReversed();
  }

  static async from(root: string, names: readonly string[]): Promise<Walk> {
    return new Walk(root, await openRoot(root), names);
  }

  /** Takes the next name. Gives back the end of the walk when it is no directory to go on from. */
  async step(makeParents: boolean): Promise<Found | Place | undefined> {
    const name = this.ahead.pop();
    if (name === undefined) return undefined;
    if (name === "..") {
      await this.#backTo(this.path.slice(0, -1));
      return undefined;
    }
    const isLast = this.ahead.length === 0;
    const here = below(this.folder, name);
    const held = await hold(here).catch((error: unknown) => {
      if (codeOf(error) === "ENOENT" && (isLast || makeParents)) return undefined;
      throw error;
    });
    const place = { folder: this.folder, name, folderPath: this.path };
    if (!held) {
      if (isLast) return place;
      await mkdir(here, 0o755).catch(unless("EEXIST"));
      this.#made += 1;
      if (this.#made > maxMade) throw Object.assign(new Error(), { code: "ELOOP" });
      this.ahead.push(name);
      return undefined;
    }
    const stats = await held.stat({ bigint: true });
    if (stats.isSymbolicLink()) {
      await held.close();
      await this.#follow(name);
      return undefined;
    }
    if (isLast) return { held, stats, place };
    if (!stats.isDirectory()) {
      await held.close();
      throw Object.assign(new Error(), { code: "ENOTDIR" });
    }
    await this.folder.close();
    this.folder = held;
    this.path = [...this.path, name];
    return undefined;
  }

  async #follow(name: string): Promise<void> {
    this.#countTurn();
    const target = await readlink(below(this.folder, name)).catch(unless("EINVAL"));
    // It was a link a moment ago: look again.
    if (target === undefined) {
      this.ahead.push(name);
      return;
    }
    if (target.startsWith("/")) await this.#backTo([]);
    this.ahead.push(...stepsOf(target).reverse());
  }

  /** Goes to a directory passed before, from the root anew: its `..` may be another one by now. */
  async #backTo(path: readonly string[]): Promise<void> {
    let folder = await openRoot(this.#root);
    try {
      for (const name of path) {
        const next = await holdFolder(below(folder, name));
        await folder.close();
        folder = next;
      }
    } catch (error) {
      await folder.close();
      throw error;
    }
    await this.folder.close();
    this.folder = folder;
    this.path = [...path];
  }

  /** Links in a circle, or names that come and go as fast as we look, end here. */
  #countTurn(): void {
    this.#links += 1;
    if (this.#links > maxLinks) throw Object.assign(new Error(), { code: "ELOOP" });
  }
}

const openRoot = (root: string): Promise<Folder> => open(root, O_PATH | constants.O_DIRECTORY);

function unless(code: string) {
  return (error: unknown): undefined => {
    if (codeOf(error) !== code) throw error;
  };
}
