// Pauses between the reads of a DevTools pipe. Chromium writes each message by itself, in two parts: to be woken for each
// costs more than all that is done with it. There is no pause while anybody who cannot wait uses the pipe.
import type { Readable } from "node:stream";

const pauseMs = 10;
/** How long nobody who cannot wait has sent or received anything before the first pause. */
const standardAloneMs = 1_000;

/** What Node's sockets read with. Their own `pause` reads on until a buffer is full, woken for each part. */
interface SocketHandle {
  readStop(): void;
  readStart(): void;
}

export class ReadPauses {
  readonly #output: Readable & { _handle?: SocketHandle | null };
  readonly #aloneMs: number;
  /** By session: commands without an answer of those who cannot wait. */
  readonly #unanswered = new Map<string, number>();
  #usedMs = performance.now();
  #timer: NodeJS.Timeout | undefined;

  /** `output`: a socket; another stream has no pauses. */
  constructor(output: Readable, { aloneMs = standardAloneMs } = {}) {
    this.#output = output;
    this.#aloneMs = aloneMs;
    output.once("close", () => this.#end());
  }

  /** Call with each part that was read, when its messages are delivered: may read nothing for some milliseconds. */
  read(part: Buffer): void {
    const handle = this.#output._handle;
    if (this.#timer !== undefined || !handle || this.#unanswered.size > 0) return;
    if (performance.now() - this.#usedMs < this.#aloneMs) return;
    // Not within a message, whose receiver is unknown.
    if (part.at(-1) !== 0) return;
    handle.readStop();
    this.#timer = setTimeout(() => this.#end(), pauseMs);
  }

  /** Somebody who cannot wait sends or has received a message. Reads on at once. */
  used(): void {
    this.#usedMs = performance.now();
    this.#end();
  }

  /** Such a message is a command of this session: no pauses until it is answered or the session is gone. */
  sent(sessionId: string): void {
    this.#unanswered.set(sessionId, (this.#unanswered.get(sessionId) ?? 0) + 1);
  }

  answered(sessionId: string): void {
    const left = (this.#unanswered.get(sessionId) ?? 0) - 1;
    if (left > 0) this.#unanswered.set(sessionId, left);
    else this.gone(sessionId);
  }

  gone(sessionId: string): void {
    this.#unanswered.delete(sessionId);
  }

  #end(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    // None once it is closed.
    this.#output._handle?.readStart();
  }
}
