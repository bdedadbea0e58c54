// The process of one invocation: runs one action as a client of the service and says how it went. The same
// program looks into code that is being deployed. It keeps nothing, and it ends with the service that started it.
import { type Action, type ActionContext, BadPayload, standardStepTimeoutMs } from "./app.ts";
import type { Lease } from "./lease.ts";
import { loadApps } from "./load.ts";
import { reasonOf, withoutSecrets } from "./reason.ts";
import {
  type DeployedCode,
  type RunJob,
  type RunnerJob,
  type RunnerMessage,
  type RunnerOutcome,
  runnerJob,
} from "./runner-messages.ts";
import { serviceClient } from "./service-client.ts";

/** Bytes of JSON an action may return: what a payload may weigh, too. */
const outputLimitBytes = 4_500_000;

/** What a stopped action has to clear up. */
const graceMs = 500;

/** One step in the browser of a deployed action; what they are used to. */
const deployedStepTimeoutMs = standardStepTimeoutMs * 5;

const aborted = new AbortController();

process.once("disconnect", () => process.exit(1));
// A terminal's Ctrl-C reaches the whole group: the service decides what becomes of its runners.
process.on("SIGINT", () => undefined);
process.once("SIGTERM", () => {
  aborted.abort(new Error("the invocation was stopped"));
  setTimeout(() => process.exit(1), graceMs);
});
process.on("uncaughtException", (error) => void tell(failure(error)).then(() => process.exit(1)));
process.once("message", (message) => void work(runnerJob.parse(message)));

const failure = (error: unknown): RunnerOutcome => ({ kind: "outcome", ok: false, reason: reasonOf(error) });

function tell(message: RunnerMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send && process.connected) process.send(message, undefined, undefined, () => resolve());
    else resolve();
  });
}

async function work(job: RunnerJob): Promise<void> {
  switch (job.kind) {
    case "run":
      await run(job);
      break;
    case "inspect":
      await inspect(job.code);
      break;
  }
  process.exit(0);
}

async function inspect(code: DeployedCode): Promise<void> {
  try {
    // Clients made while the module loads want a key; there is none before an invocation.
    setEnvironment(code, { url: "http://127.0.0.1:9", token: "none-while-deploying" });
    const apps = await loadApps(code);
    await tell({
      kind: "apps",
      apps: apps.map(({ name, actions }) => ({ name, actions: [...actions.keys()] })),
    });
  } catch (error) {
    await tell(failure(error));
  }
}

async function run(job: RunJob): Promise<void> {
  const leases: Lease[] = [];
  let outcome: RunnerOutcome;
  try {
    const output = await (job.code === null ? runSample(job, leases) : runDeployed(job, job.code, leases));
    outcome = { kind: "outcome", ok: true, output: rendered(output) };
  } catch (error) {
    outcome = failure(error);
  }
  await tell(outcome);
  for (const lease of leases) {
    try {
      await lease.giveBack();
    } catch (error) {
      if (outcome.ok && lease.mustBeGivenBack) await tell(failure(error));
      else await tell({ kind: "log", line: `giving the session back: ${reasonOf(error)}` });
    }
  }
}

async function runSample(job: RunJob, leases: Lease[]): Promise<unknown> {
  const { sampleApps } = await import("./samples.ts");
  const app = sampleApps.find((sample) => sample.name === job.app && sample.version === job.version);
  const action: Action | undefined = app?.actions.get(job.action);
  if (!action) throw new Error(`${job.app} ${job.version} has no action ${job.action} any more`);
  return await action.run(contextOf(job, action.timeoutMs, leases), parsedPayload(job.payload) ?? {});
}

async function runDeployed(job: RunJob, code: DeployedCode, leases: Lease[]): Promise<unknown> {
  const api = { url: job.serviceUrl, token: job.token };
  setEnvironment(code, api);
  const apps = await loadApps(code);
  const action = apps.find(({ name }) => name === job.app)?.actions.get(job.action);
  if (!action)
    throw new Error(`the code of ${job.app} ${job.version} names no action ${job.action} this time`);
  const context = contextOf(job, deployedStepTimeoutMs, leases);
  return await action({ ...context, invocation_id: job.invocationId, api }, parsedPayload(job.payload));
}

/** The deployment's own variables, and where published clients look for the service; a given one wins. */
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

function contextOf(job: RunJob, stepTimeoutMs: number, leases: Lease[]): ActionContext {
  const client = serviceClient(job.serviceUrl, job.token);
  const log = (line: string) => void tell({ kind: "log", line: withoutSecrets(line) });
  return {
    shopUrl: job.shopUrl,
    signal: aborted.signal,
    log,
    async browser(choice = {}) {
      // The driver is most of what there is to load; many actions bring their own or need none.
      const { leaseBrowser } = await import("./lease.ts");
      const lease = await leaseBrowser(client, choice, { stepTimeoutMs, log });
      leases.push(lease);
      return lease.page;
    },
  };
}
