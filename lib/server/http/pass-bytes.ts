import "server-only";
import type { Readable } from "node:stream";
import { systemClock } from "../../clock.ts";
import { withoutSecretBytes } from "../kernel/known-secrets.ts";
import { logFault } from "../kernel/log.ts";
import { deadlines } from "../kernel/paces.ts";
import { discardBody } from "../upstream/send.ts";

/** A stream of bytes as a response body: forwarded as fast as the client reads, failing when the source fails and when the
 *  client has read nothing for two minutes. */
export function passBytes(body: Readable, requestId: string): ReadableStream<Uint8Array> {
  const parts = withoutSecretBytes(body);
  let cancelWait = () => {};
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        cancelWait();
        const fail = (error: unknown) => {
          logFault("a download broke off", error, { request_id: requestId });
          controller.error(error);
        };
        try {
          const part = await parts.next();
          if (part.done) return controller.close();
          controller.enqueue(part.value);
          cancelWait = systemClock.later(deadlines.download.blockedMs, () => {
            discardBody(body);
            fail(new Error("the client does not read"));
          });
        } catch (error) {
          fail(error);
        }
      },
      cancel() {
        cancelWait();
        discardBody(body);
      },
    },
    { highWaterMark: 0 },
  );
}
