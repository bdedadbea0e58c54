// Reads the bodies of responses from a browser: only of texts, a few at a time, and none while too many wait.
import { z } from "zod";
import { bodyLimitBytes, cutToBytes } from "./telemetry-body.ts";
import type { TelemetryTarget } from "./telemetry-target.ts";

const maxConcurrent = 8;
const maxWaiting = 200;

const responseBody = z.object({ body: z.string(), base64Encoded: z.boolean() });

/** The beginning of a body; without a text it was not read. `truncated`: a part of it, or all, is missing. */
export interface BodyPart {
  text?: string;
  truncated: boolean;
}

export class ResponseBodies {
  #reading = 0;
  readonly #waiting: (() => void)[] = [];

  /** Never rejects: a page may have discarded the body, or be gone. */
  async read(target: TelemetryTarget, requestId: string, mimeType: string): Promise<BodyPart> {
    const limitBytes = bodyLimitBytes(mimeType);
    if (limitBytes === undefined) return { truncated: false };
    if (this.#waiting.length >= maxWaiting) return { truncated: true };
    if (this.#reading >= maxConcurrent) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else this.#reading += 1;
    const answer = responseBody.safeParse(await target.send("Network.getResponseBody", { requestId }));
    // Its place goes to the next one.
    const next = this.#waiting.shift();
    if (next) next();
    else this.#reading -= 1;
    if (!answer.success) return { truncated: true };
    const { body, base64Encoded } = answer.data;
    return cutToBytes(base64Encoded ? Buffer.from(body, "base64").toString() : body, limitBytes);
  }
}
