// Forwards requests, streams and WebSockets to another service as they are, over HTTP.
import {
  type ClientRequest,
  type IncomingMessage,
  request as requestOver,
  type ServerResponse,
} from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { Problem } from "../kernel/problem.ts";
import { discardRest, isUnfinished } from "./early-response.ts";
import { refuse, refuseUpgrade } from "./problem-response.ts";

/** Marks a forwarded request: who does not answer it does not forward it again. */
export const forwardedHeader = "x-fleetdeck-forwarded";

export interface ForwardTarget {
  address: URL;
  /** By name in small letters; they take the place of those that the client sent. */
  headers: Readonly<Record<string, string>>;
  /** Aborted when there will be no answer: what is forwarded ends. */
  signal?: AbortSignal;
  /** Where the request for a WebSocket goes when this target gives no answer. */
  otherwise?: ForwardTarget | undefined;
}

/** Where a request goes instead of being answered here; undefined: nowhere. Throws Problems. */
export type ForwardTo = (request: IncomingMessage) => Promise<ForwardTarget | undefined>;

const unreachable = new Problem(503, "node_unreachable", "the service that answers this cannot be reached", {
  headers: { "retry-after": "5", connection: "close" },
});

/** The refusal of `forwardRequest` for a target that nobody else can answer for. */
export const refuseUnreachable = (response: ServerResponse): void => refuse(response, unreachable);
/** The same for `forwardUpgrade`. */
export const refuseUpgradeUnreachable = (socket: Duplex): void => refuseUpgrade(socket, unreachable);

const connectWithinMs = 5_000;
/** After how long without data a connection is probed. */
export const probeAfterMs = 5_000;

const hopHeaders: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "proxy-connection", "upgrade"],
  ...["transfer-encoding", "te", "trailer"],
]);

/** Where to connect to: a URL has IPv6 in brackets, and no port when it is 80. */
const endpointOf = ({ hostname, port }: URL) => ({
  host: hostname.replace(/^\[|\]$/g, ""),
  port: port === "" ? 80 : Number(port),
});

const signalOf = ({ signal }: ForwardTarget) => (signal === undefined ? {} : { signal });

function* pairsOf(rawHeaders: readonly string[]): Generator<[string, string]> {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    yield [name, value];
  }
}

/** Name and value in turns, as received, without those that concern one connection only. */
const endToEnd = (rawHeaders: readonly string[]) =>
  [...pairsOf(rawHeaders)].filter(([name]) => !hopHeaders.has(name.toLowerCase())).flat();

/** The client's headers with those of the target. */
function headersFor({ address, headers }: ForwardTarget, incoming: IncomingMessage): [string, string][] {
  const sent = [...pairsOf(incoming.rawHeaders)].filter(([name]) => !(name.toLowerCase() in headers));
  // HTTP/1.0 has none; what is sent on is HTTP/1.1.
  if (incoming.httpVersion === "1.0" && incoming.headers.host === undefined)
    sent.push(["host", address.host]);
  return [...sent, ...Object.entries(headers)];
}

const pick = ({ method, url }: IncomingMessage) => ({ method: method ?? "GET", path: url ?? "/" });

/** Ends a connection that is not made in time, and one whose other side is gone without a word. */
function limit(socket: Socket): void {
  const probe = () => socket.setKeepAlive(true, probeAfterMs);
  if (!socket.connecting) return void probe();
  const late = setTimeout(
    () => socket.destroy(new Error("the connection was not made in time")),
    connectWithinMs,
  );
  socket.once("connect", probe);
  for (const event of ["connect", "close"] as const) socket.once(event, () => clearTimeout(late));
}

/**
 * `onRefused` answers when the target cannot be reached or the request cannot be sent on; it may be called after the answer
 * has begun. What is forwarded ends when `response` is destroyed. `lingerMs`: for receiving more of a request that the target
 * has answered.
 */
export function forwardRequest(
  target: ForwardTarget,
  incoming: IncomingMessage,
  response: ServerResponse,
  onRefused: (response: ServerResponse) => void,
  lingerMs: number,
): void {
  const headers = endToEnd(headersFor(target, incoming).flat());
  // Without a length the body is sent in chunks again.
  if (incoming.headers["transfer-encoding"] !== undefined) headers.push("transfer-encoding", "chunked");
  let outgoing: ClientRequest;
  try {
    outgoing = requestOver({
      ...endpointOf(target.address),
      headers,
      ...pick(incoming),
      setDefaultHeaders: false,
      ...signalOf(target),
    });
  } catch {
    // Node receives paths that it does not send.
    onRefused(response);
    return;
  }
  outgoing.on("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, endToEnd(answer.rawHeaders));
    response.flushHeaders();
    answer.on("error", () => response.destroy()).pipe(response, { end: false });
    answer.on("end", () => {
      if (!isUnfinished(incoming)) return response.end();
      incoming.unpipe(outgoing);
      outgoing.destroy();
      discardRest(incoming, lingerMs, () => response.end());
    });
  });
  outgoing.on("socket", limit).on("error", () => onRefused(response));
  response.on("close", () => outgoing.destroy());
  incoming.on("error", () => outgoing.destroy()).pipe(outgoing);
}

/**
 * Repeats the request for a WebSocket on a connection to the target, and joins the two. `onRefused` answers when there is no
 * answer of the target. What is forwarded ends when `socket` is destroyed.
 */
export function forwardUpgrade(
  target: ForwardTarget,
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  onRefused: (socket: Duplex) => void,
): void {
  const { otherwise } = target;
  const refused = () => {
    if (otherwise === undefined || socket.destroyed) onRefused(socket);
    else forwardUpgrade(otherwise, incoming, socket, head, onRefused);
  };
  const { method, path } = pick(incoming);
  const lines = headersFor(target, incoming).map(([name, value]) => `${name}: ${value}`);
  const other: Socket = connect({ ...endpointOf(target.address), noDelay: true, ...signalOf(target) });
  limit(other);
  other
    .on("error", () => {})
    .on("close", () => {
      if (other.bytesRead === 0) refused();
      // The client still gets what was sent before.
      else socket.end(() => socket.destroy());
    });
  socket.on("error", () => {}).on("close", () => other.destroy());
  // Headers are received as Latin-1, a character per byte.
  other.write([`${method} ${path} HTTP/1.1`, ...lines, "", ""].join("\r\n"), "latin1");
  other.write(head);
  other.pipe(socket, { end: false });
  socket.pipe(other);
}
