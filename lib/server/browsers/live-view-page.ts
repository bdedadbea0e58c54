// The page of a relayed live view, as a document without an origin of its own: whatever its script does, it has neither the
// dashboard's cookies nor its API, and connects to nothing but its own WebSocket.
import "server-only";
import type { Credential } from "../auth/require-operator.ts";
import { env } from "../kernel/env.ts";
import type { HandlerResponse } from "../kernel/handler-response.ts";
import { Problem } from "../kernel/problem.ts";
import { saysEnded } from "../upstream/live-view.ts";
import { readLiveViewPage } from "../upstream/live-view-relay.ts";
import { UpstreamFailure } from "../upstream/upstream-failure.ts";
import { liveViewSocketPath } from "./live-view-relay.ts";
import { readLiveViewTicket } from "./live-view-ticket.ts";

/** The headers of a document in a frame of the dashboard's own pages; `sources`: what it may use. */
const documentHeaders = (sources: readonly string[]) => ({
  "content-type": "text/html; charset=utf-8",
  "x-frame-options": "SAMEORIGIN",
  "content-security-policy": [
    "default-src 'none'",
    ...sources,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "sandbox allow-scripts",
  ].join("; "),
});

const messagePage = (text: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Live view</title></head>
<body><p role="status">${text}</p></body>
</html>
`;

/** The address of the WebSocket for a page that was requested at `host`, as a source of a policy. */
function socketSource(host: string | null): string {
  const { origins, publicUrl, basePath } = env();
  const origin = origins.find((own) => new URL(own).host === host) ?? new URL(publicUrl).origin;
  return `${origin.replace(/^http/, "ws")}${basePath}${liveViewSocketPath}`;
}

function messageFor(error: UpstreamFailure): string {
  if (saysEnded(error)) return "This live view has ended. Open it again.";
  if (error.unhealthy) return "The live view cannot be shown: the API does not answer.";
  return "The live view cannot be shown now. Open it again in a few seconds.";
}

/** The answer to the request of a frame. Throws a Problem: 404 for a ticket that is not valid, 403 for one of another sign-in. */
export async function showLiveView(
  ticket: string,
  operator: Credential,
  host: string | null,
): Promise<HandlerResponse> {
  const read = readLiveViewTicket(ticket);
  if (read === undefined) throw new Problem(404, "no_live_view", "This is not the address of a live view.");
  if (read.credential.sid !== operator.sid || read.credential.tokenId !== operator.tokenId)
    throw new Problem(403, "not_your_live_view", "This live view was opened by another sign-in.");
  try {
    const { html, nonce } = await readLiveViewPage(read.address);
    const sources = [
      `script-src 'nonce-${nonce}'`,
      `style-src 'nonce-${nonce}'`,
      "img-src blob:",
      `connect-src ${socketSource(host)}`,
    ];
    return { status: 200, bytes: html, headers: documentHeaders(sources) };
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    const text = messageFor(error);
    return { status: error.status, bytes: Buffer.from(messagePage(text)), headers: documentHeaders([]) };
  }
}
