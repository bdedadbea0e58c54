// Identifies the operator of every request from the stored sign-in (cached for five seconds), never from the cookie's
// content alone, or from an API token. Routes call requireOperator, pages getOperator, streams recheck.
import "server-only";
import { LRUCache } from "lru-cache";
import { headers } from "next/headers";
import type { Operator } from "../../bff/operator.ts";
import { hasRole, type Role } from "../../bff/roles.ts";
import { systemClock } from "../../clock.ts";
import { database } from "../db/database.ts";
import { paces } from "../kernel/paces.ts";
import { peerOf } from "../kernel/peer.ts";
import { perProcess } from "../kernel/per-process.ts";
import { Problem } from "../kernel/problem.ts";
import { recordUse } from "./record-use.ts";
import { absoluteSeconds, hasSignInCookie, sidOf } from "./sign-in-cookie.ts";
import { findSignIn, revokeSignIn, type SignInRecord, touchSignIn } from "./sign-ins.ts";
import { bearerTokenOf, recheckToken, tokenOperator } from "./token-operator.ts";

export interface SignedIn extends Operator {
  userId: string;
  sid: string;
  endsAtMs: number;
  /** Of an API token, which is no person: `sid` and `userId` belong to nobody then. */
  tokenId?: string | undefined;
  /** Whether the account has a one-time password, and may do nothing but change it. */
  mustChangePassword: boolean;
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
    await recordUse("sign-in", () => touchSignIn(database(), sid, nowMs));
  }
  return {
    sid,
    userId: record.userId,
    username: record.username,
    role: record.role,
    endsAtMs: endOf(record),
    mustChangePassword: record.mustChangePassword,
  };
}

/** The operator of a Cookie header, or undefined. */
export async function operatorOf(cookieHeader: string | null): Promise<SignedIn | undefined> {
  const sid = await sidOf(cookieHeader);
  return sid === undefined ? undefined : signedIn(sid, Date.now());
}

/** The operator of a request's cookie or API token; throws 400 for both, as the one might act with the other's rights. */
async function identify({ headers: sent }: { headers: Headers }): Promise<SignedIn | undefined> {
  const cookies = sent.get("cookie");
  const hasCookie = hasSignInCookie(cookies);
  const token = bearerTokenOf(sent.get("authorization"), hasCookie);
  if (token === undefined) return operatorOf(cookies);
  if (hasCookie)
    throw new Problem(400, "two_credentials", "Send the API token without the cookie of a sign-in.");
  return tokenOperator(token, peerOf(sent));
}

/** The operator of a request, if they have at least `role`; else throws 400, 401, 429 or InsufficientRole (403). */
export async function requireOperator(request: { headers: Headers }, role: Role): Promise<SignedIn> {
  const operator = await identify(request);
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

/** For streams, to be called every five seconds: the operator as of now, or undefined once the sign-in or the API token
 *  has ended. */
export const recheck = (operator: SignedIn): Promise<SignedIn | undefined> =>
  operator.tokenId === undefined ? signedIn(operator.sid, Date.now()) : recheckToken(operator.tokenId);

/** Makes the next request of a sign-in read it again, as after a change of its user in this process. */
export function forgetCached(sid: string): void {
  cache().delete(sid);
}

/** Ends a sign-in at once; throws when that could not be written. */
export async function endSignIn(sid: string): Promise<void> {
  await revokeSignIn(database(), sid, Date.now());
  cache().delete(sid);
}
