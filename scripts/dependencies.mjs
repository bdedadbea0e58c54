/** Keeps node_modules in step with package-lock.json: installs when, and only when, they differ. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fingerprint, readStamp, writeStamp } from "./fingerprint.mjs";
import { PlainStop } from "./plain-stop.mjs";
import { lastLines, runCommand } from "./run-command.mjs";

const INSTALL_TIMEOUT_MS = 15 * 60_000;

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * Whether what npm noted as installed is what the lock asks for (optional packages may be left out).
 * @param {{ packages?: Record<string, { version?: string, integrity?: string, optional?: boolean }> } | undefined} lock
 * @param {typeof lock} installed npm's own note, node_modules/.package-lock.json
 */
export function installedMatchesLock(lock, installed) {
  if (lock?.packages === undefined || installed?.packages === undefined) return false;
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

/** npm as the one that runs us, else the one on the path. */
function npmCommand(env) {
  const npm = env.npm_execpath;
  return npm?.endsWith(".js") ? [process.execPath, npm] : ["npm"];
}

/**
 * @param {string} root
 * @param {{ env?: Record<string, string | undefined>, asked?: AbortSignal }} [options]
 * @returns {Promise<"installed" | "up to date">}
 */
export async function ensureDependencies(root, { env = process.env, asked } = {}) {
  const stamp = join(root, "node_modules", ".fleetdeck-installed");
  const machine = `${process.platform}-${process.arch}`;
  const wanted = `${fingerprint(root, ["package-lock.json", "package.json"])} ${machine}`;
  const stamped = readStamp(stamp);
  if (stamped === wanted) return "up to date";
  const installed = readJson(join(root, "node_modules", ".package-lock.json"));
  const elsewhere = stamped !== undefined && !stamped.endsWith(` ${machine}`);
  if (!elsewhere && installedMatchesLock(readJson(join(root, "package-lock.json")), installed)) {
    writeStamp(stamp, wanted);
    return "up to date";
  }
  const [command, ...args] = npmCommand(env);
  const outcome = await runCommand(
    command,
    [...args, "ci", "--include=dev", "--include=optional", "--no-audit", "--no-fund", "--loglevel=error"],
    { cwd: root, env, timeoutMs: INSTALL_TIMEOUT_MS, asked },
  );
  if (!outcome.ok) {
    throw new PlainStop(
      `${lastLines(outcome.output, 15)}\nThe packages could not be installed (${outcome.how}). See above; to try it alone: npm ci`,
    );
  }
  writeStamp(stamp, wanted);
  return "installed";
}
