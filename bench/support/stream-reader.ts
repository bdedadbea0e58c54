// A client of a live stream that counts its lines and holds none of them: it costs the harness no memory over minutes. Like
// a page it connects again a second after a break, and continues each topic where it was.
import { request } from "node:http";
import { createParser } from "eventsource-parser";
import { z } from "zod";
import { type Cursor, liveQuery, type Topic } from "../../lib/bff/live.ts";

const frame = z.object({
  kind: z.literal("lines"),
  topic: z.string(),
  epoch: z.string(),
  lines: z.array(z.object({ id: z.number() })),
});
const reconnectMs = 1_000;

export interface StreamReader {
  /** Received so far. */
  readonly lines: number;
  /** Of the topic that has the fewest. */
  readonly leastLines: number;
  readonly isOpen: boolean;
  /** How often it has connected. */
  readonly connections: number;
  leave(): void;
}

/** Reads `topics` of the dashboard at `base` until `leave`. */
export function readStream(
  base: string,
  topics: readonly Topic[],
  headers: Record<string, string>,
): StreamReader {
  const state = { lines: 0, isOpen: false, connections: 0 };
  const linesOf = new Map<string, number>(topics.map((topic) => [topic, 0]));
  const cursors = new Map<string, Cursor>();
  const left = new AbortController();
  const connect = () => {
    if (left.signal.aborted) return;
    state.connections += 1;
    const parser = createParser({
      onEvent({ data }) {
        const read = frame.safeParse(JSON.parse(data)).data;
        if (read === undefined) return;
        state.lines += read.lines.length;
        linesOf.set(read.topic, (linesOf.get(read.topic) ?? 0) + read.lines.length);
        const last = read.lines.at(-1);
        if (last !== undefined) cursors.set(read.topic, { epoch: read.epoch, id: last.id });
      },
    });
    const query = liveQuery(topics.map((topic) => ({ topic, cursor: cursors.get(topic) })));
    const { signal } = left;
    const outgoing = request(`${base}/api/live?${query}`, { agent: false, headers, signal }, (response) => {
      state.isOpen = response.statusCode === 200;
      response.setEncoding("utf8");
      response.on("data", (text: string) => parser.feed(text));
      response.on("error", () => undefined);
    });
    outgoing.on("error", () => undefined);
    outgoing.on("close", () => {
      state.isOpen = false;
      setTimeout(connect, reconnectMs).unref();
    });
    outgoing.end();
  };
  connect();
  return {
    get lines() {
      return state.lines;
    },
    get leastLines() {
      return Math.min(...linesOf.values());
    },
    get isOpen() {
      return state.isOpen;
    },
    get connections() {
      return state.connections;
    },
    leave: () => left.abort(),
  };
}
