// What the service and a runner say to each other over their IPC channel.
import { z } from "zod";

/** The service's one message: what to run and as whom. */
export const runnerJob = z.strictObject({
  app: z.string(),
  version: z.string(),
  action: z.string(),
  /** JSON text as it was sent, or null when there was none. */
  payload: z.string().nullable(),
  serviceUrl: z.string(),
  token: z.string(),
  shopUrl: z.string(),
});
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

export const runnerMessage = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("log"), line: z.string() }),
  outcome,
]);
export type RunnerMessage = z.infer<typeof runnerMessage>;

/** Marks a process as a runner of the service that has this data folder; start-up sweeps by it. */
export const dataDirFlag = (dataDir: string): string => `--fleetdeck-data-dir=${dataDir}`;
