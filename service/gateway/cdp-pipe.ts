// Pipes a client's DevTools connection to its session's Chromium without parsing. Only the request head is
// rewritten, so that Chromium receives no header of the client but those of the WebSocket handshake.
import type { IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Session } from "../sessions/session.ts";
import { AfterHttpHead, WebSocketFrames } from "./websocket-frames.ts";

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
  const events = new ConnectionEvents(session);
  const end = () => {
    client.destroy();
    chromium.destroy();
  };
  const taken = () => {
    events.ended("context_cancelled");
    end();
  };
  const done = () => {
    end();
    disconnect();
    session.holding.removeEventListener("abort", taken);
  };
  session.holding.addEventListener("abort", taken, { once: true });
  client.once("end", () => events.ended("client_close"));
  client.once("close", () => events.ended("client_close"));
  // Chromium closes a connection by itself only when it ends, as it does to be started again.
  chromium.once("end", () => events.ended("upstream_changed"));
  chromium.once("close", () => events.ended("upstream_error"));
  for (const side of [client, chromium]) {
    side.on("error", end);
    side.once("close", done);
  }
  chromium.once("connect", () => {
    events.connected();
    chromium.write(requestHead(request, port, path));
    chromium.write(head);
    events.fromClient.push(head);
    client.on("data", (chunk: Buffer) => events.fromClient.push(chunk));
    chromium.on("data", (chunk: Buffer) => events.received(chunk));
    client.pipe(chromium).pipe(client);
  });
}

type EndReason = "client_close" | "upstream_changed" | "upstream_error" | "context_cancelled";

/** The telemetry of one connection: its beginning, and once its end. */
class ConnectionEvents {
  readonly fromClient = new WebSocketFrames();
  readonly #fromChromium = new WebSocketFrames();
  readonly #afterHead = new AfterHttpHead();
  readonly #session: Session;
  #connectedAtMs: number | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  connected(): void {
    this.#connectedAtMs = performance.now();
    const source = { kind: "kernel_api", event: "cdp_connect" } as const;
    this.#session.telemetry.emit({ category: "connection", type: "cdp_connect", source });
  }

  received(chunk: Uint8Array): void {
    this.#fromChromium.push(this.#afterHead.rest(chunk));
  }

  /** The first reason counts; but of a close that the client announced, Chromium closes the connection. */
  ended(reason: EndReason): void {
    if (this.#connectedAtMs === undefined) return;
    const durationMs = Math.round(performance.now() - this.#connectedAtMs);
    this.#connectedAtMs = undefined;
    this.#session.telemetry.emit({
      category: "connection",
      type: "cdp_disconnect",
      source: { kind: "kernel_api", event: "cdp_disconnect" },
      data: {
        duration_ms: durationMs,
        message_count: this.fromClient.messageCount + this.#fromChromium.messageCount,
        reason: this.fromClient.hasClosed && reason !== "context_cancelled" ? "client_close" : reason,
      },
    });
  }
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
