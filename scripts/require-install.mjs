/**
 * Loaded before a program that npm starts directly: exits with one line where it cannot run, because nothing is installed
 * yet or because this Node does not run TypeScript.
 */
import "./node-version.mjs";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { majorOf, NEEDED_MAJOR } from "./node-runtime.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Why a program cannot run yet, with what to do; undefined when it can.
 * @param {{ version: string, platform: string, installed: boolean }} machine
 * @returns {string | undefined}
 */
export function missingFor({ version, platform, installed }) {
  if (platform !== "linux" && majorOf(version) < NEEDED_MAJOR) {
    return `Node ${NEEDED_MAJOR} or newer is needed to run this program on ${platform} (this is ${version}). Install it, run \`npm start\` once, then try again.`;
  }
  if (!installed) {
    return "Nothing is installed yet. Run `npm start` once: it installs the packages, then try again.";
  }
  if (majorOf(version) < NEEDED_MAJOR) {
    return `Node ${NEEDED_MAJOR} or newer is needed to run this program (this is ${version}). \`npm run\` uses the one that \`npm start\` installs: run that once, then start this program with \`npm run\`.`;
  }
  return undefined;
}

const missing = missingFor({
  version: process.version,
  platform: process.platform,
  // What npm writes last.
  installed: existsSync(join(root, "node_modules", ".package-lock.json")),
});
if (missing !== undefined) {
  console.error(missing);
  process.exit(1);
}
