/**
 * Chooses the Node that runs the programs: the one pinned in package.json when installed, else this one if new enough.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { UserError } from "./user-error.mjs";

export const NEEDED_MAJOR = 24;

/**
 * The folder where Node stores compiled modules. A program that finds its own there starts in two thirds of the time.
 * @param {string} root
 */
export const compileCacheOf = (root) => join(root, "node_modules", ".cache", "node");

/** @param {string} version */
export const majorOf = (version) => Number(/^v?(\d+)\./.exec(version)?.[1] ?? 0);

/**
 * @param {string} path
 * @returns {string | undefined} the output of `--version`; undefined when the program does not run here
 */
function versionOf(path) {
  try {
    return execFileSync(path, ["--version"], {
      encoding: "utf8",
      timeout: 15_000,
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return undefined;
  }
}

/**
 * @param {string} root
 * @param {{ platform?: string, arch?: string, current?: { path: string, version: string }, readVersion?: typeof versionOf }} [machine]
 * @returns {{ path: string, version: string }}
 * @throws UserError when neither can be used
 */
export function chooseNode(root, machine = {}) {
  const { platform = process.platform, arch = process.arch, readVersion = versionOf } = machine;
  const current = machine.current ?? { path: process.execPath, version: process.version };
  if (platform === "linux") {
    const path = join(root, "node_modules", `node-linux-${arch}`, "bin", "node");
    const version = readVersion(path);
    if (version !== undefined) return { path, version };
  }
  if (majorOf(current.version) >= NEEDED_MAJOR) return current;
  throw new UserError(
    `Node ${NEEDED_MAJOR} or newer is needed here (this is ${current.version}, and no pinned one runs on ${platform} ${arch}). Install it, then start again.`,
  );
}
