/** Detects Debian and installs its packages. */
import { existsSync, readFileSync } from "node:fs";
import { lastLines } from "./run-command.mjs";
import { UserError } from "./user-error.mjs";

/** @import { Env } from "./run-command.mjs" */

const INSTALL_TIMEOUT_MS = 15 * 60_000;

/**
 * Whether /etc/os-release describes Debian or a derivative (os-release(5)).
 * @param {string} osRelease
 */
export function isDebianLike(osRelease) {
  const fields = [...osRelease.matchAll(/^(ID|ID_LIKE)="?([^"\n]*)"?$/gm)];
  return fields.some(([, , value = ""]) => value.split(" ").some((id) => id === "debian" || id === "ubuntu"));
}

function osRelease() {
  try {
    return readFileSync("/etc/os-release", "utf8");
  } catch {
    return "";
  }
}

/** Whether apt-get can install here: as root on Debian or a derivative. */
export const isDebianRoot = () => process.getuid?.() === 0 && isDebianLike(osRelease());

/** Packages that start a server, which nobody wanted. */
const servers = ["nginx", "prometheus", "caddy"];

/**
 * The commands that install Debian packages.
 * @param {string[]} packages
 */
export function aptCommands(...packages) {
  const started = existsSync("/run/systemd/system") ? servers.filter((name) => packages.includes(name)) : [];
  return [
    ["apt-get", "update", "-qq"],
    ["apt-get", "install", "-y", "-qq", "--no-install-recommends", ...packages],
    ...started.map((name) => ["systemctl", "disable", "--now", name]),
  ];
}

/**
 * Runs commands one after the other.
 * @param {string[][]} commands
 * @param {{ run: typeof import("./run-command.mjs").runCommand, env: Env, root: string, stopSignal?: AbortSignal }} options
 * @returns {Promise<string | undefined>} the first failure; undefined when all succeeded
 * @throws UserError when `stopSignal` has aborted
 */
export async function firstFailure(commands, { run, env, root, stopSignal }) {
  for (const [command, ...args] of commands) {
    const options = {
      cwd: root,
      env: { ...env, DEBIAN_FRONTEND: "noninteractive" },
      timeoutMs: INSTALL_TIMEOUT_MS,
      stopSignal,
    };
    try {
      const outcome = await run(command, args, options);
      if (!outcome.ok) return `${outcome.how}\n${lastLines(outcome.output, 8)}`;
    } catch (error) {
      if (!(error instanceof UserError) || stopSignal?.aborted) throw error;
      return error.message;
    }
  }
  return undefined;
}
