// The file operations of one instance. Each resolves its path with `resolve-beneath.ts`, checks the type of the
// handle and acts on that handle: devices and pipes are never opened, and swapped links have no effect.
import type { BigIntStats } from "node:fs";
import { constants, createReadStream } from "node:fs";
import {
  chmod,
  chown,
  type FileHandle,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  rename,
  unlink,
} from "node:fs/promises";
import { join } from "node:path";
import type { FileInfo } from "../../lib/contract/files.ts";
import { formatNanoseconds } from "../kernel/clock.ts";
import { BadInstancePath, namesOf } from "../kernel/instance-path.ts";
import { systemErrorCode, undefinedIfMissing } from "../kernel/system-error.ts";
import { removeTree } from "./remove-tree.ts";
import {
  below,
  type DirectoryEntry,
  entryPath,
  type Folder,
  type Found,
  hold,
  itself,
  openDirectory,
  withDirectoryEntry,
  withExisting,
  withTarget,
} from "./resolve-beneath.ts";

const parallel = 32;
/** Modes of new files and directories by default. */
const standardMode = { file: 0o644, directory: 0o755 } as const;

export class InstanceFiles {
  /** What clients see as `/`. */
  readonly root: string;
  /** A private folder on the root's file system for files being received or removed. */
  readonly scratch: string;
  /** The user and group id of what is created here; undefined: the service's own. */
  readonly owner: number | undefined;
  readonly #reserved: readonly string[];

  /** `reserved`: names in the root that cannot be removed or moved. */
  constructor(
    root: string,
    scratch: string,
    { owner, reserved = [] }: { owner?: number; reserved?: readonly string[] } = {},
  ) {
    this.root = root;
    this.scratch = scratch;
    this.owner = owner;
    this.#reserved = reserved;
  }

  /** Opens a regular file for reading. The caller closes it. */
  async open(path: string): Promise<FileHandle> {
    return await withExisting(this.root, path, async (found) => await openRegularFile(found, path));
  }

  /**
   * Like `open`, but also holds its folder, so that files beside it can be opened too: `path` and paths that begin
   * with it are valid until `release`.
   */
  async openWithFolder(
    path: string,
  ): Promise<{ handle: FileHandle; path: string; release: () => Promise<void> }> {
    return await withExisting(this.root, path, async (found) => {
      const handle = await openRegularFile(found, path);
      if (!found.place) throw new Error("a plain file has a folder");
      const folder = await openDirectory(below(found.place.folder, "."));
      return { handle, path: below(folder, found.place.name), release: () => folder.close() };
    });
  }

  /** Opens a directory. The caller closes it. */
  async openDirectory(path: string): Promise<Folder> {
    return await withExisting(this.root, path, async (found) => {
      requireDirectory(found, path);
      return await openDirectory(below(found.held, "."));
    });
  }

  async info(path: string): Promise<FileInfo> {
    return await withExisting(this.root, path, async ({ stats }) => infoOf(namesOf(path), stats));
  }

  /**
   * The entries of a directory, sorted by name; symbolic links are not followed. A name that is no UTF-8 has U+FFFD where its
   * bytes are no character, as no path of the API leads to it.
   */
  async list(path: string): Promise<FileInfo[]> {
    return await withExisting(this.root, path, async (found) => {
      requireDirectory(found, path);
      const entries = (await readdir(itself(found.held), { encoding: "buffer" }))
        .map((bytes) => ({ bytes, name: bytes.toString() }))
        .sort((one, other) => (one.name < other.name ? -1 : 1));
      const infos: FileInfo[] = [];
      for (let at = 0; at < entries.length; at += parallel) {
        const some = await Promise.all(
          entries.slice(at, at + parallel).map(async ({ bytes, name }) => {
            const entry = entryPath(itself(found.held), bytes);
            // It may have disappeared since it was listed.
            const stats = await lstat(entry, { bigint: true }).catch(undefinedIfMissing);
            return stats && infoOf([...namesOf(path), name], stats);
          }),
        );
        infos.push(...some.filter((info) => info !== undefined));
      }
      return infos;
    });
  }

