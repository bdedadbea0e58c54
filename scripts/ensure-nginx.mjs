/** Finds nginx for the tests behind a reverse proxy; as root on Debian installs it when missing. */
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runCommand } from "./run-command.mjs";
import { aptCommands, firstFailure, isDebianRoot } from "./system-packages.mjs";
import { UserError } from "./user-error.mjs";

/** @import { Env } from "./run-command.mjs" */

/**
 * @param {Env} env
 * @returns {string | undefined} the path of the program
 */
export function findNginx(env) {
  // Debian installs it where the path of ordinary users does not lead.
  const folders = [...(env.PATH ?? "").split(delimiter).filter((folder) => folder !== ""), "/usr/sbin"];
  return folders.map((folder) => join(folder, "nginx")).find((path) => existsSync(path));
}

/**
 * @param {string} root
 * @param {{ env: Env, stopSignal?: AbortSignal }} options
 * @returns {Promise<string | undefined>} the program; undefined when it is missing and cannot be installed: the tests
 *   behind nginx are then skipped, with a note
 * @throws UserError when the installation fails
 */
export async function ensureNginx(root, { env, stopSignal }) {
  const found = findNginx(env);
  if (found !== undefined || !isDebianRoot()) return found;
  const failure = await firstFailure(aptCommands("nginx"), { run: runCommand, env, root, stopSignal });
  if (failure !== undefined) throw new UserError(`apt-get install nginx: ${failure}`);
  return findNginx(env);
}
