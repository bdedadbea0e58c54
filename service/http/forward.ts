// Forwards requests, streams and WebSockets to another service as they are, over HTTP.
import { type IncomingMessage, request as requestOver, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { Problem } from "../kernel/problem.ts";
import { writeProblem } from "./problem-response.ts";

export interface ForwardTarget {
  address: URL;
  /** By name in small letters; they take the place of those that the client sent. */
  headers: Readonly<Record<string, string>>;
}

/** Where a request goes instead of being answered here; undefined: nowhere. Throws Problems. */
export type ForwardTo = (request: IncomingMessage) => Promise<ForwardTarget | undefined>;

const unreachable = new Problem(503, "node_unreachable", "the service that answers this cannot be reached", {
  headers: { "retry-after": "5", connection: "close" },
});

/** Answers 503 for a target that cannot be reached, or cuts an answer that has begun. */
export function refuseUnreachable(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else writeProblem(response, unreachable).end();
}

const hopHeaders: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "proxy-connection",
]);

/** Name and value in turns, as received, without those that concern one connection only. */
function* endToEnd(rawHeaders: readonly string[]): Generator<[string, string]> {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    if (!hopHeaders.has(name.toLowerCase())) yield [name, value];
  }
}

const pick = ({ method, url }: IncomingMessage) => ({ method: method ?? "GET", path: url ?? "/" });

/** `refuse` answers when the target cannot be reached; it may be called after the answer has begun. */
export function forwardRequest(
  { address: { hostname, port }, headers: own }: ForwardTarget,
  incoming: IncomingMessage,
  response: ServerResponse,
  refuse: (response: ServerResponse) => void,
): void {
  const kept = [...endToEnd(incoming.rawHeaders)].filter(([name]) => !(name.toLowerCase() in own));
  const headers = [...kept, ...Object.entries(own)].flat();
  // Without a length the body is sent in chunks again.
  if (incoming.headers["transfer-encoding"] !== undefined) headers.push("transfer-encoding", "chunked");
  const outgoing = requestOver(
    { hostname, port, headers, ...pick(incoming), setDefaultHeaders: false },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, [...endToEnd(answer.rawHeaders)].flat());
      response.flushHeaders();
      answer.on("error", () => response.destroy()).pipe(response);
    },
  );
  outgoing.on("error", () => refuse(response));
  response.on("close", () => outgoing.destroy());
  incoming.on("error", () => outgoing.destroy()).pipe(outgoing);
}

/** Repeats the request for a WebSocket on a connection to the target, and joins the two. */
export function forwardUpgrade(
  { address: { hostname, port }, headers }: ForwardTarget,
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const { method, path } = pick(incoming);
  const lines = [`${method} ${path} HTTP/1.1`];
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) {
    const [name = "", value = ""] = incoming.rawHeaders.slice(at, at + 2);
    if (!(name.toLowerCase() in headers)) lines.push(`${name}: ${value}`);
  }
  for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`);
  lines.push("", "");
  const other: Socket = connect(Number(port), hostname);
  const end = () => {
    socket.destroy();
    other.destroy();
  };
  for (const each of [socket, other]) each.on("error", end).on("close", end);
  other.write(lines.join("\r\n"));
  other.write(head);
  other.pipe(socket);
  socket.pipe(other);
}
