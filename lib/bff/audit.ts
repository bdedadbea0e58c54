// The audit record of operator actions.
import * as z from "zod/mini";
import { pageQuery } from "../contract/paging.ts";

/**
 * `intended` is written before the upstream request, `answered` after it; `unknown` instead when it had no
 * answer, so that nobody knows whether it was done; `denied` when the role was insufficient; `event` for sign-in and
 * sign-out.
 */
export const auditPhases = ["intended", "answered", "unknown", "denied", "event"] as const;
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
  /** Of an answered action whose target the API named: what the request named, such as app, version and action. */
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

export const auditFilters = z.object({
  actor: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  action: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  target: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  phase: z.optional(auditPhase),
  request_id: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  ...pageQuery,
});
export type AuditFilters = z.infer<typeof auditFilters>;
