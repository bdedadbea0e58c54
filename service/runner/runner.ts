// The program of a runner process: runs one action as a client of the service and reports its outcome, or lists the
// applications in code that is being deployed. It exits when the service that started it exits.
import { setTimeout as sleep } from "node:timers/promises";
import type { ActionBrowser } from "../app-kit/action-browser.ts";
import { type Action, type ActionContext, BadPayload, standardStepTimeoutMs } from "../app-kit/app.ts";
import { serviceClient } from "../app-kit/service-client.ts";
import { sampleTelemetry } from "../samples/sample-telemetry.ts";
import { errorLines, reasonOf, withoutSecrets } from "./failure-reason.ts";
import { loadApps } from "./load-apps.ts";
import {
  type DeployedCode,
  type InvocationJob,
  type RunnerJob,
  type RunnerMessage,
  type RunnerOutcome,
  runnerJob,
} from "./runner-messages.ts";

/** Maximum size of an action's output as JSON; the same as of a payload. */
const outputLimitBytes = 4_500_000;

/** The time between a stop and the exit of the process. */
const graceMs = 500;

/** Between checks whether the output has been written. */
const outputPollMs = 5;

/** The limit of one browser step of a deployed action: 30 s, the driver's own default. */
const deployedStepTimeoutMs = standardStepTimeoutMs * 5;

const aborted = new AbortController();

process.once("disconnect", () => process.exit(1));
// A terminal's Ctrl-C and its end reach the whole process group; only the service stops its runners.
for (const name of ["SIGINT", "SIGHUP"]) process.on(name, () => undefined);
// Also for a second one, which would kill the process without a listener: systemd sends it to all processes.
process.on("SIGTERM", () => {
  aborted.abort(new Error("the invocation was stopped"));
  setTimeout(() => void exit(1), graceMs);
});
process.on("uncaughtException", (error) => void sendMessage(failure(error)).then(() => exit(1)));
process.once("message", (message) => void work(runnerJob.parse(message)));

const failure = (error: unknown): RunnerOutcome => ({ kind: "outcome", ok: false, reason: reasonOf(error) });

function sendMessage(message: RunnerMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send && process.connected) process.send(message, undefined, undefined, () => resolve());
    else resolve();
  });
}

async function work(job: RunnerJob): Promise<void> {
  await sendMessage({ kind: "began" });
  switch (job.kind) {
    case "run":
      await run(job);
      break;
    case "inspect":
      await inspect(job.code);
      break;
  }
  await exit(0);
}

/** Exits once all output has been written: the pipes take it in the background, and an exit discards the rest. */
async function exit(code: number): Promise<never> {
  for (const output of [process.stdout, process.stderr]) {
    // Not by the callback of a write, a method that the code may have replaced.
    while (output.writableLength > 0 && !output.destroyed) await sleep(outputPollMs);
  }
  process.exit(code);
}

async function inspect(code: DeployedCode): Promise<void> {
  try {
    // Clients that are created while the module loads require a key, but there is none before an invocation.
    setEnvironment(code, { url: "http://127.0.0.1:9", token: "none-while-deploying" });
    const apps = await loadApps(code);
    await sendMessage({
      kind: "apps",
      apps: apps.map(({ name, actions }) => ({ name, actions: [...actions.keys()] })),
    });
  } catch (error) {
    await sendMessage(failure(error));
  }
}

async function run(job: InvocationJob): Promise<void> {
  const actionBrowsers: ActionBrowser[] = [];
  let outcome: RunnerOutcome;
  try {
    const output = await (job.code === null
      ? runSample(job, actionBrowsers)
      : runDeployed(job, job.code, actionBrowsers));
    outcome = { kind: "outcome", ok: true, output: rendered(output) };
  } catch (error) {
    for (const line of errorLines(error)) await sendMessage({ kind: "log", line });
    outcome = failure(error);
  }
  await sendMessage(outcome);
  for (const actionBrowser of actionBrowsers) {
    try {
      await actionBrowser.release(outcome);
    } catch (error) {
      if (outcome.ok && actionBrowser.releaseRequired) await sendMessage(failure(error));
      else await sendMessage({ kind: "log", line: `giving the session back: ${reasonOf(error)}` });
    }
  }
}

async function runSample(job: InvocationJob, actionBrowsers: ActionBrowser[]): Promise<unknown> {
  const { sampleApps } = await import("../samples/samples.ts");
  const app = sampleApps.find((sample) => sample.name === job.app && sample.version === job.version);
  const action: Action | undefined = app?.actions.get(job.action);
  if (!action) throw new Error(`${job.app} ${job.version} has no action ${job.action} any more`);
  return await action.run(contextOf(job, action.timeoutMs, actionBrowsers), parsedPayload(job.payload) ?? {});
}

async function runDeployed(
  job: InvocationJob,
  code: DeployedCode,
  actionBrowsers: ActionBrowser[],
): Promise<unknown> {
  const api = { url: job.serviceUrl, token: job.token };
  setEnvironment(code, api);
  const apps = await loadApps(code);
  const action = apps.find(({ name }) => name === job.app)?.actions.get(job.action);
  if (!action)
    throw new Error(`the code of ${job.app} ${job.version} names no action ${job.action} this time`);
  const context = contextOf(job, deployedStepTimeoutMs, actionBrowsers);
  return await action({ ...context, invocation_id: job.invocationId, api }, parsedPayload(job.payload));
}

/**
 * Sets the variables from which published clients read the service's address and key, and the deployment's, which take
 * precedence.
 */
function setEnvironment(code: DeployedCode, api: { url: string; token: string }): void {
  // biome-ignore lint/style/noProcessEnv: deployed code reads its variables there; the process is its own
  Object.assign(process.env, { KERNEL_BASE_URL: api.url, KERNEL_API_KEY: api.token }, code.env);
}

function parsedPayload(payload: string | null): unknown {
  if (payload === null) return undefined;
  try {
    return JSON.parse(payload);
  } catch (error) {
    throw new BadPayload(`bad input: the payload is not JSON: ${reasonOf(error)}`);
  }
}

function rendered(output: unknown): string {
  const text = JSON.stringify(output ?? null);
  if (text === undefined) throw new Error(`the output is a ${typeof output}, which JSON cannot hold`);
  const bytes = Buffer.byteLength(text);
  if (bytes > outputLimitBytes) {
    throw new Error(`the output is ${bytes} bytes; an action may return ${outputLimitBytes}`);
  }
  return text;
}

function contextOf(
  job: InvocationJob,
  stepTimeoutMs: number,
  actionBrowsers: ActionBrowser[],
): ActionContext {
  const client = serviceClient(job.serviceUrl, job.token);
  const log = (line: string) => void sendMessage({ kind: "log", line: withoutSecrets(line) });
  return {
    shopUrl: job.shopUrl,
    signal: aborted.signal,
    log,
    async browser(choice = {}) {
      // Loaded lazily, as the driver is large and many actions do not use it.
      const { openActionBrowser } = await import("../app-kit/action-browser.ts");
      const telemetry = job.code === null ? { telemetry: sampleTelemetry } : {};
      const { invocationId } = job;
      const options = { invocationId, stepTimeoutMs, log, ...telemetry };
      const actionBrowser = await openActionBrowser(client, choice, options);
      actionBrowsers.push(actionBrowser);
      return actionBrowser.page;
    },
  };
}
