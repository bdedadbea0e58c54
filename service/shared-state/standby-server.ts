// What a service answers while another one works: it forwards everything to that one, so that a client may use any of
// them. Where that one cannot be reached the answer is 503, and also while this one takes over.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { forwardedHeader, forwardRequest, forwardUpgrade } from "../http/forward.ts";
import { refuse, refuseUpgrade } from "../http/problem-response.ts";
import { answerClientError, handleUnroutedRequests, serverOptions } from "../http/server-guards.ts";
import { type ConnectionTimeouts, type Paces, standardConnectionTimeouts } from "../kernel/paces.ts";
import { onStandby } from "../kernel/problem.ts";

const standby = onStandby(
  "this service is on standby, and the active one on the same database cannot be reached",
  { connection: "close" },
);

const takingOver = onStandby("this service takes over, and has not read the whole state yet", {
  connection: "close",
});

export interface StandbyServer {
  /** Forwards to this service from now on. What is forwarded to another one ends. */
  forwardTo: (address: URL) => void;
  /** Forwards to none any more: this service is about to work. */
  takeOver: () => void;
  /** Ends everything and frees the port. */
  close: () => Promise<void>;
}

/** Listens until it is closed. Throws as `listen` does, such as for a port in use. Any body may take as long as an upload. */
export async function answerAsStandby({
  host,
  port,
  paces,
  timeouts = standardConnectionTimeouts,
}: {
  host: string;
  port: number;
  paces: Pick<Paces, "http">;
  timeouts?: ConnectionTimeouts;
}): Promise<StandbyServer> {
  let working: URL | undefined;
  let refusal = standby;
  const refuseStandby = (response: ServerResponse) => refuse(response, refusal);
  const refuseSocket = (socket: Duplex) => refuseUpgrade(socket, refusal);
  const responses = new Set<ServerResponse>();
  const sockets = new Set<Duplex>();
  const targetOf = (incoming: IncomingMessage) =>
    working === undefined || forwardedHeader in incoming.headers
      ? undefined
      : { address: working, headers: { [forwardedHeader]: "1" } };
  const drop = () => {
    for (const response of responses) refuseStandby(response);
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer(
    {
      ...serverOptions(timeouts, paces.http),
      keepAliveTimeout: timeouts.keepAliveMs,
      requestTimeout: timeouts.uploadMs,
    },
    (incoming, response) => {
      if (incoming.url === "/livez") return void response.writeHead(200).end();
      const target = targetOf(incoming);
      if (target === undefined) return refuseStandby(response);
      responses.add(response);
      response.once("close", () => responses.delete(response));
      forwardRequest(target, incoming, response, refuseStandby, timeouts.lingerMs);
    },
  );
  handleUnroutedRequests(server);
  server.on("clientError", answerClientError).on("upgrade", (incoming, socket, head) => {
    const target = targetOf(incoming);
    if (target === undefined) return refuseSocket(socket);
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    forwardUpgrade(target, incoming, socket, head, refuseSocket);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  return {
    forwardTo(address) {
      if (address.href === working?.href) return;
      working = address;
      drop();
    },
    takeOver() {
      working = undefined;
      refusal = takingOver;
      drop();
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      drop();
      await closed;
    },
  };
}
