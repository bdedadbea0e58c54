// Prepares what programs and tests need: packages, Node, Chromium, PostgreSQL, nginx, promtool, slirp4netns, those of nightly tests, the built dashboard. Runs on
// the system's Node >= 20.9 before anything is installed, so it imports no package.
import { dirname, join } from "node:path";
import { ensureBuild } from "./build-dashboard.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { ensureChromium } from "./ensure-chromium.mjs";
import { ensureNginx } from "./ensure-nginx.mjs";
import { ensureNightlyPrograms } from "./ensure-nightly-programs.mjs";
import { ensurePostgres } from "./ensure-postgres.mjs";
import { ensurePromtool } from "./ensure-promtool.mjs";
import { ensureSlirp4netns } from "./ensure-slirp4netns.mjs";
import { chooseNode, compileCacheOf } from "./node-runtime.mjs";

/** @import { Env } from "./run-command.mjs" */

/**
 * The number of steps of `preflight` with the same options.
 * @param {{ chromium: boolean, postgres?: boolean, nginx?: boolean, promtool?: boolean, slirp4netns?: boolean, nightlyPrograms?: boolean, build: boolean }} options
 */
export const preflightSteps = ({
  chromium,
  postgres,
  nginx,
  promtool,
  slirp4netns,
  nightlyPrograms,
  build,
}) =>
  1 +
  [chromium, postgres, nginx, promtool, slirp4netns, nightlyPrograms, build].filter((wanted) => wanted)
    .length;

/** @typedef {{ progress: ReturnType<typeof import("./progress.mjs").createProgress>, stopSignal?: AbortSignal }} Run */
/** @typedef {{ nodePath: string, env: Env }} Node the Node to run programs with, and the environment for them: that Node
 *   first on the path and its compile cache */

/**
 * @param {string} root the repository
 * @param {Run & { env?: Env }} options
 * @returns {Promise<Node>}
 */
export async function prepareNode(root, { progress, stopSignal, env: given = process.env }) {
  const node = await progress.step(
    "packages",
    async () => {
      const state = await ensureDependencies(root, { env: given, stopSignal });
      return { ...chooseNode(root), state };
    },
    ({ state, version }) => `${state}, Node ${version.replace(/^v/, "")}`,
  );
  const path = [join(root, "node_modules", ".bin"), dirname(node.path), given.PATH ?? ""].join(":");
  const env = { ...given, PATH: path, NODE_COMPILE_CACHE: given.NODE_COMPILE_CACHE || compileCacheOf(root) };
  return { nodePath: node.path, env };
}

/**
 * @param {string} root the repository
 * @param {Run & Node & { chromium: boolean, postgres?: boolean, nginx?: boolean, promtool?: boolean, slirp4netns?: boolean,
 *   nightlyPrograms?: boolean, build: boolean }} options which of the slower steps to run
 * @returns {Promise<Env>} the environment, with CHROMIUM_PATH when Chromium was wanted
 */
export async function preparePrograms(
  root,
  {
    nodePath,
    env: given,
    progress,
    stopSignal,
    chromium,
    postgres,
    nginx,
    promtool,
    slirp4netns,
    nightlyPrograms,
    build,
  },
) {
  const env = { ...given };
  if (chromium) {
    const found = await progress.step(
      "Chromium",
      () => ensureChromium(root, { nodePath, env, stopSignal }),
      ({ version, installed }) => `${installed ? "installed " : ""}${version}`,
    );
    env.CHROMIUM_PATH = found.path;
  }
  if (postgres) {
    await progress.step(
      "PostgreSQL",
      () => ensurePostgres(root, { env, stopSignal }),
      (found) => (found === undefined ? "none: tests of the shared store are skipped" : "found"),
    );
  }
  if (nginx) {
    await progress.step(
      "nginx",
      () => ensureNginx(root, { env, stopSignal }),
      (found) => (found === undefined ? "none: tests behind a reverse proxy are skipped" : "found"),
    );
  }
  if (promtool) {
    await progress.step(
      "promtool",
      () => ensurePromtool(root, { env, stopSignal }),
      (found) => (found === undefined ? "none: checks of metrics and alert rules are skipped" : "found"),
    );
  }
  if (slirp4netns) {
    await progress.step(
      "slirp4netns",
      () => ensureSlirp4netns(root, { env, stopSignal }),
      (found) => (found ? "found" : "none: tests of isolated networks are skipped"),
    );
  }
  if (nightlyPrograms) {
    await progress.step(
      "nightly programs",
      () => ensureNightlyPrograms(root, { env, stopSignal }),
      (missing) => (missing.length === 0 ? "found" : `no ${missing.join(", ")}: their tests are skipped`),
    );
  }
  if (build) {
    await progress.step(
      "build",
      () => ensureBuild(root, { nodePath, env, stopSignal }),
      (state) => state,
    );
  }
  return env;
}

/**
 * @param {string} root the repository
 * @param {Run & { chromium: boolean, postgres?: boolean, build: boolean, check?: (node: Node) => Promise<void> }} options as
 *   of the two parts; `check` runs between them
 * @returns {Promise<Node>}
 */
export async function preflight(root, { check, ...options }) {
  const node = await prepareNode(root, options);
  await check?.(node);
  return { ...node, env: await preparePrograms(root, { ...options, ...node }) };
}
