import "server-only";
import type { Readable } from "node:stream";
import { discardBody } from "../upstream/send.ts";

/** Events that are read from a body of the API as server-sent events, at the reader's pace. */
export function eventStreamResponse(
  events: AsyncGenerator<object, void>,
  body: Readable,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await events.next();
          if (next.done) controller.close();
          else controller.enqueue(encoder.encode(`data: ${JSON.stringify(next.value)}\n\n`));
        } catch (error) {
          controller.error(error);
        }
      },
      cancel() {
        discardBody(body);
      },
    },
    { highWaterMark: 0 },
  );
}
