/** Finds PostgreSQL's programs for the tests of the shared store, and installs Debian's where it can. */
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { PlainStop } from "./plain-stop.mjs";
import { runCommand } from "./run-command.mjs";
import { aptCommands, firstFailure, isDebianRoot } from "./system-packages.mjs";

const DEBIAN = "/usr/lib/postgresql";

/** The folder that holds initdb and postgres, the newest of Debian's first; nothing when there is none. */
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
 * @param {{ env: Record<string, string | undefined>, asked?: AbortSignal }} options
 * @returns {Promise<string | undefined>} the folder; nothing where it is not there and cannot be installed: the tests
 *   of the shared store are then skipped and say so
 */
export async function ensurePostgres(root, { env, asked }) {
  const found = findPostgres(env);
  if (found !== undefined || !isDebianRoot()) return found;
  const failure = await firstFailure(aptCommands("postgresql"), { run: runCommand, env, root, asked });
  if (failure !== undefined) throw new PlainStop(`apt-get install postgresql: ${failure}`);
  return findPostgres(env);
}
