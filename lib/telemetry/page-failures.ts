// Failed requests and page errors as lines that stand among those of a log.
import type { TelemetryRecord } from "../contract/telemetry.ts";
import { formatCount } from "../format/numbers.ts";
import type { FeedEvent, FeedLine, LogFeed } from "../live/log-feed.ts";
import { stackOf } from "./stack-lines.ts";
import { isFailedRequest, telemetryText } from "./telemetry-line.ts";

/** Lines that are held for later readers. */
const maxLines = 10_000;

interface Held {
  readonly sessionId: string;
  readonly line: FeedLine;
}

type Reader = (sessionId: string, lines: readonly FeedLine[]) => void;

export class PageFailures {
  readonly #bound: number;
  readonly #readers = new Set<Reader>();
  #held: Held[] = [];
  #droppedCount = 0;
  #feeds = 0;

  constructor(bound = maxLines) {
    this.#bound = bound;
  }

  /** The line of a failed request or of a page's error, with `network` or `console` as its source; else undefined. */
  lineOf(line: FeedLine, record: TelemetryRecord): FeedLine | undefined {
    if (record.event.type !== "console_error" && !isFailedRequest(record)) return undefined;
    const stack = stackOf(record);
    return {
      id: line.id,
      at: line.at,
      text: telemetryText(record, record.event.category),
      // Its time is that of the event.
      received: line.received ?? line.at,
      ...(stack === undefined ? {} : { stack }),
    };
  }

  /** Adds lines of a browser, in order. Beyond the bound the oldest ones of all are dropped. */
  add(sessionId: string, lines: readonly FeedLine[]): void {
    if (lines.length === 0) return;
    for (const line of lines) this.#held.push({ sessionId, line });
    const surplus = this.#held.length - this.#bound;
    if (surplus > 0) {
      this.#held = this.#held.slice(surplus);
      this.#droppedCount += surplus;
    }
    for (const read of this.#readers) read(sessionId, lines);
  }

  /** The lines of a browser, or of all, those so far in order of time. Its state is `ended`: no log waits for it. */
  feed(only: string | undefined): LogFeed {
    return {
      state: { log: "ended", reason: null, beginsAt: null, connection: "connected" },
      subscribe: (listener) => this.#subscribe(only, listener),
    };
  }

  #subscribe(only: string | undefined, listener: (event: FeedEvent) => void): () => void {
    this.#feeds += 1;
    const epoch = `failures${this.#feeds}`;
    let lastId = 0;
    const read: Reader = (sessionId, lines) => {
      if (only !== undefined && sessionId !== only) return;
      listener({ kind: "lines", epoch, lines: lines.map((line) => ({ ...line, id: ++lastId })) });
    };
    const held = this.#held
      .filter(({ sessionId }) => only === undefined || sessionId === only)
      .map(({ line }) => line)
      .sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
    const [first] = held;
    const note = first && droppedNote(this.#droppedCount, first);
    if (first !== undefined) read(only ?? "", note === undefined ? held : [note, ...held]);
    this.#readers.add(read);
    return () => void this.#readers.delete(read);
  }
}

function droppedNote(count: number, { at, received }: FeedLine): FeedLine | undefined {
  const text = `[warn] [telemetry] ${formatCount(count)} earlier failed requests and page errors are not shown`;
  return count === 0 ? undefined : { id: 0, at, text, ...(received !== undefined && { received }) };
}
