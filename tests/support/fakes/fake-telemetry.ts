// An upstream that serves telemetry: numbered events, streams that continue after one, and an archive. It can cut, drop,
// refuse and lose its browser at any moment.
import type { TelemetryRecord } from "../../../lib/contract/telemetry.ts";
import type { Verdict } from "../../../lib/server/streams/log-port.ts";
import type { TelemetryPort } from "../../../lib/server/streams/telemetry-port.ts";

/** The time of the event before the first, epoch milliseconds: so far ahead that no event expires by its age. */
export const telemetryStartMs = 4_000_000_000_000;

/** An event of an upstream; `data` of any known type. */
export const telemetryEventOf = (
  seq: number,
  type = "page_load",
  data: Record<string, unknown> = {},
  metadata?: Record<string, string>,
): TelemetryRecord => ({
  seq,
  event: {
    category: type.startsWith("monitor_screenshot") ? "screenshot" : (type.split("_")[0] ?? ""),
    type,
    ts: (telemetryStartMs + seq * 10) * 1000,
    source: { kind: "cdp", ...(metadata ? { metadata } : {}) },
    data,
  },
});

export class FakeTelemetry implements TelemetryPort {
  /** Every event so far. */
  readonly events: TelemetryRecord[] = [];
  /** What the streams are opened after. */
  readonly opened: (number | undefined)[] = [];
  isGone = false;
  /** Why a stream is refused. */
  refusal: Verdict | undefined;
  /** How many events the upstream stores for streams that begin. */
  storedForStreams = Number.POSITIVE_INFINITY;
  readonly #streams = new Set<(event: TelemetryRecord | "cut" | "end") => void>();

  get openCount(): number {
    return this.#streams.size;
  }

  emit(...events: readonly TelemetryRecord[]): void {
    for (const event of events) {
      this.events.push(event);
      for (const send of this.#streams) send(event);
    }
  }

  /** Breaks every stream. */
  cut(): void {
    for (const send of this.#streams) send("cut");
  }

  /** The browser ends, and its streams with it. */
  end(): void {
    this.isGone = true;
    for (const send of this.#streams) send("end");
  }

  async open(
    _: unknown,
    { afterSeq, signal }: { afterSeq: number | undefined; signal: AbortSignal },
  ): Promise<AsyncIterable<Uint8Array>> {
    this.opened.push(afterSeq);
    if (this.refusal !== undefined || this.isGone) throw new Error("refused");
    const stored = this.events.slice(-this.storedForStreams).filter(({ seq }) => seq > (afterSeq ?? 0));
    return this.#stream(stored, signal);
  }

  async *#stream(stored: readonly TelemetryRecord[], signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const queue: (TelemetryRecord | "cut" | "end")[] = [...stored];
    let wake = () => {};
    const send = (item: TelemetryRecord | "cut" | "end") => {
      queue.push(item);
      wake();
    };
    signal.addEventListener("abort", () => send("end"), { once: true });
    this.#streams.add(send);
    try {
      for (;;) {
        const item = queue.shift();
        if (item === "end") return;
        if (item === "cut") throw new Error("The connection broke.");
        if (item !== undefined) yield Buffer.from(`id: ${item.seq}\ndata: ${JSON.stringify(item)}\n\n`);
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    } finally {
      this.#streams.delete(send);
    }
  }

  async *stored(): AsyncGenerator<readonly TelemetryRecord[]> {
    if (this.events.length > 0) yield this.events;
  }

  judge(): Verdict {
    return this.refusal ?? { kind: this.isGone ? "missing" : "passing", reason: "The stream broke." };
  }

  async overReason(): Promise<string | undefined> {
    return this.isGone ? "The browser has ended." : undefined;
  }
}
