/** Which Node runs the programs: the one pinned in package.json where npm has it, else this one if it is new enough. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { PlainStop } from "./plain-stop.mjs";

const NEEDED_MAJOR = 24;

const majorOf = (version) => Number(/^v?(\d+)\./.exec(version)?.[1] ?? 0);

/** @returns {string | undefined} what the program at `path` says to --version; nothing when it does not run here */
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
 * @param {{ platform?: string, arch?: string, current?: { path: string, version: string }, ask?: typeof versionOf }} [machine]
 * @returns {{ path: string, version: string }}
 */
export function chooseNode(root, machine = {}) {
  const { platform = process.platform, arch = process.arch, ask = versionOf } = machine;
  const current = machine.current ?? { path: process.execPath, version: process.version };
  if (platform === "linux") {
    const path = join(root, "node_modules", `node-linux-${arch}`, "bin", "node");
    const version = ask(path);
    if (version !== undefined) return { path, version };
  }
  if (majorOf(current.version) >= NEEDED_MAJOR) return current;
  throw new PlainStop(
    `Node ${NEEDED_MAJOR} or newer is needed here (this is ${current.version}, and no pinned one runs on ${platform} ${arch}). Install it, then start again.`,
  );
}
