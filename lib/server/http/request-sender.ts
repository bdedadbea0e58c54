import "server-only";
import { peerOf } from "../kernel/peer.ts";

/** Who sends a request, as sign-ins and the audit record it. */
export const senderOf = (request: Request, requestId: string) => ({
  ip: peerOf(request.headers),
  cookies: request.headers.get("cookie"),
  userAgent: request.headers.get("user-agent") ?? "",
  requestId,
});
