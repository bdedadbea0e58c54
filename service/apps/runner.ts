// The process of one invocation: runs one action as a client of the service and says how it went.
// It keeps nothing, and it ends with the service that started it.
import { type Action, type ActionContext, BadPayload } from "./app.ts";
import { deployedApps, findAction } from "./deployed.ts";
import { type Lease, leaseBrowser } from "./lease.ts";
import { reasonOf, withoutSecrets } from "./reason.ts";
import { type RunnerJob, type RunnerMessage, type RunnerOutcome, runnerJob } from "./runner-messages.ts";
import { serviceClient } from "./service-client.ts";

/** Bytes of JSON an action may return: what a payload may weigh, too. */
const outputLimitBytes = 4_500_000;

/** What a stopped action has to clear up. */
const graceMs = 500;

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
  const leases: Lease[] = [];
  let outcome: RunnerOutcome;
  try {
    const wanted = { app_name: job.app, version: job.version, action_name: job.action };
    const { action } = findAction(deployedApps, wanted);
    const output = await action.run(contextOf(job, action, leases), parsedPayload(job.payload));
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
  process.exit(0);
}

function parsedPayload(payload: string | null): unknown {
  if (payload === null) return {};
  try {
    return JSON.parse(payload);
  } catch (error) {
    throw new BadPayload(`bad input: the payload is not JSON: ${reasonOf(error)}`);
  }
}

function rendered(output: unknown): string {
  const text = JSON.stringify(output ?? null);
  const bytes = Buffer.byteLength(text);
  if (bytes > outputLimitBytes) {
    throw new Error(`the output is ${bytes} bytes; an action may return ${outputLimitBytes}`);
  }
  return text;
}

function contextOf(job: RunnerJob, action: Action, leases: Lease[]): ActionContext {
  const client = serviceClient(job.serviceUrl, job.token);
  const log = (line: string) => void tell({ kind: "log", line: withoutSecrets(line) });
  return {
    shopUrl: job.shopUrl,
    signal: aborted.signal,
    log,
    async browser(choice = {}) {
      const lease = await leaseBrowser(client, choice, { stepTimeoutMs: action.timeoutMs, log });
      leases.push(lease);
      return lease.page;
    },
  };
}
