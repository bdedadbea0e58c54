// A log of numbered lines in memory, whose streams send and break only when a test says so.
import { judgeFailure } from "../../../lib/server/streams/judge-failure.ts";
import type { LogPort } from "../../../lib/server/streams/log-port.ts";

export type LogStreamKind = "follow" | "history";

class ScriptedBody implements AsyncIterable<Uint8Array> {
  position: number;
  isOver = false;
  #chunks: Uint8Array[] = [];
  #failure: Error | undefined;
  #wake: () => void = () => undefined;

  constructor(position: number) {
    this.position = position;
  }

  send(lines: readonly string[]): void {
    const timestamp = "2026-01-01T00:00:00.000Z";
    const events = lines.map(
      (message) => `data: ${JSON.stringify({ event: "log", timestamp, message })}\n\n`,
    );
    this.#chunks.push(new TextEncoder().encode(events.join("")));
    this.#wake();
  }

  end(failure?: Error): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#failure = failure;
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    for (;;) {
      const chunk = this.#chunks.shift();
      if (chunk !== undefined) yield chunk;
      else if (this.#failure !== undefined) throw this.#failure;
      else if (this.isOver) return;
      else {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
  }
}

export class ScriptedLogPort implements LogPort {
  readonly file: string[] = [];
  readonly #streams: Record<LogStreamKind, ScriptedBody[]> = { follow: [], history: [] };

  readonly open: LogPort["open"] = async (_, { follow, signal }) => {
    const body = new ScriptedBody(follow ? this.file.length : 0);
    this.#streams[follow ? "follow" : "history"].push(body);
    signal.addEventListener("abort", () => body.end(new Error("aborted")), { once: true });
    return body;
  };

  readonly judge: LogPort["judge"] = (error) =>
    judgeFailure(error, { broken: "The log stream broke off.", absent: "This API has no log streams." });

  readonly overReason: LogPort["overReason"] = async () => undefined;

  /** Appends numbered lines, at least `length` long. */
  write(count: number, length = 0): void {
    for (let at = 0; at < count; at += 1) this.file.push(`line ${this.file.length + 1}`.padEnd(length));
  }

  /** The open streams of a kind send up to `most` further lines; a history at the end of the file ends. */
  send(kind: LogStreamKind, most: number): void {
    this.#send(kind, (position) => position + most);
  }

  /** The open streams of a kind send what they have not sent of the file's first `count` lines. */
  sendUpTo(kind: LogStreamKind, count: number): void {
    this.#send(kind, () => count);
  }

  #send(kind: LogStreamKind, endAfter: (position: number) => number): void {
    for (const body of this.#open(kind)) {
      const lines = this.file.slice(body.position, Math.max(body.position, endAfter(body.position)));
      body.position += lines.length;
      if (lines.length > 0) body.send(lines);
      if (kind === "history" && body.position === this.file.length) body.end();
    }
  }

  /** The connections of a kind break. */
  cut(kind: LogStreamKind, failure = new Error("cut")): void {
    for (const body of this.#open(kind)) body.end(failure);
  }

  #open(kind: LogStreamKind): readonly ScriptedBody[] {
    const open = this.#streams[kind].filter(({ isOver }) => !isOver);
    this.#streams[kind] = open;
    return open;
  }
}
