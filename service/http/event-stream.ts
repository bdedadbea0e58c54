// Writes server-sent events: headers at once, one JSON object per event, with back pressure instead of a queue.
import { once } from "node:events";
import type { FastifyReply } from "fastify";
import type { HeartbeatEvent } from "../../lib/contract/events.ts";
import type { Paces } from "../kernel/paces.ts";

/** Form of the heartbeats of a quiet stream: `comments` where the contract has no heartbeat event. */
type Heartbeats = "comments" | "events";

export interface EventForm<Event> {
  heartbeats?: Heartbeats;
  /** The id of an event, from which a client resumes; events have none when absent. */
  idOf?: (event: Event) => number;
  /** An event as JSON; it is serialized when absent. */
  jsonOf?: (event: Event) => string;
}

export type SendEvents = <Event extends object>(
  batches: AsyncIterable<readonly Event[]>,
  form?: EventForm<Event>,
) => Promise<undefined>;

/**
 * Takes over the reply and writes every batch of events at the pace of the client. Ends the stream when the batches
 * end or throw. `signal` aborts when the client disconnects.
 */
export async function sendEvents<Event extends object>(
  reply: FastifyReply,
  signal: AbortSignal,
  batches: AsyncIterable<readonly Event[]>,
  { heartbeats = "comments", idOf, jsonOf = JSON.stringify, heartbeatMs }: EventForm<Event> & Paces["events"],
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
    if (!raw.writableNeedDrain) raw.write(heartbeatFrame(heartbeats));
  }, heartbeatMs);
  heartbeat.unref();
  try {
    for await (const events of batches) {
      if (signal.aborted) break;
      const hasRoom = raw.write(events.map((event) => frameOf(jsonOf(event), idOf?.(event))).join(""));
      if (!hasRoom) await once(raw, "drain", { signal }).catch(() => undefined);
    }
  } finally {
    clearInterval(heartbeat);
    raw.end();
  }
}

const frameOf = (json: string, id?: number) => `${id === undefined ? "" : `id: ${id}\n`}data: ${json}\n\n`;

function heartbeatFrame(heartbeats: Heartbeats): string {
  if (heartbeats === "comments") return ": heartbeat\n\n";
  const event: HeartbeatEvent = { event: "sse_heartbeat", timestamp: new Date().toISOString() };
  return frameOf(JSON.stringify(event));
}
