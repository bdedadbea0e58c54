// Identifies the operator of every request from the stored sign-in (cached for five seconds), never from the cookie's
// content alone, or from an API token. Routes call requireOperator, pages getOperator, streams recheck.
import "server-only";
import { LRUCache } from "lru-cache";
import { headers } from "next/headers";
import { bffHeaders } from "../../bff/headers.ts";
import type { Operator } from "../../bff/operator.ts";
import { hasRole, type Role } from "../../bff/roles.ts";
import { database } from "../db/database.ts";
import { logRequestFault } from "../db/log-request-fault.ts";
import { noteChange } from "../kernel/changes.ts";
import { paces } from "../kernel/paces.ts";
import { peerOf } from "../kernel/peer.ts";
import { perProcess } from "../kernel/per-process.ts";
import { Problem } from "../kernel/problem.ts";
import { optionalWrite } from "./optional-write.ts";
import { RecentRows } from "./recent-rows.ts";
import { endOf, isAccepted, isValid, rotateMs } from "./sign-in-bounds.ts";
import { hasSignInCookie, sealedCookie, signInKeyOf } from "./sign-in-cookie.ts";
import {
  confirmKey,
  findSignIn,
  findSignInByKey,
  revokeSignIn,
  rotateKey,
  type SignInRecord,
  touchSignIn,
} from "./sign-ins.ts";
import { bearerTokenOf, recheckToken, tokenOperator } from "./token-operator.ts";

/** The sign-in or API token by which an operator is known. */
export interface Credential {
  sid: string;
  /** The id of an API token, which is no person: `sid` and `userId` belong to nobody then. */
  tokenId?: string | undefined;
}

export interface SignedIn extends Operator, Credential {
  userId: string;
  endsAtMs: number;
  /** Whether the account has a one-time password, and may do nothing but change it. */
  mustChangePassword: boolean;
}

/** Sign-ins by their ids and by their keys. */
const signIns = perProcess("sign-in-cache", () => new RecentRows<SignInRecord>(5000));

/** Sign-ins that this process has ended: over also while the store cannot be read. */
const ended = perProcess("ended-sign-ins", () => new LRUCache<string, true>({ max: 5000 }));

/** Last uses that could not be written, in epoch milliseconds by sign-in: one in use must not end while the store cannot be
 *  written, as nobody could sign in again. */
const unwrittenUses = perProcess("unwritten-uses", () => new LRUCache<string, number>({ max: 5000 }));

function signedIn(record: SignInRecord | undefined, nowMs: number): SignedIn | undefined {
  if (record === undefined || ended().has(record.sid)) return undefined;
  const seenAtMs = Math.max(record.seenAtMs, unwrittenUses().get(record.sid) ?? 0);
  if (!isValid({ ...record, seenAtMs }, nowMs)) return undefined;
  const { sid, userId, username, role, mustChangePassword } = record;
  return { sid, userId, username, role, mustChangePassword, endsAtMs: endOf(record) };
}

/** Notes that a user is active. */
async function touch(record: SignInRecord, nowMs: number): Promise<void> {
  if (nowMs - record.seenAtMs < paces.access.touchMs) return;
  record.seenAtMs = nowMs;
  if (await optionalWrite("sign-in", () => touchSignIn(database(), record.sid, nowMs)))
    unwrittenUses().delete(record.sid);
  else unwrittenUses().set(record.sid, nowMs);
}

/** The sign-in of a Cookie header with the key in it, or undefined. */
async function signInOf(cookieHeader: string | null, nowMs: number) {
  const key = await signInKeyOf(cookieHeader);
  const record =
    key === undefined ? undefined : await signIns().read(key, () => findSignInByKey(database(), key));
  if (key === undefined || record === undefined || !isAccepted(key, record.keys, nowMs)) return undefined;
  return { key, record };
}

/** The operator of a Cookie header, or undefined. */
export async function operatorOf(cookieHeader: string | null): Promise<SignedIn | undefined> {
  const nowMs = Date.now();
  return signedIn((await signInOf(cookieHeader, nowMs))?.record, nowMs);
}

