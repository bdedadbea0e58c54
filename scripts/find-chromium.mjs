/** Finds a Chromium that runs here: CHROMIUM_PATH, else the system's, else one in Playwright's cache. */
import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { UserError } from "./user-error.mjs";

/** @import { Env } from "./run-command.mjs" */

const PROBE_TIMEOUT_MS = 20_000;
const SYSTEM_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const MAC_APPS = ["Chromium.app/Contents/MacOS/Chromium", "Google Chrome.app/Contents/MacOS/Google Chrome"];
const CACHED = [
  "chrome-linux/chrome",
  "chrome-linux64/chrome",
  "chrome-linux-arm64/chrome",
  ...["chrome-mac", "chrome-mac-arm64", "chrome-mac-x64"].flatMap((folder) => [
    `${folder}/Chromium.app/Contents/MacOS/Chromium`,
    `${folder}/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing`,
  ]),
];

/** @typedef {{ path: string, version: string }} Chromium */
/** @typedef {{ env: Env, platform?: string, home?: string, exists?: (path: string) => boolean,
 *   list?: (folder: string) => string[] }} Places */

/** @param {string} folder */
function listFolder(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * Playwright's cache folders of Chromium, the newest build first.
 * @param {Places} places
 */
function cachedFolders({ env, platform = process.platform, home = homedir(), list = listFolder }) {
  const standard =
    platform === "darwin" ? join(home, "Library", "Caches") : (env.XDG_CACHE_HOME ?? join(home, ".cache"));
  const cache = env.PLAYWRIGHT_BROWSERS_PATH || join(standard, "ms-playwright");
  /** @param {string} name */
  const build = (name) => Number(/^chromium-(\d+)$/.exec(name)?.[1] ?? 0);
  return list(cache)
    .filter((name) => build(name) > 0)
    .sort((a, b) => build(b) - build(a))
    .map((name) => join(cache, name));
}

/**
 * The existing files that may be a Chromium, in order of preference.
 * @param {Places} places
 * @returns {string[]}
 */
export function chromiumCandidates(places) {
  const { env, platform = process.platform, home = homedir(), exists = existsSync } = places;
  const onPath = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const system = SYSTEM_NAMES.flatMap((name) => onPath.map((folder) => join(folder, name)));
  const apps =
    platform === "darwin"
      ? ["/Applications", join(home, "Applications")].flatMap((at) => MAC_APPS.map((app) => join(at, app)))
      : [];
  const cached = cachedFolders(places).flatMap((folder) => CACHED.map((inside) => join(folder, inside)));
  return [...system, ...apps, ...cached].filter((path) => exists(path));
}

/**
 * The program that CHROMIUM_PATH names, else the first candidate, without a look whether it runs; undefined: none.
 * @param {Places} places
 * @returns {string | undefined}
 */
export const chosenChromium = (places) => places.env.CHROMIUM_PATH || chromiumCandidates(places)[0];

/** Debian's package of the headless shell, and its program. */
export const headlessShell = "chromium-headless-shell";

/**
 * The program for tests of a page alone: Chromium's headless shell where it is installed beside Chromium. It is the same
 * engine without the windows around it, and takes a fifth less CPU time; it has no extensions.
 * @param {Places} places
 * @returns {string | undefined} Chromium itself where there is no shell; undefined when there is none either
 */
export function chromiumForPages(places) {
  const { exists = existsSync } = places;
  const chromium = chosenChromium(places);
  if (chromium === undefined) return undefined;
  const shell = join(dirname(chromium), headlessShell);
  return exists(shell) ? shell : chromium;
}

/**
 * @param {string} path
 * @returns {Promise<string | undefined>} the version that `--version` prints; undefined when the program does not run here
 */
function chromiumVersion(path) {
  return new Promise((resolve) => {
    execFile(path, ["--version"], { timeout: PROBE_TIMEOUT_MS, killSignal: "SIGKILL" }, (error, stdout) => {
      resolve(error === null ? /\d+(\.\d+)+/.exec(stdout)?.[0] : undefined);
    });
  });
}

/**
 * The first candidate that runs.
 * @param {Places & { versionOf?: (path: string) => Promise<string | undefined> }} [places] by default those of this process
 * @returns {Promise<Chromium | undefined>}
 * @throws UserError when CHROMIUM_PATH is set but does not run
 */
export async function findChromium(places = { env: process.env }) {
  const { env, versionOf = chromiumVersion } = places;
  if (env.CHROMIUM_PATH) {
    const version = await versionOf(env.CHROMIUM_PATH);
    if (version !== undefined) return { path: env.CHROMIUM_PATH, version };
    throw new UserError(
      `CHROMIUM_PATH: ${env.CHROMIUM_PATH} does not run (tried --version). Correct it, or unset it to have Chromium found.`,
    );
  }
  for (const path of chromiumCandidates(places)) {
    const version = await versionOf(path);
    if (version !== undefined) return { path, version };
  }
  return undefined;
}
