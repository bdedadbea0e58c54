/** Installs all Debian packages that tests need in one go, while other work goes on. */
import { findNginx } from "./ensure-nginx.mjs";
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
  // Of another Chromium than Debian's, a shell would be another version.
  return chromium === "/usr/bin/chromium" && chromiumForPages({ env }) === chromium ? [headlessShell] : [];
}

/** @param {Env} env */
const packagesOf = (env) => [
  ...chromiumPackages(env),
  ...(findPostgres(env) === undefined ? ["postgresql"] : []),
  ...(findNginx(env) === undefined ? ["nginx"] : []),
  ...(findPromtool(env) === undefined ? ["prometheus"] : []),
  ...missingPackages(),
];

/**
 * @param {string} root
 * @param {{ env: Env, stopSignal?: AbortSignal, packages?: string[], run?: typeof runCommand, debianRoot?: boolean }} options
 * @returns {Promise<string>} what was installed, or why nothing was: whoever needs a program tries again and reports the
 *   failure
 */
export async function installSystemPackages(root, options) {
  const { env, stopSignal, packages = packagesOf(env), run = runCommand } = options;
  if (packages.length === 0) return "found";
  if (!(options.debianRoot ?? isDebianRoot())) return `missing: ${packages.join(", ")}`;
  const failure = await firstFailure(aptCommands(...packages), { run, env, root, stopSignal });
  return failure === undefined
    ? `installed ${packages.join(", ")}`
    : "not all together, but one by one below";
}
