// Identifies the operator of every request from the stored sign-in (cached for five seconds), never from the cookie's
// content alone. Routes call requireOperator, pages getOperator, streams recheck.
import "server-only";
import { LRUCache } from "lru-cache";
import { headers } from "next/headers";
import type { Operator } from "../../bff/operator.ts";
import { hasRole, type Role } from "../../bff/roles.ts";
import { systemClock } from "../../clock.ts";
import { database } from "../db/database.ts";
import { logFault } from "../kernel/log.ts";
import { paces } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";
import { Problem } from "../kernel/problem.ts";
import { absoluteSeconds, sidOf } from "./sign-in-cookie.ts";
import { findSignIn, revokeSignIn, type SignInRecord, touchSignIn } from "./sign-ins.ts";

export interface SignedIn extends Operator {
  userId: string;
  sid: string;
  endsAtMs: number;
}

const idleMs = 30 * 60_000;

const cache = () =>
  perProcess(
    "sign-in-cache",
    () =>
      new LRUCache<string, Promise<SignInRecord | undefined>>({
        max: 5000,
        ttl: paces.access.recheckMs,
        ttlResolution: 0,
        perf: { now: systemClock.monotonicMs },
      }),
  );

function readSession(sid: string): Promise<SignInRecord | undefined> {
  const cached = cache().get(sid);
  if (cached !== undefined) return cached;
  const record = findSignIn(database(), sid);
  cache().set(sid, record);
  record.catch(() => {
    if (cache().get(sid) === record) cache().delete(sid);
  });
  return record;
}

const endOf = ({ createdAtMs }: SignInRecord): number => createdAtMs + absoluteSeconds * 1000;

async function signedIn(sid: string, nowMs: number): Promise<SignedIn | undefined> {
  const record = await readSession(sid);
  if (record === undefined || record.revoked || record.disabled) return undefined;
  if (nowMs >= endOf(record) || nowMs - record.seenAtMs >= idleMs) return undefined;
  if (nowMs - record.seenAtMs >= paces.access.touchMs) {
    record.seenAtMs = nowMs;
    await touch(sid, nowMs);
  }
  return {
    sid,
    userId: record.userId,
    username: record.username,
    role: record.role,
    endsAtMs: endOf(record),
  };
}

/** When a time of last use may be written again after a failure, in monotonic milliseconds. */
const nextTouch = () => perProcess("sign-in-next-touch", () => ({ atMs: 0 }));

/** Notes that a sign-in is in use. A store that cannot be written must not end reading: it is tried again later. */
async function touch(sid: string, nowMs: number): Promise<void> {
  if (systemClock.monotonicMs() < nextTouch().atMs) return;
  try {
    await touchSignIn(database(), sid, nowMs);
  } catch (error) {
    nextTouch().atMs = systemClock.monotonicMs() + paces.access.touchMs;
    logFault("the last use of a sign-in could not be written", error);
  }
}

/** The operator of a Cookie header, or undefined. */
export async function operatorOf(cookieHeader: string | null): Promise<SignedIn | undefined> {
  const sid = await sidOf(cookieHeader);
  return sid === undefined ? undefined : signedIn(sid, Date.now());
}

/** The operator of a request, if they have at least `role`; else throws 401 or InsufficientRole (403). */
export async function requireOperator(request: { headers: Headers }, role: Role): Promise<SignedIn> {
  const operator = await operatorOf(request.headers.get("cookie"));
  if (operator === undefined) throw new Problem(401, "not_signed_in", "Sign in to go on.");
  if (!hasRole(operator.role, role)) throw new InsufficientRole(operator, role);
  return operator;
}

/** Thrown by requireOperator when the role is too low; carries the operator for the audit. */
export class InsufficientRole extends Problem {
  readonly operator: SignedIn;
  constructor(operator: SignedIn, needed: Role) {
    super(403, "role_too_low", `This needs the role ${needed}; you have ${operator.role}.`);
    this.operator = operator;
  }
}

/** For pages: the signed-in operator, or undefined. */
export async function getOperator(): Promise<SignedIn | undefined> {
  return operatorOf((await headers()).get("cookie"));
}

/** For streams, to be called every five seconds: the operator as of now, or undefined once the sign-in has ended. */
export const recheck = (operator: SignedIn): Promise<SignedIn | undefined> =>
  signedIn(operator.sid, Date.now());

/** Ends a sign-in at once; throws when that could not be written. */
export async function endSignIn(sid: string): Promise<void> {
  await revokeSignIn(database(), sid, Date.now());
  cache().delete(sid);
}
