/** Finds slirp4netns and ip for the tests of isolated networks; as root on Debian installs what is missing. */
import { existsSync } from "node:fs";
import { runCommand } from "./run-command.mjs";
import { aptCommands, firstFailure, isDebianRoot } from "./system-packages.mjs";
import { UserError } from "./user-error.mjs";

/** @import { Env } from "./run-command.mjs" */

/** Where the service looks for system programs. */
const folders = ["/usr/sbin", "/usr/bin", "/sbin", "/bin"];
const packages = { slirp4netns: "slirp4netns", ip: "iproute2" };

export const missingPackages = () =>
  Object.entries(packages).flatMap(([program, name]) =>
    folders.some((folder) => existsSync(`${folder}/${program}`)) ? [] : [name],
  );

/**
 * @param {string} root
 * @param {{ env: Env, stopSignal?: AbortSignal }} options
 * @returns {Promise<boolean>} false when they are missing and cannot be installed: the tests of isolated networks are then
 *   skipped, with a note
 * @throws UserError when the installation fails
 */
export async function ensureSlirp4netns(root, { env, stopSignal }) {
  const missing = missingPackages();
  if (missing.length === 0) return true;
  if (!isDebianRoot()) return false;
  const failure = await firstFailure(aptCommands(...missing), { run: runCommand, env, root, stopSignal });
  if (failure !== undefined) throw new UserError(`apt-get install ${missing.join(" ")}: ${failure}`);
  return missingPackages().length === 0;
}
