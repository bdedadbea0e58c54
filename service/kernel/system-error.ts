// Errors of the operating system.

/** The error code of the operating system, such as ENOENT. */
export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** A handler of rejections: for files that may not exist. */
export function undefinedIfMissing(error: unknown): undefined {
  if (systemErrorCode(error) !== "ENOENT") throw error;
}
