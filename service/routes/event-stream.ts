// The writing side of server-sent events: headers at once, one JSON object per event, never more in memory
// than the socket takes.
import { once } from "node:events";
import type { FastifyReply } from "fastify";
import type { HeartbeatEvent } from "../../lib/contract/events.ts";
import type { Paces } from "../paces.ts";

/** How a quiet stream shows that it lives: `comments` where its items know no heartbeat. */
type Heartbeats = "comments" | "events";

export type SendEvents = (
  batches: AsyncIterable<readonly object[]>,
  heartbeats?: Heartbeats,
) => Promise<undefined>;

/**
 * Takes over the reply and writes every batch of events as the client takes them. Ends the stream with the batches,
 * also when they throw. `signal` aborts when the client leaves.
 */
export async function sendEvents(
  reply: FastifyReply,
  signal: AbortSignal,
  batches: AsyncIterable<readonly object[]>,
  heartbeats: Paces["events"] & { as: Heartbeats },
): Promise<undefined> {
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
    if (!raw.writableNeedDrain) raw.write(beat(heartbeats.as));
  }, heartbeats.heartbeatMs);
  heartbeat.unref();
  try {
    for await (const events of batches) {
      if (signal.aborted) break;
      const taken = raw.write(events.map(framed).join(""));
      if (!taken) await once(raw, "drain", { signal }).catch(() => undefined);
    }
  } finally {
    clearInterval(heartbeat);
    raw.end();
  }
}

const framed = (event: object) => `data: ${JSON.stringify(event)}\n\n`;

function beat(heartbeats: Heartbeats): string {
  if (heartbeats === "comments") return ": heartbeat\n\n";
  const event: HeartbeatEvent = { event: "sse_heartbeat", timestamp: new Date().toISOString() };
  return framed(event);
}
