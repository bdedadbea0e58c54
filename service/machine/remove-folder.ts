// Removes folders of programs that have ended. These may have left folders in which their owner may not write, and a service
// that is not root cannot remove what is in those. Nothing here blocks: they may have left as many files as they liked.
import { chmod, lstat, readdir, rm } from "node:fs/promises";
import { systemErrorCode } from "../kernel/system-error.ts";
import { entryPath } from "./resolve-beneath.ts";

const isDenied = (error: unknown) => ["EACCES", "EPERM"].includes(systemErrorCode(error) ?? "");

/** Gives the owner all permissions of a folder and of those below it. Follows no links; leaves what cannot be changed. */
async function permit(path: string | Buffer): Promise<void> {
  try {
    if (!(await lstat(path)).isDirectory()) return;
    await chmod(path, 0o700);
    for (const entry of await readdir(path, { encoding: "buffer", withFileTypes: true }))
      if (entry.isDirectory()) await permit(entryPath(path, entry.name));
  } catch {
    // The removal says what is wrong.
  }
}

/** Removes a folder, if it is there; tries again for a moment where something is still written. */
export async function removeFolder(path: string | Buffer): Promise<void> {
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  await remove().catch(async (error: unknown) => {
    if (!isDenied(error)) throw error;
    await permit(path);
    await remove();
  });
}
