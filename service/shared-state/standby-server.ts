// What a service answers while another one works: it forwards everything to that one, so that a client may use any of
// them. Where that one cannot be reached the answer is 503.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { ErrorBody } from "../../lib/contract/error.ts";
import { forwardRequest, forwardUpgrade } from "../http/forward.ts";

/** Marks a forwarded request: a service that does not work itself never forwards one again. */
const forwardedHeader = "x-fleetdeck-forwarded";
const forwarded = { [forwardedHeader]: "1" };
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
    else forwardRequest({ address: to, headers: forwarded }, incoming, response, refuse);
  });
  server.on("upgrade", (incoming, socket, head) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    const to = target(incoming);
    if (to === undefined) socket.destroy();
    else forwardUpgrade({ address: to, headers: forwarded }, incoming, socket, head);
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
