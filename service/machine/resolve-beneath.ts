// Resolves paths of an instance. Every step starts from a directory held open and never follows a symbolic link:
// links are read and resolved here with the instance's root as `/`. So no link, not even one swapped in meanwhile,
// leads out of the root. Requires Linux, where /proc/self/fd replaces openat(2).
import type { BigIntStats } from "node:fs";
import { constants } from "node:fs";
import { chmod, chown, type FileHandle, mkdir, open, readlink, rename } from "node:fs/promises";
import { BadInstancePath, namesOf, pathFault, stepsOf } from "../kernel/instance-path.ts";
import { systemErrorCode } from "../kernel/system-error.ts";

// Refers to an inode without opening it: no effect on devices, no waiting on pipes. Node has no constant for the
// flag.
const O_PATH = 0o10000000;
const maxLinks = 40;
// More than the names of any path; reached only when directories are removed as fast as they are created.
const maxCreated = 4096;

/** An O_PATH handle of a directory. */
export type Folder = FileHandle;

/** A system path of an entry of a folder; only for calls that do not follow a link there. */
export const below = (folder: Folder, name: string): string => `/proc/self/fd/${folder.fd}/${name}`;

/** A system path of the inode of a handle, for calls that take a path. */
export const itself = (held: FileHandle): string => `/proc/self/fd/${held.fd}`;

/** The path of an entry, whose name may be of any bytes. */
export const entryPath = (folder: string | Buffer, name: Buffer): Buffer =>
  Buffer.concat([Buffer.from(folder), Buffer.from("/"), name]);

/** Opens an O_PATH handle of a path's entry; of a link, the link itself. The caller closes it. */
export const hold = (path: string | Buffer): Promise<FileHandle> => open(path, O_PATH | constants.O_NOFOLLOW);

/** Opens an O_PATH handle of a directory; rejects with ENOTDIR for anything else, links included. */
export const openDirectory = (path: string | Buffer): Promise<Folder> =>
  open(path, O_PATH | constants.O_NOFOLLOW | constants.O_DIRECTORY);

/** Moves a directory that is to be removed: without write permission it could not be moved. */
export async function moveDirectory(from: string | Buffer, to: string | Buffer): Promise<void> {
  const held = await openDirectory(from);
  await chmod(itself(held), 0o700).finally(() => held.close());
  await rename(from, to);
}

/** A name in a folder; the entry may or may not exist. */
export interface DirectoryEntry {
  folder: Folder;
  name: string;
  /** The folder's path in the instance, without links. */
  folderPath: readonly string[];
}

export interface Found {
  held: FileHandle;
  stats: BigIntStats;
  /** Its folder and name; undefined for the root and when a link led to a directory. */
  place: DirectoryEntry | undefined;
}

interface ResolveOptions {
  /** Creates missing directories of the path. */
  createParents?: boolean;
  /** The user id of created directories; the service's own when absent. */
  owner?: number;
}

/**
 * Calls `act` with the directory entry of `instancePath`. Links before the last name are followed, the last is not.
 * Throws BadInstancePath, also for file system errors in `act` and for the root.
 */
export async function withDirectoryEntry<T>(
  root: string,
  instancePath: string,
  options: ResolveOptions,
  act: (place: DirectoryEntry) => Promise<T>,
): Promise<T> {
  return await withPathResolver(root, instancePath, async (resolver) => {
    const [name] = resolver.ahead;
    if (name === undefined) throw new BadInstancePath(`${instancePath}: this cannot be done to the root`);
    while (resolver.ahead.length > 1) await resolver.step(options);
    return await act({ folder: resolver.folder, name, folderPath: resolver.path });
  });
}

/**
 * Calls `act` with what `instancePath` refers to, all links followed, or with the entry where it could be created.
 * Throws BadInstancePath, also for file system errors in `act`.
 */
