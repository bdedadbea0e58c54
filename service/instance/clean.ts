// Brings an instance's file root back to what it was made with, for its next holder. Links are removed, never
// followed: whatever a holder has put where a folder was, nothing outside the root is touched.
import { lstat, mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** What stays in a folder: folders with what stays in them, and what stays as it is. */
export interface Kept {
  folders: Readonly<Record<string, Kept>>;
  asIs?: readonly string[];
}

/** Removes everything else; folders that are missing, or something else by now, are made anew. */
export async function keepOnly(dir: string, { folders, asIs = [] }: Kept): Promise<void> {
  await ensureFolder(dir);
  for (const name of await readdir(dir)) {
    if (name in folders || asIs.includes(name)) continue;
    await rm(join(dir, name), { recursive: true, force: true, maxRetries: 3 });
  }
  for (const [name, kept] of Object.entries(folders)) await keepOnly(join(dir, name), kept);
}

async function ensureFolder(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found?.isDirectory()) return;
  if (found) await rm(path);
  await mkdir(path, { mode: 0o700 });
}
