// Ends the session first and only then clears the cookie: a sign-out that could not be written says so.
import "server-only";
import { logFault } from "../log.ts";
import { peerOf } from "../peer.ts";
import { appendAudit } from "../store/audit.ts";
import { database } from "../store/database.ts";
import { endSession, type SignedIn } from "./front-door.ts";
import { cookieNames } from "./session-cookie.ts";

/** Signs an operator out everywhere this session is used; the header clears the cookie in this browser. */
export async function signOut(
  operator: SignedIn,
  request: Request,
  requestId: string,
): Promise<{ status: 204; headers: Record<string, string> }> {
  await endSession(operator.sid);
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
