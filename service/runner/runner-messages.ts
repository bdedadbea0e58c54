// The messages between the service and a runner over their IPC channel.
import { z } from "zod";

const deployedCode = z.strictObject({
  /** Absolute path of the unpacked code. */
  folder: z.string(),
  /** The module to load, below the folder. */
  entry: z.string(),
  env: z.record(z.string(), z.string()),
});
export type DeployedCode = z.infer<typeof deployedCode>;

export const runJob = z.strictObject({
  kind: z.literal("run"),
  invocationId: z.string(),
  app: z.string(),
  version: z.string(),
  action: z.string(),
  /** JSON text as sent by the client; null when there was none. */
  payload: z.string().nullable(),
  /** Null for a sample application of the service. */
  code: deployedCode.nullable(),
  serviceUrl: z.string(),
  token: z.string(),
  shopUrl: z.string(),
});
export type InvocationJob = z.infer<typeof runJob>;

/** Only loads the code and returns its applications. */
const inspectJob = z.strictObject({ kind: z.literal("inspect"), code: deployedCode });

/** The only message from the service: the job. */
export const runnerJob = z.discriminatedUnion("kind", [runJob, inspectJob]);
export type RunnerJob = z.infer<typeof runnerJob>;

/**
 * The outcome of an action, sent before its sessions are released; the invocation ends when the runner has exited.
 * A second one, for a failed release, replaces the first.
 */
export const runnerOutcome = z.discriminatedUnion("ok", [
  z.strictObject({ kind: z.literal("outcome"), ok: z.literal(true), output: z.string() }),
  z.strictObject({ kind: z.literal("outcome"), ok: z.literal(false), reason: z.string() }),
]);
export type RunnerOutcome = z.infer<typeof runnerOutcome>;

const foundApps = z.array(z.strictObject({ name: z.string(), actions: z.array(z.string()) }));
export type FoundApps = z.infer<typeof foundApps>;

export const runnerMessage = z.discriminatedUnion("kind", [
  /** The first one: it has received its job. */
  z.strictObject({ kind: z.literal("began") }),
  z.strictObject({ kind: z.literal("log"), line: z.string() }),
  z.strictObject({ kind: z.literal("apps"), apps: foundApps }),
  runnerOutcome,
]);
export type RunnerMessage = z.infer<typeof runnerMessage>;

/**
 * The argument that marks a process as a runner of the service with this data folder; start-up ends processes by it.
 */
export const dataDirFlag = (dataDir: string): string => `--fleetdeck-data-dir=${dataDir}`;
