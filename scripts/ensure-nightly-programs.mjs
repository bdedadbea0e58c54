/** Finds the programs of which only nightly tests need Debian's packages; as root on Debian installs those that are missing. */
import { existsSync } from "node:fs";
import { runCommand } from "./run-command.mjs";
import { aptCommands, firstFailure, isDebianRoot } from "./system-packages.mjs";
import { UserError } from "./user-error.mjs";

/** @import { Env } from "./run-command.mjs" */

/** Packages with a program of the same name: the second reverse proxy, and what builds the container image. */
const packages = ["caddy", "buildah", "mmdebstrap"];

export const missingNightlyPrograms = () => packages.filter((name) => !existsSync(`/usr/bin/${name}`));

/**
 * @param {string} root
 * @param {{ env: Env, stopSignal?: AbortSignal }} options
 * @returns {Promise<string[]>} what is missing and cannot be installed: tests that need it are then skipped
 * @throws UserError when the installation fails
 */
export async function ensureNightlyPrograms(root, { env, stopSignal }) {
  const missing = missingNightlyPrograms();
  if (missing.length === 0 || !isDebianRoot()) return missing;
  const failure = await firstFailure(aptCommands(...missing), { run: runCommand, env, root, stopSignal });
  if (failure !== undefined) throw new UserError(`apt-get install ${missing.join(" ")}: ${failure}`);
  return missingNightlyPrograms();
}
