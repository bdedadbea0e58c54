// What a service answers while another one works: it forwards everything to that one, so that a client may use any of
// them. Where that one cannot be reached the answer is 503.
import { createServer, type IncomingMessage, request as requestOver, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ErrorBody } from "../../lib/contract/error.ts";

/** Marks a forwarded request: a service that does not work itself never forwards one again. */
const forwardedHeader = "x-fleetdeck-forwarded";
const hopHeaders: ReadonlySet<string> = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "proxy-connection",
]);

const standby: ErrorBody = {
  code: "standby",
  message: "this service waits for its turn, and the one that works on the same database cannot be reached",
};

function refuse(response: ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response
    .writeHead(503, { "content-type": "application/json", "retry-after": "5", connection: "close" })
    .end(JSON.stringify(standby));
}

/** Name and value in turns, as received, without those that concern one connection only. */
function* endToEnd(rawHeaders: readonly string[]): Generator<[string, string]> {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = "", value = ""] = rawHeaders.slice(at, at + 2);
    if (!hopHeaders.has(name.toLowerCase())) yield [name, value];
  }
}

function forward({ hostname, port }: URL, incoming: IncomingMessage, response: ServerResponse): void {
  const headers = [...endToEnd(incoming.rawHeaders), [forwardedHeader, "1"]].flat();
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

const pick = ({ method, url }: IncomingMessage) => ({ method: method ?? "GET", path: url ?? "/" });

/** Repeats the request for a WebSocket on a connection to the other service, and joins the two. */
function join({ hostname, port }: URL, incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { method, path } = pick(incoming);
  const lines = [`${method} ${path} HTTP/1.1`];
  for (let at = 0; at < incoming.rawHeaders.length; at += 2)
    lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`);
  lines.push(`${forwardedHeader}: 1`, "", "");
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

/**
 * Listens until the returned function is called. `working` gives the address of the service that works, undefined when it
 * is unknown. Throws as `listen` does, such as for a port in use.
 */
export async function answerAsStandby(
  { host, port }: { host: string; port: number },
  working: () => URL | undefined,
): Promise<() => Promise<void>> {
  const sockets = new Set<Duplex>();
  const target = (incoming: IncomingMessage) =>
    incoming.headers[forwardedHeader] === undefined ? working() : undefined;
  const server = createServer({ requestTimeout: 0 }, (incoming, response) => {
    const to = target(incoming);
    if (incoming.url === "/livez") response.writeHead(200).end();
    else if (to === undefined) refuse(response);
    else forward(to, incoming, response);
  });
  server.on("upgrade", (incoming, socket, head) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    const to = target(incoming);
    if (to === undefined) socket.destroy();
    else join(to, incoming, socket, head);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
}
