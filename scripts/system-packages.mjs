/** What this machine is, and installing on it: commands in order until one fails. */
import { readFileSync } from "node:fs";
import { PlainStop } from "./plain-stop.mjs";
import { lastLines } from "./run-command.mjs";

const INSTALL_TIMEOUT_MS = 15 * 60_000;

/** Whether /etc/os-release describes Debian or something made from it. */
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

/** Whether apt-get can be used here: Debian or one of its kind, as root. */
export const isDebianRoot = () => process.getuid?.() === 0 && isDebianLike(osRelease());

/** The commands that install Debian packages. */
export const aptCommands = (...packages) => [
  ["apt-get", "update", "-qq"],
  ["apt-get", "install", "-y", "-qq", "--no-install-recommends", ...packages],
];

/**
 * Runs commands one after the other.
 * @param {string[][]} commands
 * @param {{ run: typeof import("./run-command.mjs").runCommand, env: Record<string, string | undefined>, root: string, asked?: AbortSignal }} options
 * @returns {Promise<string | undefined>} how the first that failed did so; nothing when none failed
 * @throws PlainStop when `asked` has aborted
 */
export async function firstFailure(commands, { run, env, root, asked }) {
  for (const [command, ...args] of commands) {
    const options = {
      cwd: root,
      env: { ...env, DEBIAN_FRONTEND: "noninteractive" },
      timeoutMs: INSTALL_TIMEOUT_MS,
      asked,
    };
    try {
      const outcome = await run(command, args, options);
      if (!outcome.ok) return `${outcome.how}\n${lastLines(outcome.output, 8)}`;
    } catch (error) {
      if (!(error instanceof PlainStop) || asked?.aborted) throw error;
      return error.message;
    }
  }
  return undefined;
}
