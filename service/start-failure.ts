// What an operator can do about a start that failed.
import { UserError } from "../scripts/user-error.mjs";
import { FolderTaken } from "./kernel/data-folder.ts";
import { BadEnvironment, type ServiceEnv } from "./kernel/env.ts";
import { NetworkUnavailable } from "./machine/sandbox/isolation.ts";

const folderErrorCodes = new Set([
  ...["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "EEXIST"],
  "SQLITE_CANTOPEN",
]);
const fullDiskCodes = new Set(["ENOSPC", "EDQUOT", "SQLITE_FULL"]);

/**
 * A one-line message for errors that an operator can correct; undefined for unexpected ones.
 * @param env absent when it could not be read
 */
export function startFailure(
  error: unknown,
  env: Pick<ServiceEnv, "host" | "port" | "dataDir"> | undefined,
): string | undefined {
  if (error instanceof UserError || error instanceof BadEnvironment) return error.message;
  if (error instanceof FolderTaken || error instanceof NetworkUnavailable) return error.message;
  if (!(error instanceof Error) || env === undefined) return undefined;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  if (code === "EADDRINUSE") {
    return `port ${env.port} on ${env.host} is taken; stop the other program or set SERVICE_PORT`;
  }
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return "SERVICE_HOST is not an address of this machine";
  if (folderErrorCodes.has(code)) {
    return `cannot write to the data folder ${env.dataDir}; correct its permissions or set SERVICE_DATA_DIR`;
  }
  if (fullDiskCodes.has(code)) {
    return `the disk of the data folder ${env.dataDir} is full; free some space on it or set SERVICE_DATA_DIR`;
  }
  if (error.message.includes("Chromium") || /^(CHROMIUM|FFMPEG)_PATH /.test(error.message))
    return error.message;
  return undefined;
}
