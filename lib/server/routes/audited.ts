// An act and its record: intent before, outcome after. Without the first the act does not happen.
import "server-only";
import { bffHeaders } from "../../bff/headers.ts";
import type { SignedIn } from "../access/front-door.ts";
import { logFault } from "../log.ts";
import { peerOf } from "../peer.ts";
import { Problem } from "../problem.ts";
import { type AuditFact, appendAudit } from "../store/audit.ts";
import { database } from "../store/database.ts";
import { toProblem } from "./problem.ts";

export interface Act {
  request: Request;
  requestId: string;
  operator: SignedIn;
  /** Operation id. */
  action: string;
  target: string;
}

function reasonOf(request: Request): string {
  const text = request.headers.get(bffHeaders.reason) ?? "";
  try {
    return decodeURIComponent(text).slice(0, 500);
  } catch {
    return text.slice(0, 500);
  }
}

const factOf = (act: Act): Omit<AuditFact, "phase"> => ({
  actor: act.operator.username,
  role: act.operator.role,
  ip: peerOf(act.request.headers),
  requestId: act.requestId,
  action: act.action,
  target: act.target,
  reason: reasonOf(act.request),
});

/** Records that something was refused because of the role; a failure to write is only logged. */
export async function recordDenied(act: Act): Promise<void> {
  try {
    await appendAudit(database(), { ...factOf(act), phase: "denied", status: 403 }, Date.now());
  } catch (error) {
    logFault("an audit row could not be written", error, { request_id: act.requestId });
  }
}

async function recordAnswered(act: Act, outcome: { status: number; code?: string }): Promise<void> {
  try {
    await appendAudit(database(), { ...factOf(act), phase: "answered", ...outcome }, Date.now());
  } catch (error) {
    logFault("the outcome of an act could not be written", error, { request_id: act.requestId });
  }
}

/** Does the act between its two rows; throws 503 without acting when the first cannot be written. */
export async function audited<T extends { status: number }>(act: Act, work: () => Promise<T>): Promise<T> {
  try {
    await appendAudit(database(), { ...factOf(act), phase: "intended" }, Date.now());
  } catch (error) {
    logFault("an audit row could not be written", error, { request_id: act.requestId });
    throw new Problem(503, "audit_unavailable", "Nothing was done: the audit record cannot be written.");
  }
  try {
    const done = await work();
    await recordAnswered(act, { status: done.status });
    return done;
  } catch (error) {
    const { status, code } = toProblem(error, act.requestId);
    await recordAnswered(act, { status, code });
    throw error;
  }
}
