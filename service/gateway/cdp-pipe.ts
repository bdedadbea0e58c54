// Pipes a client's DevTools connection to its session's Chromium without parsing. Only the request head is
// rewritten, so that Chromium receives no header of the client but those of the WebSocket handshake.
import type { IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Session } from "../sessions/session.ts";

const passedHeaders = [
  "sec-websocket-key",
  "sec-websocket-version",
  "sec-websocket-extensions",
  "sec-websocket-protocol",
];

/** Connects `client` to the session's browser endpoint until either side ends or the session gets another holder. */
export function pipeToChromium(
  session: Session,
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
): void {
  const { port, path } = session.chromium.endpoint;
  const disconnect = session.connect();
  const chromium: Socket = connect({ host: "127.0.0.1", port, noDelay: true });
  const end = () => {
    client.destroy();
    chromium.destroy();
  };
  const done = () => {
    end();
    disconnect();
    session.holding.removeEventListener("abort", end);
  };
  session.holding.addEventListener("abort", end, { once: true });
  for (const side of [client, chromium]) {
    side.on("error", end);
    side.once("close", done);
  }
  chromium.once("connect", () => {
    chromium.write(requestHead(request, port, path));
    chromium.write(head);
    client.pipe(chromium).pipe(client);
  });
}

function requestHead(request: IncomingMessage, port: number, path: string): string {
  const lines = [
    `GET ${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    ...passedHeaders.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === "string" ? [`${name}: ${value}`] : [];
    }),
  ];
  return `${lines.join("\r\n")}\r\n\r\n`;
}
