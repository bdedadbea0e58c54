// Reads the bodies of responses from a browser: only of texts, a few together, and none while too many wait.
import { z } from "zod";
import type { Clock } from "../../kernel/clock.ts";
import { bodyLimitBytes, cutToBytes } from "./telemetry-body.ts";
import type { TelemetryTarget } from "./telemetry-target.ts";

const maxConcurrent = 32;
const maxWaiting = 200;
/** Commands that are sent together cost the service far less than one at a time. */
const collectMs = 25;

const responseBody = z.object({ body: z.string(), base64Encoded: z.boolean() });

/** The beginning of a body; without a text it was not read. `truncated`: a part of it, or all, is missing. */
export interface BodyPart {
  text?: string;
  truncated: boolean;
}

export class ResponseBodies {
  readonly #clock: Clock;
  #reading = 0;
  /** Each begins to read. */
  readonly #waiting: (() => void)[] = [];
  #isScheduled = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Never rejects: a page may have discarded the body, or be gone. */
  async read(target: TelemetryTarget, requestId: string, mimeType: string): Promise<BodyPart> {
    const limitBytes = bodyLimitBytes(mimeType);
    if (limitBytes === undefined) return { truncated: false };
    if (this.#waiting.length >= maxWaiting) return { truncated: true };
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      this.#schedule();
    });
    const answer = responseBody.safeParse(await target.send("Network.getResponseBody", { requestId }));
    this.#reading -= 1;
    this.#schedule();
    if (!answer.success) return { truncated: true };
    const { body, base64Encoded } = answer.data;
    return cutToBytes(base64Encoded ? Buffer.from(body, "base64").toString() : body, limitBytes);
  }

  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    this.#clock.later(collectMs, () => {
      this.#isScheduled = false;
      const started = this.#waiting.splice(0, maxConcurrent - this.#reading);
      this.#reading += started.length;
      for (const start of started) start();
    });
  }
}
