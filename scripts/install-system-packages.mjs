// Installs all Debian packages that tests need in one go, while other work goes on.
import { findNginx } from "./ensure-nginx.mjs";
import { missingNightlyPrograms } from "./ensure-nightly-programs.mjs";
import { findPostgres } from "./ensure-postgres.mjs";
import { findPromtool } from "./ensure-promtool.mjs";
import { missingPackages } from "./ensure-slirp4netns.mjs";
import { chromiumCandidates, chromiumForPages, headlessShell } from "./find-chromium.mjs";
import { runCommand } from "./run-command.mjs";
import { aptCommands, firstFailure, isDebianRoot } from "./system-packages.mjs";

/** @import { Env } from "./run-command.mjs" */

/** @param {Env} env */
function chromiumPackages(env) {
  if (env.CHROMIUM_PATH) return [];
  const [chromium] = chromiumCandidates({ env });
  if (chromium === undefined) return ["chromium", headlessShell];
  // Debian's shell has the version of Debian's Chromium alone.
  return chromium === "/usr/bin/chromium" && chromiumForPages({ env }) === chromium ? [headlessShell] : [];
}

/**
 * @param {Env} env
 * @param {boolean} nightly
 */
const packagesOf = (env, nightly) => [
  ...chromiumPackages(env),
  ...(findPostgres(env) === undefined ? ["postgresql"] : []),
  ...(findNginx(env) === undefined ? ["nginx"] : []),
  ...(findPromtool(env) === undefined ? ["prometheus"] : []),
  ...missingPackages(),
  ...(nightly ? missingNightlyPrograms() : []),
];

/**
 * @param {string} root
 * @param {{ env: Env, stopSignal?: AbortSignal, nightly?: boolean, packages?: string[], run?: typeof runCommand, debianRoot?: boolean }} options
 *   `nightly`: also those of nightly tests alone
 * @returns {Promise<string>} what was installed, or why nothing was: whoever needs a program tries again and reports the
 *   failure
 */
export async function installSystemPackages(root, options) {
  const { env, stopSignal, nightly = false, packages = packagesOf(env, nightly), run = runCommand } = options;
  if (packages.length === 0) return "found";
  if (!(options.debianRoot ?? isDebianRoot())) return `missing: ${packages.join(", ")}`;
  const failure = await firstFailure(aptCommands(...packages), { run, env, root, stopSignal });
  return failure === undefined
    ? `installed ${packages.join(", ")}`
    : "not all together, but one by one below";
}
