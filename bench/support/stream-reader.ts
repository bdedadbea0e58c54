// A client of a live stream that counts its lines and holds none of them: it costs the harness no memory over minutes.
import { request } from "node:http";
import { createParser } from "eventsource-parser";
import { z } from "zod";

const lines = z.object({ kind: z.literal("lines"), lines: z.array(z.unknown()) });

export interface StreamReader {
  /** Received so far. */
  readonly lines: number;
  readonly isOpen: boolean;
  leave(): void;
}

/** Reads `url` until `leave`. */
export function readStream(url: string, headers: Record<string, string>): StreamReader {
  const state = { lines: 0, isOpen: false };
  const parser = createParser({
    onEvent({ data }) {
      const read = lines.safeParse(JSON.parse(data));
      if (read.success) state.lines += read.data.lines.length;
    },
  });
  const outgoing = request(url, { agent: false, headers }, (response) => {
    state.isOpen = response.statusCode === 200;
    response.setEncoding("utf8");
    response.on("data", (text: string) => parser.feed(text));
    response.on("error", () => undefined);
    response.on("close", () => {
      state.isOpen = false;
    });
  });
  outgoing.on("error", () => undefined);
  outgoing.end();
  return {
    get lines() {
      return state.lines;
    },
    get isOpen() {
      return state.isOpen;
    },
    leave: () => void outgoing.destroy(),
  };
}
