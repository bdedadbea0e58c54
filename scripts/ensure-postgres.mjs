/** Finds PostgreSQL's programs for the tests of the shared store; as root on Debian installs them when missing. */
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runCommand } from "./run-command.mjs";
import { aptCommands, firstFailure, isDebianRoot } from "./system-packages.mjs";
import { UserError } from "./user-error.mjs";

/** @import { Env } from "./run-command.mjs" */

const DEBIAN = "/usr/lib/postgresql";

/**
 * @param {Env} env
 * @returns {string | undefined} the folder of initdb and postgres, the newest Debian version first
 */
export function findPostgres(env) {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(DEBIAN, version, "bin")),
    ...(env.PATH ?? "").split(delimiter).filter((folder) => folder !== ""),
  ];
  return folders.find((folder) => ["initdb", "postgres"].every((name) => existsSync(join(folder, name))));
}

/**
 * @param {string} root
 * @param {{ env: Env, stopSignal?: AbortSignal }} options
 * @returns {Promise<string | undefined>} the folder; undefined when PostgreSQL is missing and cannot be installed: the
 *   tests of the shared store are then skipped, with a note
 * @throws UserError when the installation fails
 */
export async function ensurePostgres(root, { env, stopSignal }) {
  const found = findPostgres(env);
  if (found !== undefined || !isDebianRoot()) return found;
  const failure = await firstFailure(aptCommands("postgresql"), { run: runCommand, env, root, stopSignal });
  if (failure !== undefined) throw new UserError(`apt-get install postgresql: ${failure}`);
  return findPostgres(env);
}
