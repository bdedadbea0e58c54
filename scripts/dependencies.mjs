/** Installs the packages when, and only when, node_modules differs from package-lock.json. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { whileLocked } from "./checkout-lock.mjs";
import { fingerprint, readStamp, writeStamp } from "./fingerprint.mjs";
import { lastLines, runCommand } from "./run-command.mjs";
import { UserError } from "./user-error.mjs";

/** @import { Env } from "./run-command.mjs" */

const INSTALL_TIMEOUT_MS = 15 * 60_000;

/** @typedef {{ version?: string, integrity?: string, optional?: boolean }} LockedPackage */
/** @typedef {{ packages?: Record<string, LockedPackage> }} Lock */

/**
 * @param {string} file
 * @returns {Lock | undefined} undefined when the file is missing or not JSON
 */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Whether the installed packages are those of the lock; optional packages may be missing.
 * @param {Lock | undefined} lock
 * @param {Lock | undefined} installed npm's record of what it installed, node_modules/.package-lock.json
 */
export function installedMatchesLock(lock, installed) {
  if (lock?.packages === undefined || installed?.packages === undefined) return false;
  /** @type {(wanted: LockedPackage | undefined, present: LockedPackage) => boolean} */
  const same = (wanted, present) =>
    wanted !== undefined &&
    wanted.version === present.version &&
    (wanted.integrity === undefined ||
      present.integrity === undefined ||
      wanted.integrity === present.integrity);
  return (
    Object.entries(lock.packages).every(
      ([path, wanted]) => path === "" || wanted.optional === true || installed.packages?.[path] !== undefined,
    ) && Object.entries(installed.packages).every(([path, present]) => same(lock.packages?.[path], present))
  );
}

/**
 * The npm that runs this script, else the one on the path.
 * @param {Env} env
 * @returns {[string, ...string[]]}
 */
function npmCommand(env) {
  const npm = env.npm_execpath;
  return npm?.endsWith(".js") ? [process.execPath, npm] : ["npm"];
}

/**
 * @param {string} root
 * @param {{ env?: Env, stopSignal?: AbortSignal }} [options]
 * @returns {Promise<"installed" | "up to date">}
 * @throws UserError with the end of npm's output when it fails, and where the checkout cannot be written
 */
export async function ensureDependencies(root, { env = process.env, stopSignal } = {}) {
  if (isInstalled(root)) return "up to date";
  return await whileLocked(root, { stopSignal }, async () => {
    // By the process that this one has waited for.
    if (isInstalled(root)) return "up to date";
    await install(root, { env, stopSignal });
    return "installed";
  });
}

/**
 * The file that names the lock and the machine of the installed packages, and what it has to say.
 * @param {string} root
 */
function stampOf(root) {
  const machine = `${process.platform}-${process.arch}`;
  const wanted = `${fingerprint(root, ["package-lock.json", "package.json"])} ${machine}`;
  return { stamp: join(root, "node_modules", ".fleetdeck-installed"), machine, wanted };
}

/**
 * Whether the packages of the lock are installed for this machine.
 * @param {string} root
 */
function isInstalled(root) {
  const { stamp, machine, wanted } = stampOf(root);
  const stamped = readStamp(stamp);
  if (stamped === wanted) return true;
  if (stamped !== undefined && !stamped.endsWith(` ${machine}`)) return false;
  const installed = readJson(join(root, "node_modules", ".package-lock.json"));
  if (!installedMatchesLock(readJson(join(root, "package-lock.json")), installed)) return false;
  try {
    writeStamp(stamp, wanted);
  } catch {
    // Where nothing can be written they are compared at each start.
  }
  return true;
}

/**
 * @param {string} root
 * @param {{ env: Env, stopSignal?: AbortSignal | undefined }} options
 */
async function install(root, { env, stopSignal }) {
  const { stamp, wanted } = stampOf(root);
  const [command, ...args] = npmCommand(env);
  const outcome = await runCommand(
    command,
    [...args, "ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"],
    { cwd: root, env, timeoutMs: INSTALL_TIMEOUT_MS, stopSignal },
  );
  if (!outcome.ok) {
    throw new UserError(
      `${lastLines(outcome.output, 15)}\nThe packages could not be installed (${outcome.how}). See above. To run it alone: npm ci`,
    );
  }
  writeStamp(stamp, wanted);
}
