// What the service and a runner say to each other over their IPC channel.
import { z } from "zod";

const deployedCode = z.strictObject({
  /** Absolute path of the unpacked code. */
  folder: z.string(),
  /** The module to load, below the folder. */
  entry: z.string(),
  env: z.record(z.string(), z.string()),
});
export type DeployedCode = z.infer<typeof deployedCode>;

const runJob = z.strictObject({
  kind: z.literal("run"),
  invocationId: z.string(),
  app: z.string(),
  version: z.string(),
  action: z.string(),
  /** JSON text as it was sent, or null when there was none. */
  payload: z.string().nullable(),
  /** Null for an application that comes with the service. */
  code: deployedCode.nullable(),
  serviceUrl: z.string(),
  token: z.string(),
  shopUrl: z.string(),
});
export type RunJob = z.infer<typeof runJob>;

/** Only loads the code and says which applications are in it. */
const inspectJob = z.strictObject({ kind: z.literal("inspect"), code: deployedCode });

/** The service's one message: what to do. */
export const runnerJob = z.discriminatedUnion("kind", [runJob, inspectJob]);
export type RunnerJob = z.infer<typeof runnerJob>;

/**
 * The runner's messages. `outcome` comes as soon as the action is over, before its sessions are given back;
 * the invocation ends when the runner has gone. A later `outcome` of a failed giving-back replaces the first.
 */
const outcome = z.discriminatedUnion("ok", [
  z.strictObject({ kind: z.literal("outcome"), ok: z.literal(true), output: z.string() }),
  z.strictObject({ kind: z.literal("outcome"), ok: z.literal(false), reason: z.string() }),
]);
export type RunnerOutcome = z.infer<typeof outcome>;

const foundApps = z.array(z.strictObject({ name: z.string(), actions: z.array(z.string()) }));
export type FoundApps = z.infer<typeof foundApps>;

export const runnerMessage = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("log"), line: z.string() }),
  z.strictObject({ kind: z.literal("apps"), apps: foundApps }),
  outcome,
]);
export type RunnerMessage = z.infer<typeof runnerMessage>;

/** Marks a process as a runner of the service that has this data folder; start-up sweeps by it. */
export const dataDirFlag = (dataDir: string): string => `--fleetdeck-data-dir=${dataDir}`;
