// Opens files by their real path. Programs of an instance may replace any directory below its root by a symbolic
// link at any moment.
import { constants } from "node:fs";
import { type FileHandle, open, readlink } from "node:fs/promises";

/**
 * Opens `path`, which must be a real path (without symbolic links). Rejects with the code ELOOP when a link put there
 * meanwhile led elsewhere.
 */
export async function openWithoutSymlinks(path: string, flags: number, mode?: number): Promise<FileHandle> {
  const handle = await open(path, flags | constants.O_NOFOLLOW | constants.O_NONBLOCK, mode);
  try {
    // Other systems have no isolation of programs anyway.
    if (process.platform !== "linux") return handle;
    const opened = await readlink(`/proc/self/fd/${handle.fd}`);
    // A file removed since is still the right one.
    if (opened === path || opened === `${path} (deleted)`) return handle;
    throw Object.assign(new Error(`${path} leads elsewhere`), { code: "ELOOP" });
  } catch (error) {
    await handle.close();
    throw error;
  }
}
