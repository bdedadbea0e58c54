// Which requests to the service that works are for a node: those of a session there, by its id in the path or in the jwt of
// the address.
import type { IncomingMessage } from "node:http";
import { readDevToolsUrl } from "../gateway/devtools/devtools-http.ts";
import type { ForwardTarget } from "../http/forward.ts";
import { type Access, callerHeader, forwardedFor } from "../kernel/access.ts";
import type { SessionTokens } from "../sessions/session-tokens.ts";
import type { NodeLink } from "./node-link.ts";

export interface FleetRoutingDeps {
  access: Access;
  tokens: SessionTokens;
  key: string;
  nodeOf: (sessionId: string) => NodeLink | undefined;
}

/** Paths below which nothing takes a bearer token. */
const jwtPaths: ReadonlySet<string> = new Set([
  ...["/browser/remote", "/browser/remote/socket"],
  ...["/browser/replay", "/browser/replay/video"],
]);
const ofSession = /^\/browsers\/([^/?]+)\//;

/** The node that answers the request; undefined when this service does. Throws Problem 401. */
export async function nodeTarget(
  { access, tokens, key, nodeOf }: FleetRoutingDeps,
  request: IncomingMessage,
): Promise<ForwardTarget | undefined> {
  const path = request.url ?? "/";
  const [, inPath] = ofSession.exec(path) ?? [];
  if (inPath !== undefined) {
    const node = nodeOf(inPath);
    if (node === undefined) return undefined;
    const caller = access.caller(request.headers.authorization);
    const headers = { authorization: `Bearer ${key}`, [callerHeader]: forwardedFor(caller) };
    return { address: node.address, headers, signal: node.loss };
  }
  const url = new URL(`http://service${path}`);
  const devtools = readDevToolsUrl(url);
  // As they are: a path that only decodes to one of these is none.
  if (devtools === undefined && !jwtPaths.has(url.pathname)) return undefined;
  const id = await tokens.sessionOf(devtools?.jwt ?? url.searchParams.get("jwt"));
  const node = id === undefined ? undefined : nodeOf(id);
  const headers = { authorization: `Bearer ${key}`, [callerHeader]: forwardedFor(undefined) };
  return node && { address: node.address, headers, signal: node.loss };
}
