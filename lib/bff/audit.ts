// The record of operator actions as the browser sees it.
import * as z from "zod/mini";
import { pageQuery } from "../contract/paging.ts";

/**
 * `intended` is written before the upstream is asked, `answered` after it; `denied` when the role was too low;
 * `event` for sign-in and sign-out.
 */
export const auditPhases = ["intended", "answered", "denied", "event"] as const;
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
  /** What was acted on, such as an id; empty when nothing in particular. */
  target: z.string(),
  phase: auditPhase,
  /** HTTP status of the answer, null while there is none. */
  status: z.nullable(z.int()),
  /** Error code of a failed answer, null otherwise. */
  code: z.nullable(z.string()),
  /** Why, in the operator's words; empty when not given. */
  reason: z.string(),
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
