// What stands in front of replicas, as a load balancer would: one origin, every request to the next replica that
// takes connections. Each replica has a door of its own besides, for a test that means that one.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { listenOnFreePort } from "./free-port.ts";
import { forwardRequest } from "./reverse-proxy.ts";

export interface LoadBalancer {
  /** The one origin. */
  url: string;
  /** Per replica: a server that forwards to this replica only, as if through `url`. */
  replicaUrls: readonly string[];
  close: () => Promise<void>;
}

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** Listens in front of the replicas on these ports of loopback, which need not be there yet. */
export async function startLoadBalancer(ports: readonly number[]): Promise<LoadBalancer> {
  let turn = 0;
  const forwardToNextReplica = async (incoming: IncomingMessage, answer: ServerResponse) => {
    turn += 1;
    for (let tried = 0; tried < ports.length; tried += 1) {
      const port = ports[(turn + tried) % ports.length] ?? 0;
      if (await acceptsConnections(port)) return forwardRequest(`http://127.0.0.1:${port}`, incoming, answer);
    }
    answer.destroy();
  };
  const front = await listenOnFreePort(
    createServer((incoming, answer) => {
      forwardToNextReplica(incoming, answer).catch(() => answer.destroy());
    }),
  );
  const replicaUrls = await Promise.all(
    ports.map((port) =>
      listenOnFreePort(
        createServer((incoming, answer) => {
          incoming.headers.host = new URL(front.url).host;
          if (incoming.headers.origin !== undefined) incoming.headers.origin = front.url;
          forwardRequest(`http://127.0.0.1:${port}`, incoming, answer);
        }),
      ),
    ),
  );
  return {
    url: front.url,
    replicaUrls: replicaUrls.map(({ url }) => url),
    close: async () => {
      await Promise.all([front, ...replicaUrls].map((each) => each.close()));
    },
  };
}
