// Paths inside an instance and their errors. `machine/resolve-beneath.ts` opens what they name.

import { systemErrorCode } from "./system-error.ts";

/** A path that cannot be used; the message is written for the caller. */
export class BadInstancePath extends Error {
  override readonly name = "BadInstancePath";
  readonly kind: "invalid" | "missing" | "forbidden";
  constructor(message: string, kind: "invalid" | "missing" | "forbidden" = "invalid") {
    super(message);
    this.kind = kind;
  }
}

const maxPathBytes = 4096;

/** The names of an absolute path from the root down; empty for the root. Throws BadInstancePath. */
export function namesOf(instancePath: string): string[] {
  const shown = shortened(instancePath);
  if (!instancePath.startsWith("/")) {
    throw new BadInstancePath(`${shown}: give an absolute path, starting with /`);
  }
  if (instancePath.includes("\0")) throw new BadInstancePath("a path must not contain NUL");
  if (Buffer.byteLength(instancePath) > maxPathBytes) throw new BadInstancePath("the path is too long");
  const names = stepsOf(instancePath);
  if (names.includes("..")) throw new BadInstancePath(`${shown}: ".." is not allowed in a path`);
  return names;
}

/** The segments of any path, including `..`, without empty ones and `.`. */
export const stepsOf = (path: string): string[] =>
  path.split("/").filter((step) => step !== "" && step !== ".");

/** Converts file system errors that the caller caused to BadInstancePath; returns any other error unchanged. */
export function pathFault(error: unknown, instancePath: string): unknown {
  const bad = (reason: string, kind?: "missing" | "forbidden") =>
    new BadInstancePath(`${shortened(instancePath)}: ${reason}`, kind);
  switch (systemErrorCode(error)) {
    case "ENOENT":
      return bad("there is no such file or directory in this instance", "missing");
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return bad("the instance's permissions do not allow this", "forbidden");
    case "ENOTDIR":
      return bad("a part of this path is not a directory");
    case "EISDIR":
      return bad("this is a directory");
    case "ENOTEMPTY":
    case "EEXIST":
      return bad("a directory that is not empty, or an entry of another kind, is in this place");
    case "EINVAL":
    case "EBUSY":
      return bad("a directory cannot be put into itself");
    case "EXDEV":
      return bad("this is on another file system");
    case "ELOOP":
      return bad("too many symbolic links");
    case "ENAMETOOLONG":
      return bad("the path is too long");
    case "ENXIO":
    case "ETXTBSY":
      return bad("this kind of file cannot be used in this way");
    default:
      return error;
  }
}

const shortened = (path: string) => (path.length > 200 ? `${path.slice(0, 200)}…` : path);
