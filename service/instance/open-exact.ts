// Programs of an instance may swap any part of a path below its root for a symbolic link at any moment. Whoever
// opens a file there by its real path opens it through here.
import { constants } from "node:fs";
import { type FileHandle, open, readlink } from "node:fs/promises";

/**
 * Opens `path`, which must be a real path (without symbolic links), and nothing else: what was reached through a
 * link put there meanwhile is closed again, with an error whose code is ELOOP.
 */
export async function openExact(path: string, flags: number, mode?: number): Promise<FileHandle> {
  const handle = await open(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, mode);
  try {
    // Elsewhere programs are not kept apart at all.
    if (process.platform !== "linux") return handle;
    const opened = await readlink(`/proc/self/fd/${handle.fd}`);
    // A file that was removed since is still the right one.
    if (opened === path || opened === `${path} (deleted)`) return handle;
    throw Object.assign(new Error(`${path} leads elsewhere`), { code: "ELOOP" });
  } catch (error) {
    await handle.close();
    throw error;
  }
}
