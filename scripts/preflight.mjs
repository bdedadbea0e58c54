// What must stand before anything runs: packages, Node, Chromium, the built dashboard. Plain Node, no dependency;
// it runs on the system's Node >= 20.9 before anything is installed.
import { dirname, join } from "node:path";
import { ensureBuild } from "./build-dashboard.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { ensureChromium } from "./ensure-chromium.mjs";
import { ensurePostgres } from "./ensure-postgres.mjs";
import { chooseNode } from "./node-runtime.mjs";

/** How many steps `preflight` will take with the same options. */
export const preflightSteps = ({ chromium, postgres, build }) =>
  1 + [chromium, postgres, build].filter((wanted) => wanted).length;

/**
 * @param {string} root the repository
 * @param {{ chromium: boolean, postgres?: boolean, build: boolean, progress: ReturnType<typeof import("./progress.mjs").createProgress>,
 *   asked?: AbortSignal, env?: Record<string, string | undefined>,
 *   check?: (node: { nodePath: string, env: Record<string, string | undefined> }) => Promise<void> }} options which of the
 *   dearer parts are wanted; `check` comes before them, when there is a Node that runs our programs
 * @returns {Promise<{ nodePath: string, env: Record<string, string | undefined> }>} the Node to run programs with, and the environment
 *   for them: that Node first on the path, CHROMIUM_PATH set when Chromium was wanted
 */
export async function preflight(
  root,
  { chromium, postgres, build, progress, asked, check, env: given = process.env },
) {
  const node = await progress.step(
    "packages",
    async () => {
      const state = await ensureDependencies(root, { env: given, asked });
      return { ...chooseNode(root), state };
    },
    ({ state, version }) => `${state}, Node ${version.replace(/^v/, "")}`,
  );
  const path = [join(root, "node_modules", ".bin"), dirname(node.path), given.PATH ?? ""].join(":");
  const env = { ...given, PATH: path };
  await check?.({ nodePath: node.path, env });
  if (chromium) {
    const found = await progress.step(
      "Chromium",
      () => ensureChromium(root, { nodePath: node.path, env, asked }),
      ({ version, installed }) => `${installed ? "installed " : ""}${version}`,
    );
    env.CHROMIUM_PATH = found.path;
  }
  if (postgres) {
    await progress.step(
      "PostgreSQL",
      () => ensurePostgres(root, { env, asked }),
      (found) => (found === undefined ? "none: tests of the shared store are skipped" : "found"),
    );
  }
  if (build) {
    await progress.step(
      "build",
      () => ensureBuild(root, { nodePath: node.path, env, asked }),
      (state) => state,
    );
  }
  return { nodePath: node.path, env };
}
