// From a path as the instance sees it to one of this machine. Nothing leads out of the instance's file root:
// no "..", no symbolic link, no NUL. A link that points outside is refused, not re-read inside.
import { constants } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";

/** The path is not one of the instance; the message says why and is meant for the caller. */
export class BadInstancePath extends Error {
  override readonly name = "BadInstancePath";
}

/**
 * The host path of `instancePath`. Its parents are followed; its last part is followed only with `followLast`
 * (reading), not for operations on the entry itself (renaming). What does not exist yet resolves too.
 */
export async function resolveInside(
  root: string,
  instancePath: string,
  { followLast }: { followLast: boolean },
): Promise<string> {
  const parts = partsOf(instancePath);
  const realRoot = await realpath(root);
  const whole = join(realRoot, ...parts);
  if (parts.length === 0) return realRoot;
  const followed = followLast ? await realOf(whole) : join(await realOf(dirname(whole)), basename(whole));
  if (!isInside(realRoot, followed)) {
    throw new BadInstancePath(`${instancePath}: a symbolic link on this path leads out of the instance`);
  }
  return followed;
}

/** Opens a plain file for reading; never blocks on a pipe and never follows a link put there meanwhile. */
export async function openInside(root: string, instancePath: string): Promise<FileHandle> {
  const path = await resolveInside(root, instancePath, { followLast: true });
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(path, flags).catch((error: unknown) => {
    throw new BadInstancePath(`${instancePath}: ${reasonOf(error)}`);
  });
  try {
    if (!(await handle.stat()).isFile()) throw new BadInstancePath(`${instancePath}: this is not a file`);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function partsOf(instancePath: string): string[] {
  if (!instancePath.startsWith("/")) {
    throw new BadInstancePath(`${instancePath}: give an absolute path, starting with /`);
  }
  if (instancePath.includes("\0")) throw new BadInstancePath("a path must not contain NUL");
  const parts = instancePath.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes("..")) throw new BadInstancePath(`${instancePath}: ".." is not allowed in a path`);
  return parts;
}

/** The real path of the deepest part that exists, with the rest put behind it. */
async function realOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw new BadInstancePath(reasonOf(error));
    // A dangling link exists itself: whoever creates its target would write wherever it points.
    if (await lstat(path).then(Boolean, () => false)) throw new BadInstancePath("a link leads nowhere");
    const parent = dirname(path);
    return parent === path ? path : join(await realOf(parent), basename(path));
  }
}

const isInside = (root: string, path: string) => path === root || path.startsWith(root + sep);

/** The system's error code, such as ENOENT. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function reasonOf(error: unknown): string {
  switch (codeOf(error)) {
    case "ENOENT":
      return "there is no such file in this instance";
    case "ENOTDIR":
      return "a part of this path is not a directory";
    case "EACCES":
    case "EPERM":
      return "this file may not be read";
    case "ELOOP":
      return "too many symbolic links";
    case "ENAMETOOLONG":
      return "the path is too long";
    case "ENXIO":
      return "this is not a file";
    default:
      return "this path cannot be used";
  }
}