/** The operator of a request's cookie or API token; throws 400 for both, as the one might act with the other's rights. */
async function identify({ headers: sent }: { headers: Headers }): Promise<SignedIn | undefined> {
  const cookies = sent.get("cookie");
  const hasCookie = hasSignInCookie(cookies);
  const token = bearerTokenOf(sent.get("authorization"), hasCookie);
  if (token === undefined) {
    const nowMs = Date.now();
    const found = await signInOf(cookies, nowMs);
    const operator = signedIn(found?.record, nowMs);
    if (operator !== undefined && found !== undefined && sent.has(bffHeaders.active))
      await touch(found.record, nowMs);
    return operator;
  }
  if (hasCookie)
    throw new Problem(400, "two_credentials", "Send the API token without the cookie of a sign-in.");
  return tokenOperator(token, peerOf(sent));
}

/** An operator who has at least `role`; else throws 401 without one, or InsufficientRole (403). */
export function requireRole(operator: SignedIn | undefined, role: Role): SignedIn {
  if (operator === undefined) throw new Problem(401, "not_signed_in", "Sign in to continue.");
  if (!hasRole(operator.role, role)) throw new InsufficientRole(operator, role);
  return operator;
}

/** The operator of a request, if they have at least `role`; else throws 400, 401, 429 or InsufficientRole (403). */
export const requireOperator = async (request: { headers: Headers }, role: Role): Promise<SignedIn> =>
  requireRole(await identify(request), role);

/** Thrown by requireOperator when the role is too low; carries the operator for the audit. */
export class InsufficientRole extends Problem {
  readonly operator: SignedIn;
  constructor(operator: SignedIn, needed: Role) {
    super(403, "role_too_low", `This needs the ${needed} role. Yours is ${operator.role}.`);
    this.operator = operator;
  }
}

/** For pages: the signed-in operator, or undefined. */
export async function getOperator(): Promise<SignedIn | undefined> {
  return operatorOf((await headers()).get("cookie"));
}

/** For streams, to be called every five seconds: the operator as of now, or undefined once the sign-in or the API token
 *  has ended. */
export const recheck = async ({ sid, tokenId }: Credential): Promise<SignedIn | undefined> =>
  tokenId === undefined
    ? signedIn(await signIns().read(sid, () => findSignIn(database(), sid)), Date.now())
    : recheckToken(tokenId);

/**
 * The Set-Cookie line that gives a browser a new key when its present one is old, and again while it still sends the
 * previous one; undefined otherwise, and when the store cannot be written.
 */
export async function renewedCookie(request: { headers: Headers }): Promise<string | undefined> {
  const nowMs = Date.now();
  try {
    const found = await signInOf(request.headers.get("cookie"), nowMs);
    if (found === undefined || signedIn(found.record, nowMs) === undefined) return undefined;
    const fresh = (await optionalWrite("key", () => freshKey(found.record, found.key, nowMs)))?.result;
    return fresh && (await sealedCookie(found.record.userId, fresh, endOf(found.record)));
  } catch (error) {
    logRequestFault("a sign-in's key could not be replaced", error);
    return undefined;
  }
}

/** The key that a browser should send instead of `key`, if any. */
async function freshKey(
  { sid, keys }: SignInRecord,
  key: string,
  nowMs: number,
): Promise<string | undefined> {
  if (key !== keys.key) return keys.confirmedAtMs === null ? keys.key : undefined;
  if (keys.confirmedAtMs === null) {
    await confirmKey(database(), { sid, key }, nowMs);
    keys.confirmedAtMs = nowMs;
  }
  if (nowMs - keys.rotatedAtMs < rotateMs) return undefined;
  const fresh = await rotateKey(database(), { sid, key }, nowMs);
  signIns().forget(key);
  return fresh;
}

/** Ends a sign-in at once, in all replicas; throws when that could not be written. */
export async function endSignIn(sid: string): Promise<void> {
  await revokeSignIn(database(), sid, Date.now());
  ended().set(sid, true);
  noteChange("access");
}
