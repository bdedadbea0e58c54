// The writing side of server-sent events: headers at once, one JSON object per event, never more in memory
// than the socket takes.
import { once } from "node:events";
import type { FastifyReply } from "fastify";
import type { HeartbeatEvent } from "../../lib/contract/events.ts";

const heartbeatMs = 15_000;

export interface EventStream {
  /** Writes events; resolves when the client can take more. */
  send(events: readonly object[]): Promise<void>;
  end(): void;
}

/** How a quiet stream shows that it lives: `comments` where its items know no heartbeat. */
type Heartbeats = "comments" | "events";

/** Takes over the reply. `signal` aborts when the client leaves. */
export function openEventStream(
  reply: FastifyReply,
  signal: AbortSignal,
  heartbeats: Heartbeats = "comments",
): EventStream {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    "content-type": "text/event-stream",
    "x-sse-content-type": "application/json",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
    connection: "keep-alive",
  });
  raw.flushHeaders();
  const heartbeat = setInterval(() => {
    if (raw.writableNeedDrain) return;
    if (heartbeats === "comments") {
      raw.write(": heartbeat\n\n");
      return;
    }
    const event: HeartbeatEvent = { event: "sse_heartbeat", timestamp: new Date().toISOString() };
    raw.write(`data: ${JSON.stringify(event)}\n\n`);
  }, heartbeatMs);
  heartbeat.unref();
  signal.addEventListener("abort", () => clearInterval(heartbeat), { once: true });
  return {
    async send(events) {
      if (signal.aborted) return;
      const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");
      if (!raw.write(text)) await once(raw, "drain", { signal }).catch(() => undefined);
    },
    end() {
      clearInterval(heartbeat);
      raw.end();
    },
  };
}