export async function withTarget<T>(
  root: string,
  instancePath: string,
  options: ResolveOptions,
  act: (target: Found | DirectoryEntry) => Promise<T>,
): Promise<T> {
  return await withPathResolver(root, instancePath, async (resolver) => {
    while (resolver.ahead.length > 0) {
      const end = await resolver.step(options);
      if (!end) continue;
      try {
        return await act(end);
      } finally {
        if ("held" in end) await end.held.close();
      }
    }
    return await act({
      held: resolver.folder,
      stats: await resolver.folder.stat({ bigint: true }),
      place: undefined,
    });
  });
}

/** Like `withTarget`; throws BadInstancePath when it does not exist. */
export async function withExisting<T>(
  root: string,
  instancePath: string,
  act: (found: Found) => Promise<T>,
): Promise<T> {
  return await withTarget(root, instancePath, {}, async (target) => {
    if (!("held" in target)) throw pathFault(Object.assign(new Error(), { code: "ENOENT" }), instancePath);
    return await act(target);
  });
}

async function withPathResolver<T>(
  root: string,
  instancePath: string,
  act: (resolver: PathResolver) => Promise<T>,
): Promise<T> {
  const resolver = await PathResolver.from(root, namesOf(instancePath));
  try {
    return await act(resolver);
  } catch (error) {
    throw pathFault(error, instancePath);
  } finally {
    await resolver.folder.close();
  }
}

class PathResolver {
  readonly #root: string;
  /** Remaining names, the next one last. */
  readonly ahead: string[];
  folder: Folder;
  path: string[] = [];
  #links = 0;
  #created = 0;

  private constructor(root: string, folder: Folder, names: readonly string[]) {
    this.#root = root;
    this.folder = folder;
    this.ahead = names.toReversed();
  }

  static async from(root: string, names: readonly string[]): Promise<PathResolver> {
    return new PathResolver(root, await openRoot(root), names);
  }

  /** Resolves the next name. Returns the target when it is the last one and no link. */
  async step({ createParents = false, owner }: ResolveOptions): Promise<Found | DirectoryEntry | undefined> {
    const name = this.ahead.pop();
    if (name === undefined) return undefined;
    if (name === "..") {
      await this.#backTo(this.path.slice(0, -1));
      return undefined;
    }
    const isLast = this.ahead.length === 0;
    const here = below(this.folder, name);
    const held = await hold(here).catch((error: unknown) => {
      if (systemErrorCode(error) === "ENOENT" && (isLast || createParents)) return undefined;
      throw error;
    });
    const place = { folder: this.folder, name, folderPath: this.path };
    if (!held) {
      if (isLast) return place;
      await mkdir(here, 0o755).then(() => give(here, owner), unless("EEXIST"));
      this.#created += 1;
      if (this.#created > maxCreated) throw Object.assign(new Error(), { code: "ELOOP" });
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
    this.#countLink();
    const target = await readlink(below(this.folder, name)).catch(unless("EINVAL"));
    // The link has been replaced: resolve the name again.
    if (target === undefined) {
      this.ahead.push(name);
      return;
    }
    if (target.startsWith("/")) await this.#backTo([]);
    this.ahead.push(...stepsOf(target).reverse());
  }

  /** Returns to an earlier directory, from the root: the directory's own `..` may have changed. */
  async #backTo(path: readonly string[]): Promise<void> {
    let folder = await openRoot(this.#root);
    try {
      for (const name of path) {
        const next = await openDirectory(below(folder, name));
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

  /** Ends cycles of links and races against a name that changes constantly. */
  #countLink(): void {
    this.#links += 1;
    if (this.#links > maxLinks) throw Object.assign(new Error(), { code: "ELOOP" });
  }
}

/** Gives a directory that was just created to a user. */
async function give(path: string, owner: number | undefined): Promise<void> {
  if (owner === undefined) return;
  const held = await openDirectory(path);
  try {
    await chown(itself(held), owner, owner);
  } finally {
    await held.close();
  }
}

const openRoot = (root: string): Promise<Folder> => open(root, O_PATH | constants.O_DIRECTORY);

function unless(code: string) {
  return (error: unknown): undefined => {
    if (systemErrorCode(error) !== code) throw error;
  };
}
