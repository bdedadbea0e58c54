// Removes a tree that others may be changing. Every directory is first brought up into the folder that holds the
// tree, so nothing is ever reached through a path that could be swapped, at any depth.
import { chmod, readdir, rename, rmdir, unlink } from "node:fs/promises";
import { codeOf } from "./paths.ts";
import { below, type Folder, holdFolder, itself } from "./walk.ts";

const maxTries = 1_000;

/** Removes `folderPath`, a private folder whose one entry is the tree. Throws when it is filled faster. */
export async function removeTree(folderPath: string): Promise<void> {
  const top = await holdFolder(folderPath);
  try {
    const left = await readdir(itself(top));
    let named = 0;
    const bringUp = async (folder: Folder, name: string) => {
      named += 1;
      const fresh = `${named}.up`;
      await rename(below(folder, name), below(top, fresh));
      left.push(fresh);
    };
    for (let tries = 0; left.length > 0; ) {
      const name = left.pop() ?? "";
      if (await unlinked(top, name)) continue;
      if (await emptied(top, name, bringUp)) continue;
      left.push(name);
      tries += 1;
      if (tries > maxTries) throw new Error(`${name} is filled faster than it is emptied`);
    }
  } finally {
    await top.close();
  }
  await rmdir(folderPath);
}

/** False when it is a directory. */
async function unlinked(folder: Folder, name: string): Promise<boolean> {
  try {
    await unlink(below(folder, name));
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return true;
    if (code === "EISDIR" || code === "EPERM") return false;
    throw error;
  }
}

/** Empties and removes a directory; its own directories are brought up. False when something was put in meanwhile. */
async function emptied(
  top: Folder,
  name: string,
  bringUp: (folder: Folder, name: string) => Promise<void>,
): Promise<boolean> {
  const folder = await holdFolder(below(top, name));
  try {
    await chmod(itself(folder), 0o700);
    for (const entry of await readdir(itself(folder))) {
      if (await unlinked(folder, entry)) continue;
      const inner = await holdFolder(below(folder, entry));
      // A directory that may not be written cannot be moved elsewhere.
      await chmod(itself(inner), 0o700).finally(() => inner.close());
      await bringUp(folder, entry);
    }
    await rmdir(below(top, name));
    return true;
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOTEMPTY" || code === "EEXIST" || code === "ENOENT" || code === "ENOTDIR") return false;
    throw error;
  } finally {
    await folder.close();
  }
}
