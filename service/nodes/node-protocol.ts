// What the service and its nodes send each other, over HTTP below `/node/`. Both sides authenticate with a key that is
// derived from the secret of the shared state.
import { createHmac } from "node:crypto";
import { z } from "zod";
import { profileState } from "../chromium/profile-state.ts";
import { extensionRow } from "../extensions/extension-rows.ts";
import { proxyRow } from "../proxies/proxy-rows.ts";
import { runJob, runnerOutcome } from "../runner/runner-messages.ts";
import { endReasons, sessionRecord } from "../sessions/session-rows.ts";

/** The bearer token of the service and its nodes. */
export const nodeKey = (secret: Uint8Array): string =>
  createHmac("sha256", secret).update("fleetdeck node").digest("base64url");

/** The node that is meant, by its id: another one may have its address by now. */
export const nodeHeader = "x-fleetdeck-node";
/** The term of the service that works; a node obeys the latest. */
export const termHeader = "x-fleetdeck-term";

/** A header of the stream of changes: the address that clients use, for the addresses that a node answers with. */
export const publicUrlHeader = "x-fleetdeck-public-url";

const labels = sessionRecord.pick({ name: true, tags: true, start_url: true });
const { telemetry, viewport } = sessionRecord.shape;
const profile = sessionRecord.shape.profile.unwrap().extend({
  saveChanges: z.boolean(),
  state: profileState.exactOptional(),
  stateTakenAt: z.string().exactOptional(),
});

/** A session as a node reports it. */
export const heldSession = z.object({
  record: sessionRecord,
  lease: z.string(),
  altered: z.boolean(),
  /** Grows with each change of the session. */
  version: z.int(),
  /** See `createMessage`. */
  creation: z.string().exactOptional(),
});
export type HeldSession = z.infer<typeof heldSession>;

export const createMessage = z.object({
  /** Names this creation, for when its answer is lost. */
  creation: z.string(),
  headless: z.boolean(),
  stealth: z.boolean(),
  timeoutSeconds: z.int(),
  kioskMode: z.boolean(),
  viewport: viewport.exactOptional(),
  persistenceId: z.string().exactOptional(),
  invocationId: z.string().exactOptional(),
  poolId: z.string().exactOptional(),
  idle: z.boolean().exactOptional(),
  profile: profile.exactOptional(),
  telemetry: telemetry.exactOptional(),
  labels: labels.exactOptional(),
  proxy: proxyRow.exactOptional(),
  extensions: z.array(extensionRow).exactOptional(),
});
export type CreateMessage = z.infer<typeof createMessage>;

export const changeMessage = z.object({
  /** The lease of the holder that has requested it. A service of the version before does not say it. */
  lease: z.string().exactOptional(),
  labels: z.object({
    name: labels.shape.name.exactOptional(),
    tags: labels.shape.tags.exactOptional(),
    start_url: labels.shape.start_url.exactOptional(),
  }),
  telemetry: telemetry.exactOptional(),
  settings: z
    .object({
      /** Null removes the proxy. */
      proxy: proxyRow.nullable().exactOptional(),
      profile: profile.exactOptional(),
      viewport: viewport.extend({ force: z.boolean().optional() }).exactOptional(),
    })
    .exactOptional(),
});
export type ChangeMessage = z.infer<typeof changeMessage>;

const sessionHolder = z.object({
  idle: z.boolean(),
  invocationId: z.string().exactOptional(),
  poolId: z.string().exactOptional(),
  telemetry: telemetry.exactOptional(),
});

export const handOverMessage = z.object({ holder: sessionHolder, labels, telemetry });
export type HandOverMessage = z.infer<typeof handOverMessage>;

export const recycleMessage = z.object({ holder: sessionHolder });
export type RecycleMessage = z.infer<typeof recycleMessage>;

export const endMessage = z.object({ reason: z.enum(endReasons) });
export type EndMessage = z.infer<typeof endMessage>;

/** Lines of an invocation for the `agent.log` of its session; `at`: RFC 3339 with nanoseconds. */
export const agentLogMessage = z.object({
  /** The lease of the holder that the invocation is. A service of the version before does not say it. */
  lease: z.string().exactOptional(),
  lines: z.array(z.object({ at: z.string(), text: z.string() })),
});
export type AgentLogMessage = z.infer<typeof agentLogMessage>;

/** What a runner on a node has done; see `RunnerEvents`. */
export const invocationEvent = z.union([
  /** `at`: when, as RFC 3339 with nanoseconds. A node of the version before does not say it. */
  z.object({ kind: z.literal("log"), line: z.string(), at: z.string().exactOptional() }),
  /**
   * `neverBegan`: the node could not start it; a service of the version before takes it for failed. `isShuttingDown`: it could
   * not for that reason alone.
   */
  z.object({
    kind: z.literal("gone"),
    how: z.string(),
    neverBegan: z.literal(true).exactOptional(),
    isShuttingDown: z.literal(true).exactOptional(),
  }),
  runnerOutcome,
]);
/** `seq`: grows by one with each message of the node's process, from 1 on. */
const runMessage = z.object({
  type: z.literal("run"),
  seq: z.int(),
  id: z.string(),
  event: invocationEvent,
});
export type InvocationMessage = z.infer<typeof runMessage>;

/** The state of a session's profile; see `StateOrigin`. A node of the version before sends the state alone. */
export const savedProfileMessage = profileState.extend({
  ageMs: z.number().exactOptional(),
  basedOn: z.string().exactOptional(),
});
export type SavedProfileMessage = z.infer<typeof savedProfileMessage>;

export const claimMessage = z.object({ invocationId: z.string(), node: z.string() });
export type ClaimMessage = z.infer<typeof claimMessage>;
/**
 * The job of a claimed invocation. Its addresses and the folder of its code are those of the service that works. A service of
 * the version before sends no time limit, and stops the invocation itself.
 */
export const claimedInvocation = z.object({ job: runJob, timeLimitSeconds: z.int().exactOptional() });
export type ClaimedInvocation = z.infer<typeof claimedInvocation>;

/** Whether a node has received the job of an invocation, or asks for it. */
export const knowsInvocationAnswer = z.object({ knows: z.boolean() });
export type KnowsInvocationAnswer = z.infer<typeof knowsInvocationAnswer>;

/** `at`: when the end began. */
const sessionEnd = z.object({ id: z.string(), at: z.string(), reason: z.enum(endReasons) });
export type SessionEnd = z.infer<typeof sessionEnd>;

/**
 * The lines of a node's stream of changes, each JSON: what invocations have done after the `after` of its query, then `all` with
 * the latest ends and the running invocations, then what happens. `claiming`: the invocations that the node has requested and got no
 * answer about; a node of the version before does not say it.
 */
export const nodeMessage = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("all"),
    sessions: z.array(heldSession),
    ends: z.array(sessionEnd),
    runs: z.array(z.string()),
    claiming: z.array(z.string()).exactOptional(),
  }),
  z.object({ type: z.literal("session"), session: heldSession }),
  /** The end has begun. */
  z.object({ type: z.literal("ending"), ...sessionEnd.shape }),
  /** The end is complete. */
  z.object({ type: z.literal("ended"), id: z.string() }),
  runMessage,
  z.object({ type: z.literal("alive") }),
]);
export type NodeMessage = z.infer<typeof nodeMessage>;
