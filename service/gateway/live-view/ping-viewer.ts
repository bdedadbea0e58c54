// Pings keep a viewer's connection open through proxies that close idle ones, and show one whose other end is gone.
import type { Clock } from "../../kernel/clock.ts";

/** Between two pings; common proxies close a connection that is idle for a minute. */
export const pingMs = 20_000;

/** What is used of a WebSocket. */
interface Pinged {
  ping(): void;
  terminate(): void;
  on(event: "pong", listener: () => void): unknown;
  once(event: "close", listener: () => void): unknown;
}

/** Pings a viewer until its connection closes, and ends it when the last ping was not answered. */
export function pingViewer(socket: Pinged, clock: Pick<Clock, "later">): void {
  let isAnswered = true;
  const ping = () => {
    if (!isAnswered) return socket.terminate();
    isAnswered = false;
    socket.ping();
    cancel = clock.later(pingMs, ping);
  };
  let cancel = clock.later(pingMs, ping);
  socket.on("pong", () => {
    isAnswered = true;
  });
  socket.once("close", () => cancel());
}
