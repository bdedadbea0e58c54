import "server-only";
import type { Readable } from "node:stream";
import type { Role } from "../../bff/roles.ts";
import { systemClock } from "../../clock.ts";
import { endWithSignIn } from "../auth/end-with-sign-in.ts";
import type { Credential } from "../auth/require-operator.ts";
import { paces } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";
import { discardBody } from "../upstream/send.ts";
import { newOutputCount } from "./stream-limits.ts";

const outputs = perProcess("followed-outputs", newOutputCount);

/** Opens a body of the API for one of the outputs that the operator may follow at a time; the place is free again once the
 *  body is closed. Throws a Problem (503, Retry-After) without one, and what `open` throws. */
export async function openInPlace<Body extends Readable>(
  { username }: { username: string },
  open: () => Promise<Body>,
): Promise<Body> {
  const release = outputs().enter(username);
  try {
    return (await open()).once("close", release);
  } catch (error) {
    release();
    throw error;
  }
}

/**
 * Events that are read from a body of the API as server-sent events, at the reader's pace; a comment after 15 s without one,
 * as proxies end what stays silent. Broken off once the operator is signed out or has too low a role.
 */
export function eventStreamResponse(
  events: AsyncGenerator<object, void>,
  { body, operator, role }: { body: Readable; operator: Credential; role: Role },
): ReadableStream<Uint8Array> {
  endWithSignIn(body, operator, role);
  const encoder = new TextEncoder();
  let coming: Promise<IteratorResult<object, void>> | undefined;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        coming ??= events.next();
        const silence = Promise.withResolvers<undefined>();
        const cancel = systemClock.later(paces.live.heartbeatMs, () => silence.resolve(undefined));
        try {
          const next = await Promise.race([coming, silence.promise]);
          if (next !== undefined) coming = undefined;
          if (next?.done) controller.close();
          else controller.enqueue(encoder.encode(next ? `data: ${JSON.stringify(next.value)}\n\n` : ":\n\n"));
        } catch (error) {
          controller.error(error);
        } finally {
          cancel();
        }
      },
      cancel() {
        discardBody(body);
        // It may wait for a reader that is gone.
        void events.return().catch(() => undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
