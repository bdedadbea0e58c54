// Resets an instance's file root for its next holder. Symbolic links are removed, never followed, so nothing
// outside the root is touched.
import { chmod, lstat, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { removeFolder } from "./remove-folder.ts";
import { entryPath } from "./resolve-beneath.ts";

/** Entries that stay in a folder: folders, recursively, and entries that stay unchanged. */
export interface RetainedEntries {
  folders: Readonly<Record<string, RetainedEntries>>;
  asIs?: readonly string[];
}

/** Removes everything else; folders that are missing or have been replaced are created. */
export async function removeAllExcept(dir: string, { folders, asIs = [] }: RetainedEntries): Promise<void> {
  await ensureFolder(dir);
  for (const name of await readdir(dir, { encoding: "buffer" })) {
    const text = name.toString();
    // The text of a name that is no UTF-8 has another character, which none that stays has.
    if (Object.hasOwn(folders, text) || asIs.includes(text)) continue;
    await removeFolder(entryPath(dir, name));
  }
  for (const [name, retained] of Object.entries(folders)) await removeAllExcept(join(dir, name), retained);
}

async function ensureFolder(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isDirectory()) {
    // What is in it could not be removed.
    if ((found.mode & 0o700) !== 0o700) await chmod(path, 0o700);
    return;
  }
  if (found) await rm(path);
  await mkdir(path, { mode: 0o700 });
}
