/** Installs Chromium when none is found: as root on Debian its package, else Playwright's build. */
import { join } from "node:path";
import { findChromium } from "./find-chromium.mjs";
import { runCommand } from "./run-command.mjs";
import { aptCommands, firstFailure, isDebianRoot } from "./system-packages.mjs";
import { UserError } from "./user-error.mjs";

/** @import { Env } from "./run-command.mjs" */

/**
 * The ways of installing Chromium on this machine, in the order to try them.
 * @param {string} root
 * @param {{ nodePath: string, debianRoot: boolean }} options
 */
export function installPlans(root, { nodePath, debianRoot }) {
  const cli = join(root, "node_modules", "playwright-core", "cli.js");
  const playwright = {
    title: "npx playwright install chromium",
    commands: [[nodePath, cli, "install", "chromium"]],
  };
  if (!debianRoot) return [playwright];
  const apt = {
    title: "apt-get install chromium",
    commands: aptCommands("chromium"),
  };
  // Ubuntu's package of that name only installs a snap; there Playwright's build follows, with its system libraries.
  return [apt, { ...playwright, commands: [[nodePath, cli, "install", "--with-deps", "chromium"]] }];
}

/**
 * @param {string} root
 * @param {{ nodePath: string, env: Env, stopSignal?: AbortSignal, find?: typeof findChromium,
 *   run?: typeof runCommand, debianRoot?: boolean }} options
 * @returns {Promise<import("./find-chromium.mjs").Chromium & { installed: boolean }>}
 * @throws UserError when no way succeeded, with the failure of each
 */
export async function ensureChromium(root, options) {
  const { nodePath, env, stopSignal, find = findChromium, run = runCommand } = options;
  const found = await find({ env });
  if (found !== undefined) return { ...found, installed: false };
  const debianRoot = options.debianRoot ?? isDebianRoot();
  const failures = [];
  for (const plan of installPlans(root, { nodePath, debianRoot })) {
    const failure = await firstFailure(plan.commands, { run, env, root, stopSignal });
    const chromium = await find({ env });
    if (chromium !== undefined) return { ...chromium, installed: true };
    failures.push(`${plan.title}: ${failure ?? "it installed nothing that runs here"}`);
  }
  throw new UserError(
    `${failures.join("\n")}\nNo Chromium was found and none could be installed (see above). Install one (Debian: apt-get install chromium; elsewhere: npx playwright install --with-deps chromium), or set CHROMIUM_PATH to one, then start again.`,
  );
}
