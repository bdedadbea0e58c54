// The audit record of operator actions.
import * as z from "zod/mini";
import { pageQuery } from "../contract/paging.ts";
import { queryBoolean } from "../contract/schema.ts";
import { since } from "../contract/since.ts";
import { inventoryKinds } from "./inventory.ts";

/**
 * `intended` is written before the upstream request, `answered` after it; `unknown` instead when it had no
 * answer, so that it is unknown whether it was done; `denied` when the role was insufficient; `event` for sign-in and
 * sign-out.
 */
const auditPhases = ["intended", "answered", "unknown", "denied", "event"] as const;
export const auditPhase = z.enum(auditPhases);
export type AuditPhase = z.infer<typeof auditPhase>;

export const auditEntry = z.object({
  seq: z.int(),
  /** Epoch milliseconds, UTC. */
  at_ms: z.int(),
  actor: z.string(),
  role: z.string(),
  ip: z.string(),
  request_id: z.string(),
  /** An operation id such as `checkProxy`, or `signIn`, `signOut`. */
  action: z.string(),
  /** The object of the action, such as an id; empty when there is none. */
  target: z.string(),
  /** What it was called then, in the first row of an act. */
  target_name: z.optional(z.string()),
  /** The act on many that this act is a part of. */
  batch_id: z.optional(z.string()),
  /** What the request named, such as app, version and action, where the API's answer named the target. */
  intended_target: z.optional(z.string()),
  phase: auditPhase,
  /** HTTP status of the response, null while there is none. */
  status: z.nullable(z.int()),
  /** Error code of a failed response, null otherwise. */
  code: z.nullable(z.string()),
  /** The operator's reason; empty when not given. */
  reason: z.string(),
  /** How many acts it is about: more than 1 for refusals that were repeated within a minute. */
  count: z.optional(z.int()),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** The target of an act that ended an invocation by force: its id, and how it ended where it was not cancelled. */
export const targetOfEnd = (id: string, status: "succeeded" | "failed"): string =>
  status === "failed" ? id : [id, "as", status].join(" ");

/** The target of an act of a pool on a browser: `what` is the browser's id with how it was done. */
export const targetInPool = (pool: string, what: string): string => `${pool} (${what})`;

/** The pool and the browser's id that `targetInPool` has put together. Undefined for another target. */
export function partsInPool(target: string): { pool: string; browserId: string } | undefined {
  const { pool, browserId } =
    /^(?<pool>.*) \((?<browserId>[^ ,()]+)(, not reused)?\)$/s.exec(target)?.groups ?? {};
  return pool === undefined || browserId === undefined ? undefined : { pool, browserId };
}

/** The id that a target begins with: what of the object is meant, such as a process or a path, follows `/` or a space. */
export const idInTarget = (target: string): string => target.split(/[/ ]/, 1)[0] ?? "";

/** What follows the id in a target, as text after the object: ` /tmp/a.txt`. Empty where it is of another object. */
export function restOfTarget(target: string, id: string): string {
  const rest = target.startsWith(id) ? target.slice(id.length) : "";
  return rest.startsWith("/") ? ` ${rest.slice(1)}` : rest;
}

export const auditFilters = z.object({
  actor: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  action: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  /** The object of the action; also finds actions on a part of it, such as a process or file of a browser, and releases of a
   *  browser to its pool. */
  target: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  phase: z.optional(auditPhase),
  request_id: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  /** All rows of the acts that have one from `since` on and before `until`. */
  since: z.optional(since),
  until: z.optional(since),
  ...pageQuery,
});
export type AuditFilters = z.infer<typeof auditFilters>;

/**
 * How an act ended: `ok` and `failed` by the answer, `refused` because of the role, `running` while its answer is awaited,
 * `unknown` when there is none, so that it is unknown whether it was done.
 */
export const actOutcomes = ["ok", "failed", "refused", "unknown", "running"] as const;
export const actOutcome = z.enum(actOutcomes);
export type ActOutcome = z.infer<typeof actOutcome>;

/** What an act is done to: a resource of the inventory, or something that operators made in the dashboard. */
export const actObjectKind = z.enum([
  ...inventoryKinds,
  "alert",
  "alert_rule",
  "webhook",
  "view",
  "annotation",
]);
export type ActObjectKind = z.infer<typeof actObjectKind>;

/** The most acts in one exported file. */
export const actExportLimit = 50_000;

/** The UUID that a client gives to all acts of one act on many. By a pattern, as the library's own rule makes pages larger. */
export const batchId = z.string().check(z.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/));

/** How many acts of a batch ended how. */
export const batchParts = z.object({
  ok: z.int(),
  failed: z.int(),
  refused: z.int(),
  unknown: z.int(),
  running: z.int(),
});
export type BatchParts = z.infer<typeof batchParts>;

/** An act: the rows of the audit that belong to it, joined. */
export const auditedAct = z.object({
  /** The number of its first row. */
  seq: z.int(),
  /** When it was recorded, before it was done. Epoch milliseconds, UTC. */
  at_ms: z.int(),
  actor: z.string(),
  role: z.string(),
  ip: z.string(),
  request_id: z.string(),
  /** An operation id such as `checkProxy`, or `signIn`, `signOut`. */
  action: z.string(),
  /** What the request named, such as an id or a path; empty when it named nothing. */
  target: z.string(),
  reason: z.string(),
  /** How many acts it stands for: more than 1 for refusals that were repeated within a minute. */
  count: z.int(),
  outcome: actOutcome,
  /** HTTP status and error code of the answer; null without one. */
  status: z.nullable(z.int()),
  code: z.nullable(z.string()),
  /** From the first row to the one with the outcome; null without one. Milliseconds. */
  duration_ms: z.nullable(z.int()),
  /** What it was done to, or what it made. Null when it names none of these kinds. */
  object: z.nullable(
    z.object({
      kind: actObjectKind,
      id: z.string(),
      /** A label of an operator, else its name, at the time of the act; where none was known then, the one it has now.
       *  Null when unknown. */
      name: z.nullable(z.string()),
    }),
  ),
  /** The same in all acts of one act on many. */
  batch_id: z.optional(z.string()),
  /** The acts of a batch that is one item, by its first act, as far as they are recorded. `outcome` is then the one that needs
   *  attention most, `duration_ms` that of all of them; target, object, status and code are those of no act. */
  parts: z.optional(batchParts),
  /** Its rows, in the order written. */
  phases: z.array(
    z.object({
      seq: z.int(),
      phase: auditPhase,
      at_ms: z.int(),
      status: z.nullable(z.int()),
      code: z.nullable(z.string()),
    }),
  ),
});
export type AuditedAct = z.infer<typeof auditedAct>;

const actFilterShape = {
  actor: auditFilters.shape.actor,
  action: auditFilters.shape.action,
  outcome: z.optional(actOutcome),
  /** Part of the id or name of the object, as it was or is; case-insensitive. */
  target: auditFilters.shape.target,
  request_id: auditFilters.shape.request_id,
  batch_id: z.optional(batchId),
  /** When it was recorded: from `since` on, before `until`. */
  since: z.optional(since),
  until: z.optional(since),
};
export const actFilters = z.object({ ...actFilterShape, ...pageQuery });
export type ActFilters = z.infer<typeof actFilters>;

/** Query of a list of acts. `fold`: the acts of a batch are one item, at the time of the first one since `since`; not together
 *  with a filter that may find some of them only, which are outcome, target, request_id and batch_id. */
export const actListQuery = z.extend(actFilters, { fold: z.optional(queryBoolean) });
export type ActListQuery = z.infer<typeof actListQuery>;

/** Query of an export of acts. `zone`: IANA name of the time zone of its times, UTC by default. */
export const actExport = z.object({
  ...actFilterShape,
  format: z.enum(["csv", "json"]),
  zone: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
});
export type ActExport = z.infer<typeof actExport>;
