// Which requests to the service that works are for a node: those of a session there, by its id in the path or in the jwt of
// the address.
import type { IncomingMessage } from "node:http";
import { readDevToolsUrl } from "../gateway/devtools/devtools-http.ts";
import type { ForwardTarget } from "../http/forward.ts";
import { type Access, callerHeader, forwardedFor } from "../kernel/access.ts";
import { Problem } from "../kernel/problem.ts";
import type { SessionTokens } from "../sessions/session-tokens.ts";
import type { NodeLink } from "./node-link.ts";

export interface FleetRoutingDeps {
  access: Access;
  tokens: SessionTokens;
  key: string;
  /** See `FleetSessions.nodeOf`. */
  nodeOf: (sessionId: string) => NodeLink | undefined;
  /** The name of the node that had an ended session whose files no node has; undefined for any other session. */
  goneNodeOf: (sessionId: string) => Promise<string | undefined>;
}

/** Paths below which nothing takes a bearer token. */
const jwtPaths: ReadonlySet<string> = new Set([
  ...["/browser/remote", "/browser/remote/socket"],
  ...["/browser/replay", "/browser/replay/video"],
]);
const ofSession = /^\/browsers\/([^/?]+)\//;
/** What is read of a session when it has ended. */
const ofFiles = /^\/browsers\/[^/?]+\/(replays|telemetry\/events)([/?]|$)/;

/**
 * The node that answers the request; undefined when this service does. Throws Problem 401, for files that are gone 404, and
 * 503 while the nodes are not known.
 */
export async function nodeTarget(
  { access, tokens, key, nodeOf, goneNodeOf }: FleetRoutingDeps,
  request: IncomingMessage,
): Promise<ForwardTarget | undefined> {
  const path = request.url ?? "/";
  const [, inPath] = ofSession.exec(path) ?? [];
  if (inPath !== undefined) {
    const caller = access.caller(request.headers.authorization);
    const node = nodeOf(inPath);
    if (node === undefined && !ofFiles.test(path)) return undefined;
    if (node === undefined) {
      const gone = await goneNodeOf(inPath);
      if (gone === undefined) return undefined;
      throw filesGone(inPath, gone);
    }
    const headers = { authorization: `Bearer ${key}`, [callerHeader]: forwardedFor(caller) };
    return { address: node.address, headers, signal: node.loss };
  }
  const url = new URL(`http://service${path}`);
  const devtools = readDevToolsUrl(url);
  // As they are: a path that only decodes to one of these is none.
  if (devtools === undefined && !jwtPaths.has(url.pathname)) return undefined;
  const session = await tokens.sessionOf(devtools?.jwt ?? url.searchParams.get("jwt"));
  const node = session && nodeOf(session.id);
  const headers = { authorization: `Bearer ${key}`, [callerHeader]: forwardedFor(undefined) };
  return node && { address: node.address, headers, signal: node.loss };
}

const filesGone = (id: string, node: string) =>
  new Problem(
    404,
    "node_gone",
    `the recordings and telemetry of the session ${id} are on its node ${node}, which is gone; they can be read once a node starts with its data folder`,
  );
