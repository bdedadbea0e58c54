/** Finds promtool, which checks metrics and alert rules in tests; as root on Debian installs it when missing. */
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
export function findPromtool(env) {
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders.map((folder) => join(folder, "promtool")).find((path) => existsSync(path));
}

/**
 * @param {string} root
 * @param {{ env: Env, stopSignal?: AbortSignal }} options
 * @returns {Promise<string | undefined>} the program; undefined when it is missing and cannot be installed: what needs it is
 *   then skipped, with a note
 * @throws UserError when the installation fails
 */
export async function ensurePromtool(root, { env, stopSignal }) {
  const found = findPromtool(env);
  if (found !== undefined || !isDebianRoot()) return found;
  const failure = await firstFailure(aptCommands("prometheus"), { run: runCommand, env, root, stopSignal });
  if (failure !== undefined) throw new UserError(`apt-get install prometheus: ${failure}`);
  return findPromtool(env);
}
