// A path as the instance sees it, and what can be wrong with one. Reaching what it names is `walk.ts`.

/** The path cannot be used; the message says why and is meant for the caller. */
export class BadInstancePath extends Error {
  override readonly name = "BadInstancePath";
  readonly kind: "invalid" | "missing" | "forbidden";
  constructor(message: string, kind: "invalid" | "missing" | "forbidden" = "invalid") {
    super(message);
    this.kind = kind;
  }
}

const maxPathBytes = 4096;

/** The names on an absolute path, from the root down; none for the root itself. Throws BadInstancePath. */
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

/** The steps of any path, `..` among them; empty ones and `.` lead nowhere and are left out. */
export const stepsOf = (path: string): string[] =>
  path.split("/").filter((step) => step !== "" && step !== ".");

/** The system's error code, such as ENOENT. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** A fault of the file system that is the caller's, as such; any other error as it is. */
export function pathFault(error: unknown, instancePath: string): unknown {
  const say = (reason: string, kind?: "missing" | "forbidden") =>
    new BadInstancePath(`${shortened(instancePath)}: ${reason}`, kind);
  switch (codeOf(error)) {
    case "ENOENT":
      return say("there is no such file or directory in this instance", "missing");
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return say("the instance's permissions do not allow this", "forbidden");
    case "ENOTDIR":
      return say("a part of this path is not a directory");
    case "EISDIR":
      return say("this is a directory");
    case "ENOTEMPTY":
    case "EEXIST":
      return say("there is a directory that is not empty, or something of another kind, in this place");
    case "EINVAL":
    case "EBUSY":
      return say("a directory cannot be put into itself");
    case "EXDEV":
      return say("this is on another file system");
    case "ELOOP":
      return say("too many symbolic links");
    case "ENAMETOOLONG":
      return say("the path is too long");
    case "ENXIO":
    case "ETXTBSY":
      return say("this is not a file that can be used so");
    default:
      return error;
  }
}

const shortened = (path: string) => (path.length > 200 ? `${path.slice(0, 200)}…` : path);
