// Sign-ins as their users and admins see and end them.
import "server-only";
import type { SignIn } from "../../bff/accounts.ts";
import { hasRole } from "../../bff/roles.ts";
import type { Database } from "../db/database.ts";
import { Problem } from "../kernel/problem.ts";
import { endSignIn, InsufficientRole, type SignedIn } from "./require-operator.ts";
import { idleMs } from "./sign-in-bounds.ts";
import { absoluteSeconds } from "./sign-in-cookie.ts";
import { findSignIn, listSignIns, type SignInRecord } from "./sign-ins.ts";

/** Sign-ins that are in use, newest first. Throws InsufficientRole (403) for those of everyone. */
export async function shownSignIns(
  db: Database,
  operator: SignedIn,
  of: "me" | "everyone",
  nowMs: number,
): Promise<SignIn[]> {
  if (of === "everyone" && !hasRole(operator.role, "admin")) throw new InsufficientRole(operator, "admin");
  const since = { createdMs: nowMs - absoluteSeconds * 1000, seenMs: nowMs - idleMs };
  const found = await listSignIns(db, since, of === "me" ? operator.userId : undefined);
  return found.map(({ sid, username, createdAtMs, seenAtMs, ip, userAgent }) => ({
    id: sid,
    username,
    since_ms: createdAtMs,
    last_seen_ms: seenAtMs,
    ip,
    user_agent: userAgent,
    current: sid === operator.sid,
  }));
}

const mayEnd = (operator: SignedIn, found: SignInRecord) =>
  found.userId === operator.userId || hasRole(operator.role, "admin");

/** Ends a sign-in of one's own, or as an admin of anyone. Throws a Problem (404). */
export async function endSignInOf(db: Database, operator: SignedIn, sid: string): Promise<void> {
  const found = await findSignIn(db, sid);
  if (found === undefined || found.revoked || !mayEnd(operator, found))
    throw new Problem(404, "not_found", "There is no such sign-in, or it has ended already.");
  await endSignIn(sid);
}

/** Ends all other sign-ins of the operator. */
export async function endOtherSignIns(db: Database, operator: SignedIn): Promise<void> {
  const since = { createdMs: 0, seenMs: 0 };
  for (const { sid } of await listSignIns(db, since, operator.userId))
    if (sid !== operator.sid) await endSignIn(sid);
}

/** Whose sign-in it is, for the audit; the id when there is none. */
export async function ownerOfSignIn(db: Database, sid: string): Promise<string> {
  const found = await findSignIn(db, sid);
  return found === undefined ? sid : `${found.username} ${sid}`;
}