  /**
   * Moves the file `source` from the scratch folder to `path` and creates missing parent directories. An existing
   * file is overwritten in place: it keeps its inode (hard links, readers) and, without `mode`, its permissions.
   */
  async put(source: string, path: string, mode: number | undefined): Promise<void> {
    await withTarget(this.root, path, this.#creating, async (target) => {
      if (!("held" in target)) {
        if (this.owner !== undefined) await chown(source, this.owner, this.owner);
        await chmod(source, mode ?? standardMode.file);
        await rename(source, below(target.folder, target.name));
        return;
      }
      requireFile(target, path);
      const flags = constants.O_WRONLY | constants.O_TRUNC | constants.O_NONBLOCK;
      const into = await open(itself(target.held), flags);
      try {
        await into.writeFile(createReadStream(source));
        if (mode !== undefined) await into.chmod(mode);
      } finally {
        await into.close();
      }
    });
  }

  /** Creates a directory and its parents; an existing one is not changed. */
  async makeFolder(path: string, mode: number | undefined): Promise<void> {
    await withTarget(this.root, path, this.#creating, async (target) => {
      if ("held" in target) return requireDirectory(target, path);
      const here = below(target.folder, target.name);
      const isNew = await mkdir(here, 0o700).then(
        () => true,
        (error: unknown) => {
          if (systemErrorCode(error) === "EEXIST") return false;
          throw error;
        },
      );
      const held = await hold(here);
      try {
        const stats = await held.stat({ bigint: true });
        requireDirectory({ held, stats, place: target }, path);
        if (isNew && this.owner !== undefined) await chown(itself(held), this.owner, this.owner);
        if (isNew) await chmod(itself(held), mode ?? standardMode.directory);
      } finally {
        await held.close();
      }
    });
  }

  /** Removes a file; of a symbolic link, the link itself. */
  async removeFile(path: string): Promise<void> {
    await withDirectoryEntry(this.root, path, {}, async (place) => {
      this.#refuseReserved(place);
      const { folder, name } = place;
      const stats = await lstat(below(folder, name));
      if (stats.isDirectory()) throw new BadInstancePath(`${path}: this is a directory`);
      await unlink(below(folder, name));
    });
  }

  /** Removes a directory with its content, atomically for observers. A missing one is no error. */
  async removeFolder(path: string): Promise<void> {
    const trash = await this.#ownFolder("trash-");
    try {
      await withDirectoryEntry(this.root, path, {}, async (place) => {
        this.#refuseReserved(place);
        const { folder, name } = place;
        const stats = await lstat(below(folder, name));
        if (!stats.isDirectory()) throw new BadInstancePath(`${path}: this is not a directory`);
        await rename(below(folder, name), join(trash, "tree"));
      });
    } catch (error) {
      if (!(error instanceof BadInstancePath) || error.kind !== "missing") throw error;
    } finally {
      await removeTree(trash);
    }
  }

  async setPermissions(path: string, to: { mode: number; uid?: number; gid?: number }): Promise<void> {
    await withExisting(this.root, path, async ({ held, stats }) => {
      if (to.uid !== undefined || to.gid !== undefined) {
        await chown(itself(held), to.uid ?? Number(stats.uid), to.gid ?? Number(stats.gid));
      }
      await chmod(itself(held), to.mode);
    });
  }

  /** rename(2): replaces a file, or an empty directory by a directory; moves a symbolic link itself. */
  async move(from: string, to: string): Promise<void> {
    await withDirectoryEntry(this.root, from, {}, async (source) => {
      await lstat(below(source.folder, source.name));
      await withDirectoryEntry(this.root, to, {}, async (destination) => {
        for (const place of [source, destination]) this.#refuseReserved(place);
        await rename(below(source.folder, source.name), below(destination.folder, destination.name));
      });
    });
  }

  #refuseReserved({ folderPath, name }: DirectoryEntry): void {
    if (folderPath.length > 0 || !this.#reserved.includes(name)) return;
    throw new BadInstancePath(`/${name}: this belongs to the instance's system and cannot be changed`);
  }

  get #creating() {
    return { createParents: true, ...(this.owner === undefined ? {} : { owner: this.owner }) };
  }

  async #ownFolder(prefix: string): Promise<string> {
    await mkdir(this.scratch, { recursive: true, mode: 0o700 });
    return await mkdtemp(join(this.scratch, prefix));
  }
}

/** Opens the held inode for reading if it is a regular file. */
async function openRegularFile(found: Found, path: string): Promise<FileHandle> {
  requireFile(found, path);
  return await open(itself(found.held), constants.O_RDONLY | constants.O_NONBLOCK);
}

function requireFile({ stats }: Found, path: string): void {
  if (stats.isFile()) return;
  throw new BadInstancePath(`${path}: ${stats.isDirectory() ? "this is a directory" : "this is not a file"}`);
}

function requireDirectory({ stats }: Found, path: string): void {
  if (!stats.isDirectory()) throw new BadInstancePath(`${path}: this is not a directory`);
}

const lastTimestampNs = 253_402_300_799_999_999_999n;

function infoOf(names: readonly string[], stats: BigIntStats): FileInfo {
  const isDirectory = stats.isDirectory();
  // File times are arbitrary, but RFC 3339 has four digits for the year.
  const changedNs =
    stats.mtimeNs < 0n ? 0n : stats.mtimeNs > lastTimestampNs ? lastTimestampNs : stats.mtimeNs;
  return {
    name: names.at(-1) ?? "/",
    path: `/${names.join("/")}`,
    size_bytes: isDirectory ? 0 : Number(stats.size),
    is_dir: isDirectory,
    mod_time: formatNanoseconds(changedNs),
    mode: modeText(stats),
  };
}

/** In the format of `ls -l`, such as `-rw-r--r--`. */
function modeText(stats: BigIntStats): string {
  const bits = Number(stats.mode);
  const triple = (shift: number, special: number, letter: string) => {
    const read = (bits >> shift) & 4 ? "r" : "-";
    const write = (bits >> shift) & 2 ? "w" : "-";
    const isExecutable = ((bits >> shift) & 1) !== 0;
    const execute =
      bits & special ? (isExecutable ? letter : letter.toUpperCase()) : isExecutable ? "x" : "-";
    return read + write + execute;
  };
  return typeLetter(stats) + triple(6, 0o4000, "s") + triple(3, 0o2000, "s") + triple(0, 0o1000, "t");
}

function typeLetter(stats: BigIntStats): string {
  if (stats.isDirectory()) return "d";
  if (stats.isSymbolicLink()) return "l";
  if (stats.isFIFO()) return "p";
  if (stats.isSocket()) return "s";
  if (stats.isCharacterDevice()) return "c";
  if (stats.isBlockDevice()) return "b";
  return "-";
}
