// `npm start`: installs and builds what is missing, starts the local service and the dashboard, and stops both on
// Ctrl-C.
import "./node-version.mjs";
import { fileURLToPath } from "node:url";
import { basePathOf } from "./base-path.mjs";
import { watchInterrupts } from "./interrupts.mjs";
import { preflight, preflightSteps } from "./preflight.mjs";
import { createProgress } from "./progress.mjs";
import { readyText } from "./ready-text.mjs";
import { runCommand } from "./run-command.mjs";
import { dashboardEnv, localUrl, readSettings, serviceEnv, UPDATE_TIMEOUT_MS } from "./start-settings.mjs";
import { assertPortFree, ensureWritableFolder } from "./startup-checks.mjs";
import { deleteShownPassword, firstPassword, serviceToken, storeServiceToken } from "./stored-secrets.mjs";
import { createSupervisor } from "./supervisor.mjs";
import { sweep } from "./sweep-leftovers.mjs";
import { Interrupted, UserError } from "./user-error.mjs";

/** @import { Env } from "./run-command.mjs" */
/** @import { StartSettings, Upstream } from "./start-settings.mjs" */
/** @import { Program, ReadyMessage } from "./supervisor.mjs" */
/** @typedef {{ nodePath: string, env: Env }} Node */

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const reader = fileURLToPath(new URL("read-variables.mjs", import.meta.url));

/**
 * Checks ports and data folders before anything is built or started.
 * @param {StartSettings} settings
 * @returns {Promise<typeof settings>} with the real paths of the data folders
 * @throws UserError
 */
async function runStartupChecks(settings) {
  const { dashboard, service } = settings;
  await assertPortFree({ ...dashboard, variable: "PORT", hostVariable: "HOST" });
  if (service) await assertPortFree({ ...service, variable: "SERVICE_PORT", hostVariable: "SERVICE_HOST" });
  const dataDir = ensureWritableFolder(settings.dataDir, "DATA_DIR");
  if (!service) return { ...settings, dataDir };
  return {
    ...settings,
    dataDir,
    service: { ...service, dataDir: ensureWritableFolder(service.dataDir, "SERVICE_DATA_DIR") },
  };
}

/**
 * The local URL of a program; with port 0 the one in its ready message.
 * @param {import("./start-settings.mjs").Address} address
 * @param {ReadyMessage} message
 */
const reached = (address, message) => (address.port === 0 ? message.url : localUrl(address));

/**
 * Checks the environment of a program with its own reader, before anything is built.
 * @param {"service" | "dashboard"} program
 * @param {{ nodePath: string, env: Env, stopSignal?: AbortSignal }} options `env` is the
 *   program's environment
 * @throws UserError with one line that has every bad variable and how to correct it
 */
async function checkVariables(program, { nodePath, env, stopSignal }) {
  const { ok, output, how } = await runCommand(nodePath, [reader, program], {
    env,
    timeoutMs: 60_000,
    stopSignal,
  });
  if (ok) return;
  throw new UserError(`${program}: ${output.trim().split("\n").join("; ") || how}`);
}

/**
 * Checks the environment of each program that will be started.
 * @param {StartSettings} settings
 * @param {Node & { stopSignal: AbortSignal }} options
 */
async function checkEnvironment(settings, { nodePath, env, stopSignal }) {
  const { service, dataDir } = settings;
  /** @type {Upstream | undefined} */
  let upstream;
  if (service) {
    const token = serviceToken(dataDir, service.tokens);
    await checkVariables("service", {
      nodePath,
      env: serviceEnv(env, { ...settings, service }, token),
      stopSignal,
    });
    upstream = { url: localUrl({ ...service, port: service.port || 1 }), token };
  }
  await checkVariables("dashboard", { nodePath, env: dashboardEnv(env, settings, { upstream }), stopSignal });
}

/**
 * Starts the service, if it is embedded, then the dashboard; returns the text with their addresses.
 * @param {ReturnType<typeof createSupervisor>} supervisor
 * @param {StartSettings} settings
 * @param {Node & { progress: ReturnType<typeof createProgress> }} options
 */
async function startPrograms(supervisor, settings, { nodePath, env, progress }) {
  const { service, dashboard, publicUrl } = settings;
  /** @type {(entry: string, program: Omit<Program, "command" | "args" | "cwd">) => Promise<ReadyMessage>} */
  const begin = (entry, program) =>
    progress.step(
      program.name,
      () => supervisor.start({ ...program, command: nodePath, args: [entry], cwd: root }),
      ({ type, url }) => `${type === "standby" ? "on standby" : "ready"} at ${url}`,
      { shared: true },
    );

  /** @type {Upstream | undefined} */
  let upstream;
  if (service) {
    const token = serviceToken(settings.dataDir, service.tokens);
    /** @param {ReadyMessage} message */
    const probe = (message) => ({ url: `${reached(service, message)}/readyz` });
    const message = await begin("service/main.ts", {
      name: "service",
      env: serviceEnv(env, { ...settings, service }, token),
      probe,
      updateTimeoutMs: UPDATE_TIMEOUT_MS,
    });
    upstream = { url: reached(service, message), tokenFile: storeServiceToken(settings.dataDir, token) };
  }

  const password = settings.passwords ? firstPassword(settings.dataDir, settings) : undefined;
  const created = { adminPassword: password, upstream };
  const host = publicUrl && URL.canParse(publicUrl) ? new URL(publicUrl).host : undefined;
  /** @param {ReadyMessage} message */
  const probe = (message) => ({
    url: `${reached(dashboard, message)}${basePathOf(publicUrl)}/api/readyz`,
    host,
  });
  const ready = await begin("server/main.ts", {
    name: "dashboard",
    env: dashboardEnv(env, settings, created),
    probe,
    updateTimeoutMs: UPDATE_TIMEOUT_MS,
  });
  const used = upstream
    ? `${upstream.url}   (data in ${service?.dataDir})`
    : String(process.env.API_BASE_URL);
  return readyText(settings, { ready, service: used, password });
}

async function main() {
  const { stopSignal, forceSignal } = watchInterrupts();
  const given = readSettings(process.env, root, process.argv.slice(2));
  const wanted = { chromium: given.service !== undefined, build: true };
  const settings = await runStartupChecks(given);
  const progress = createProgress({ total: preflightSteps(wanted) + (given.service ? 2 : 1) });
  /** @param {Node} node */
  const check = (node) => checkEnvironment(settings, { ...node, stopSignal });
  const { nodePath, env } = await preflight(root, { ...wanted, progress, stopSignal, check });
  /** @param {boolean} gently */
  const sweepLeftovers = async (gently) => {
    if (settings.service) await sweep(settings.service.dataDir, { gently });
  };
  const supervisor = createSupervisor({ stopSignal, forceSignal, sweepLeftovers });
  try {
    console.log(await startPrograms(supervisor, settings, { nodePath, env, progress }));
    deleteShownPassword(settings.dataDir);
    const ending = await supervisor.ended;
    if (ending.how === "died") throw new UserError(ending.line);
    console.log("\nStopping … (Ctrl-C again to stop at once)");
  } finally {
    await supervisor.stop();
  }
  console.log("Stopped.");
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error instanceof UserError ? error.message : error);
    process.exit(error instanceof Interrupted ? 130 : 1);
  },
);
