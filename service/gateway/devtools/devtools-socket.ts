// A client's DevTools WebSocket, connected to its session's Chromium until either side ends or the session gets another
// holder.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import type { DevToolsChannel } from "../../chromium/devtools-channel.ts";
import type { Session } from "../../sessions/session.ts";

const maxMessageBytes = 256 * 1024 * 1024;
/** A client that reads more slowly than Chromium writes is cut off: Chromium waits for nobody. */
const maxUnreadBytes = 128 * 1024 * 1024;

export interface DevToolsClient {
  request: IncomingMessage;
  socket: Duplex;
  head: Buffer;
  /** One page or worker; the whole browser when absent. */
  targetId?: string;
}

/** Accepts the DevTools WebSockets of clients. */
export class DevToolsSockets {
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: maxMessageBytes,
    perMessageDeflate: false,
  });

  /** Rejects with an error of `devtools.ts` when the browser has ended or has no such target. */
  async serve(session: Session, client: DevToolsClient): Promise<void> {
    const { request, socket, head, targetId } = client;
    const { holding } = session;
    const { pipe } = session.chromium;
    const events = new ConnectionEvents(session);
    let accepted: WebSocket | undefined;
    const open = targetId === undefined ? pipe.open : pipe.openTarget(targetId);
    const channel = await open({
      receive: (message) => {
        if (!accepted) return;
        events.messageCount += 1;
        if (accepted.bufferedAmount > maxUnreadBytes) return accepted.terminate();
        accepted.send(message, { binary: false });
      },
      closed: () => {
        // Chromium closes a connection by itself only when it ends, as it does to be started again.
        events.ended("upstream_changed");
        accepted?.close(1001);
        if (!accepted) socket.destroy();
      },
    });
    if (socket.destroyed) return channel.close();
    // It has changed hands meanwhile.
    if (holding.aborted) {
      channel.close();
      return void socket.destroy();
    }
    this.#server.handleUpgrade(request, socket, head, (websocket) => {
      accepted = websocket;
      relay(websocket, channel, { session, holding }, events);
    });
    // A malformed request is answered, that of a client which has left is dropped.
    if (!accepted) socket.once("close", () => channel.close());
  }
}

function relay(
  socket: WebSocket,
  channel: DevToolsChannel,
  { session, holding }: { session: Session; holding: AbortSignal },
  events: ConnectionEvents,
): void {
  const disconnect = session.connect();
  const taken = () => {
    events.ended("context_cancelled");
    socket.terminate();
  };
  holding.addEventListener("abort", taken, { once: true });
  socket.on("message", (data) => {
    events.messageCount += 1;
    if (channel.send(data.toString())) return;
    socket.pause();
    void channel.drained().then(() => socket.resume());
  });
  // "close" follows every error; without a listener an error would end the process.
  socket.on("error", () => undefined);
  socket.once("close", () => {
    events.ended("client_close");
    channel.close();
    disconnect();
    holding.removeEventListener("abort", taken);
  });
  events.connected();
}

type EndReason = "client_close" | "upstream_changed" | "context_cancelled";

/** The telemetry of one connection: its beginning, and once its end. The first reason of an end counts. */
class ConnectionEvents {
  messageCount = 0;
  readonly #session: Session;
  #end: ((reason: EndReason) => void) | undefined;

  constructor(session: Session) {
    this.#session = session;
  }

  connected(): void {
    const connectedAtMs = performance.now();
    const end = this.#session.telemetry.connected({
      category: "connection",
      type: "cdp_connect",
      source: { kind: "kernel_api", event: "cdp_connect" },
    });
    this.#end = (reason) => {
      const durationMs = Math.round(performance.now() - connectedAtMs);
      end({
        category: "connection",
        type: "cdp_disconnect",
        source: { kind: "kernel_api", event: "cdp_disconnect" },
        data: { duration_ms: durationMs, message_count: this.messageCount, reason },
      });
    };
  }

  ended(reason: EndReason): void {
    this.#end?.(reason);
  }
}
