// Audits a write: one row with the intent before it, one with the outcome after it. Without the first row the write is
// not done.
import "server-only";
import { bffHeaders } from "../../bff/headers.ts";
import { type AuditEvent, appendAudit } from "../audit/audit-chain.ts";
import type { SignedIn } from "../auth/require-operator.ts";
import { database } from "../db/database.ts";
import { storeFailureOf } from "../db/store-failure.ts";
import { logFault } from "../kernel/log.ts";
import { peerOf } from "../kernel/peer.ts";
import { Problem } from "../kernel/problem.ts";
import { withoutApiTokens } from "../kernel/redact.ts";
import { toProblem } from "./problem-response.ts";

/** A write as it is audited. */
export interface Act {
  request: Request;
  requestId: string;
  operator: SignedIn;
  /** Operation id. */
  action: string;
  target: string;
}

function reasonOf(request: Request): string {
  let text = request.headers.get(bffHeaders.reason) ?? "";
  try {
    text = decodeURIComponent(text);
  } catch {
    // Recorded as it came.
  }
  return withoutApiTokens(text).slice(0, 500);
}

const auditEventOf = (act: Act): Omit<AuditEvent, "phase"> => ({
  actor: act.operator.username,
  role: act.operator.role,
  ip: peerOf(act.request.headers),
  requestId: act.requestId,
  action: act.action,
  target: act.target,
  reason: reasonOf(act.request),
});

/** Records a refusal because of the role; a failure to write the row is only logged. */
export async function recordDenied(act: Act): Promise<void> {
  try {
    await appendAudit(database(), { ...auditEventOf(act), phase: "denied", status: 403 }, Date.now());
  } catch (error) {
    logFault("an audit row could not be written", error, { request_id: act.requestId });
  }
}

async function recordAnswered(act: Act, outcome: { status: number; code?: string }): Promise<void> {
  try {
    await appendAudit(database(), { ...auditEventOf(act), phase: "answered", ...outcome }, Date.now());
  } catch (error) {
    logFault("the outcome of an act could not be written", error, { request_id: act.requestId });
  }
}

/** The failure of an act that cannot be audited, with the reason where the store has one. */
function auditUnavailable(error: unknown): Problem {
  const why = storeFailureOf(error)?.message;
  const message = "Nothing was done: the audit record cannot be written.";
  return new Problem(503, "audit_unavailable", why === undefined ? message : `${message} ${why}`);
}

/**
 * Runs `work` between the two audit rows; throws 503 without running it when the first row cannot be written. `madeBy`:
 * the id of what `work` has made, the target of the second row.
 */
export async function audited<T extends { status: number }>(
  act: Act,
  work: () => Promise<T>,
  madeBy: (done: T) => string | undefined = () => undefined,
): Promise<T> {
  try {
    await appendAudit(database(), { ...auditEventOf(act), phase: "intended" }, Date.now());
  } catch (error) {
    logFault("an audit row could not be written", error, { request_id: act.requestId });
    throw auditUnavailable(error);
  }
  try {
    const done = await work();
    await recordAnswered({ ...act, target: madeBy(done) ?? act.target }, { status: done.status });
    return done;
  } catch (error) {
    const { status, code } = toProblem(error, act.requestId);
    await recordAnswered(act, { status, code });
    throw error;
  }
}
