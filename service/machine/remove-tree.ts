// Removes a directory tree that other processes may be changing. Every directory is first moved up into the private
// folder that holds the tree, so no path can be swapped while it is used, at any depth. Names may be of any bytes.
import { chmod, readdir, rmdir, unlink } from "node:fs/promises";
import { systemErrorCode } from "../kernel/system-error.ts";
import { entryPath, type Folder, itself, moveDirectory, openDirectory } from "./resolve-beneath.ts";

const maxTries = 1_000;

/**
 * Removes `folderPath`, a private folder whose only entry is the tree. Throws when it is filled faster than
 * emptied.
 */
export async function removeTree(folderPath: string): Promise<void> {
  const top = await openDirectory(folderPath);
  try {
    const left = await readdir(itself(top), { encoding: "buffer" });
    let named = 0;
    const moveUp = async (folder: Folder, name: Buffer) => {
      named += 1;
      const fresh = Buffer.from(`${named}.up`);
      await moveDirectory(entryPath(itself(folder), name), entryPath(itself(top), fresh));
      left.push(fresh);
    };
    let tries = 0;
    for (let name = left.pop(); name !== undefined; name = left.pop()) {
      if (await tryUnlink(top, name)) continue;
      if (await tryEmpty(top, name, moveUp)) continue;
      left.push(name);
      tries += 1;
      if (tries > maxTries) throw new Error(`${name} is being filled faster than it can be emptied`);
    }
  } finally {
    await top.close();
  }
  await rmdir(folderPath);
}

/** False when it is a directory. */
async function tryUnlink(folder: Folder, name: Buffer): Promise<boolean> {
  try {
    await unlink(entryPath(itself(folder), name));
    return true;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "ENOENT") return true;
    if (code === "EISDIR" || code === "EPERM") return false;
    throw error;
  }
}

/** Empties and removes a directory; its subdirectories are moved up. False when an entry was added meanwhile. */
async function tryEmpty(
  top: Folder,
  name: Buffer,
  moveUp: (folder: Folder, name: Buffer) => Promise<void>,
): Promise<boolean> {
  const folder = await openDirectory(entryPath(itself(top), name));
  try {
    await chmod(itself(folder), 0o700);
    for (const entry of await readdir(itself(folder), { encoding: "buffer" })) {
      if (await tryUnlink(folder, entry)) continue;
      await moveUp(folder, entry);
    }
    await rmdir(entryPath(itself(top), name));
    return true;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "ENOTEMPTY" || code === "EEXIST" || code === "ENOENT" || code === "ENOTDIR") return false;
    throw error;
  } finally {
    await folder.close();
  }
}
