// The one door: who is asking, decided on every call from the session's row (read again after five seconds), never
// from what the cookie says. Routes call requireOperator, pages getOperator, streams recheck.
import "server-only";
import { headers } from "next/headers";
import { holds, type Operator, type Role } from "../../bff/operator.ts";
import { type Moment, msSince, now } from "../moment.ts";
import { paces } from "../paces.ts";
import { perProcess } from "../per-process.ts";
import { Problem } from "../problem.ts";
import { database } from "../store/database.ts";
import { findSession, revokeSession, type SessionRecord, touchSession } from "../store/sessions.ts";
import { absoluteSeconds, sidOf } from "./session-cookie.ts";

export interface SignedIn extends Operator {
  userId: string;
  sid: string;
  endsAtMs: number;
}

const idleMs = 30 * 60_000;
const maxKept = 5000;

interface Kept {
  readAt: Moment;
  record: Promise<SessionRecord | undefined>;
}
const cache = () => perProcess("session-cache", () => new Map<string, Kept>());

function readSession(sid: string): Promise<SessionRecord | undefined> {
  const kept = cache().get(sid);
  if (kept !== undefined && msSince(kept.readAt) < paces.access.recheckMs) return kept.record;
  if (cache().size >= maxKept) cache().clear();
  const record = findSession(database(), sid);
  const entry = { readAt: now(), record };
  cache().set(sid, entry);
  record.catch(() => {
    if (cache().get(sid) === entry) cache().delete(sid);
  });
  return record;
}

const endOf = ({ createdAtMs }: SessionRecord): number => createdAtMs + absoluteSeconds * 1000;

async function signedIn(sid: string, nowMs: number): Promise<SignedIn | undefined> {
  const record = await readSession(sid);
  if (record === undefined || record.revoked || record.disabled) return undefined;
  if (nowMs >= endOf(record) || nowMs - record.seenAtMs >= idleMs) return undefined;
  // What was seen in a time to come was seen before the clock was set back: it is seen, and at the latest made, now.
  if (Math.abs(nowMs - record.seenAtMs) >= paces.access.touchMs) {
    record.seenAtMs = nowMs;
    record.createdAtMs = Math.min(record.createdAtMs, nowMs);
    await touchSession(database(), sid, nowMs);
  }
  return {
    sid,
    userId: record.userId,
    username: record.username,
    role: record.role,
    endsAtMs: endOf(record),
  };
}

/** Who a Cookie header belongs to, or undefined. */
export async function operatorOf(cookieHeader: string | null): Promise<SignedIn | undefined> {
  const sid = await sidOf(cookieHeader);
  return sid === undefined ? undefined : signedIn(sid, Date.now());
}

/** Who is asking, if they may do what needs `role`; else throws 401 or 403. */
export async function requireOperator(request: { headers: Headers }, role: Role): Promise<SignedIn> {
  const operator = await operatorOf(request.headers.get("cookie"));
  if (operator === undefined) throw new Problem(401, "not_signed_in", "Sign in to go on.");
  if (!holds(operator.role, role)) throw new RoleTooLow(operator, role);
  return operator;
}

/** Thrown by requireOperator when the role is too low; carries who it was for the audit. */
export class RoleTooLow extends Problem {
  readonly operator: SignedIn;
  constructor(operator: SignedIn, needed: Role) {
    super(403, "role_too_low", `This needs the role ${needed}; you have ${operator.role}.`);
    this.operator = operator;
  }
}

/** For pages: who is asking, or undefined. */
export async function getOperator(): Promise<SignedIn | undefined> {
  return operatorOf((await headers()).get("cookie"));
}

/** For long answers, to be called every five seconds: the operator as they are now, or undefined when it is over. */
export const recheck = (operator: SignedIn): Promise<SignedIn | undefined> =>
  signedIn(operator.sid, Date.now());

/** Ends a session at once; throws when that could not be written. */
export async function endSession(sid: string): Promise<void> {
  await revokeSession(database(), sid, Date.now());
  cache().delete(sid);
}
