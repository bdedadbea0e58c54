// Ends the stored sign-in before it clears the cookie, so that a sign-out that could not be written fails visibly.
import "server-only";
import { appendAudit } from "../audit/audit-chain.ts";
import { database } from "../db/database.ts";
import { logFault } from "../kernel/log.ts";
import { peerOf } from "../kernel/peer.ts";
import { endSignIn, type SignedIn } from "./require-operator.ts";
import { cookieNames } from "./sign-in-cookie.ts";

/** Ends the operator's sign-in, also for copies of its cookie; the header clears the cookie in this browser. */
export async function signOut(
  operator: SignedIn,
  request: Request,
  requestId: string,
): Promise<{ status: 204; headers: Record<string, string> }> {
  await endSignIn(operator.sid);
  try {
    const { username: actor, role } = operator;
    const ip = peerOf(request.headers);
    await appendAudit(
      database(),
      { actor, role, ip, requestId, action: "signOut", phase: "event", status: 204 },
      Date.now(),
    );
  } catch (error) {
    logFault("an audit row could not be written", error, { request_id: requestId });
  }
  const names = cookieNames();
  const secure = names.secure ? "; Secure" : "";
  return {
    status: 204,
    headers: { "set-cookie": `${names.session}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure}` },
  };
}
