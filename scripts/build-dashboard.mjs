/** Builds the dashboard when its sources changed since the last build, for the path of PUBLIC_URL. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { basePathOf, buildFolder } from "./base-path.mjs";
import { whileLocked } from "./checkout-lock.mjs";
import { fingerprint, readStamp, writeStamp } from "./fingerprint.mjs";
import { lastLines, runCommand } from "./run-command.mjs";
import { UserError } from "./user-error.mjs";

/** @import { Env } from "./run-command.mjs" */

const BUILD_TIMEOUT_MS = 10 * 60_000;
const SOURCES = [
  "app",
  "components",
  "lib",
  "public",
  "instrumentation.ts",
  "proxy.ts",
  "next.config.js",
  "package-lock.json",
  "package.json",
  "postcss.config.mjs",
  "scripts/base-path.mjs",
  "scripts/compress-build.mjs",
  "scripts/tree-shaken-schemas.mjs",
  "tsconfig.json",
];
/** @param {string} path */
const isTest = (path) => /\.test\.tsx?$/.test(path);

/**
 * @param {string} root
 * @returns {string} a hash of everything the build reads, tests excluded
 */
export function buildFingerprint(root) {
  return fingerprint(root, SOURCES, isTest);
}

/**
 * @param {string} root
 * @param {{ nodePath: string, env: Env, stopSignal?: AbortSignal }} options
 * @returns {Promise<"built" | "up to date">}
 * @throws UserError with the end of the build's output when it fails, and where the checkout cannot be written
 */
export async function ensureBuild(root, { nodePath, env, stopSignal }) {
  const folder = join(root, buildFolder(basePathOf(env.PUBLIC_URL)));
  const stamp = join(folder, "fleetdeck-built");
  const wanted = buildFingerprint(root);
  const isBuilt = () => readStamp(stamp) === wanted && existsSync(join(folder, "BUILD_ID"));
  if (isBuilt()) return "up to date";
  return await whileLocked(root, { stopSignal }, async () => {
    // By the process that this one has waited for.
    if (isBuilt()) return "up to date";
    await build(root, { nodePath, env, stopSignal });
    writeStamp(stamp, wanted);
    return "built";
  });
}

/**
 * @param {string} root
 * @param {{ nodePath: string, env: Env, stopSignal?: AbortSignal | undefined }} options
 */
async function build(root, { nodePath, env, stopSignal }) {
  const next = join(root, "node_modules", "next", "dist", "bin", "next");
  const outcome = await runCommand(nodePath, [next, "build"], {
    cwd: root,
    env: { ...env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    timeoutMs: BUILD_TIMEOUT_MS,
    stopSignal,
  });
  if (!outcome.ok) {
    throw new UserError(
      `${lastLines(outcome.output, 40)}\nThe dashboard could not be built (${outcome.how}). See above. To run it alone: npm run build`,
    );
  }
}
