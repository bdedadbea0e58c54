// The network of a machine that reaches one port alone: a forward proxy for a browser, which lets it connect there and
// notes wherever else it tries to.
import { createServer } from "node:http";
import { connect } from "node:net";
import type { Duplex } from "node:stream";
import { listenOnFreePort } from "./free-port.ts";
import { forwardRequest } from "./reverse-proxy.ts";

/** Starts on a free port of loopback. `origin`: what can be reached. */
export async function startOnePortProxy(origin: string) {
  const { host, hostname, port } = new URL(origin);
  const refused: string[] = [];
  const server = createServer((incoming, answer) => {
    const target = URL.canParse(incoming.url ?? "") ? new URL(incoming.url ?? "") : undefined;
    if (target?.host === host) {
      incoming.url = `${target.pathname}${target.search}`;
      return forwardRequest(origin, incoming, answer);
    }
    refused.push(target?.host ?? String(incoming.url));
    answer.writeHead(502).end();
  });
  server.on("connect", (incoming, client: Duplex, head: Buffer) => {
    client.on("error", () => client.destroy());
    if (incoming.url !== host) {
      refused.push(String(incoming.url));
      return client.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    }
    const onward = connect(Number(port), hostname, () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      onward.write(head);
      client.pipe(onward).pipe(client);
    });
    onward.on("error", () => client.destroy());
    client.on("close", () => onward.destroy());
  });
  const { url, close } = await listenOnFreePort(server);
  return { url, close, refused };
}
