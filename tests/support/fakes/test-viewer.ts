// A viewer of a live stream as a test sees it: reads frames, keeps its place, can leave and come back.
import { createParser } from "eventsource-parser";
import {
  type Cursor,
  type LiveFrame,
  type LogLine,
  liveFrame,
  logTopic,
  type Topic,
  type TopicRequest,
} from "@/lib/bff/live";
import { type Clock, systemClock } from "@/lib/clock";
import { type LiveStream, type LiveStreamDeps, openLiveStream } from "@/lib/server/streams/live-stream";
import type { LogHub } from "@/lib/server/streams/log-hub";

export const chromiumLog: Topic = logTopic({
  sessionId: "abc",
  log: { source: "supervisor", process: "chromium" },
});

export interface ViewerOptions {
  topics?: Topic[];
  cursor?: Cursor | undefined;
  recheck?: LiveStreamDeps["recheck"];
  clock?: Clock;
  refusal?: (topic: Topic) => string | undefined;
  enterTopic?: LiveStreamDeps["enterTopic"];
}

export class TestViewer {
  readonly frames: LiveFrame[] = [];
  readonly stream: LiveStream;
  readonly #leave = new AbortController();
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  endCount = 0;
  comments = 0;
  closed: "open" | "closed" | "broken" = "open";
  cursor: Cursor | undefined;

  constructor(
    hub: LogHub,
    {
      topics = [chromiumLog],
      cursor,
      recheck = async () => undefined,
      clock = systemClock,
      refusal = () => undefined,
      enterTopic = () => () => undefined,
    }: ViewerOptions = {},
  ) {
    const requestedTopics: TopicRequest[] = topics.map((topic) => ({
      topic,
      cursor: topic === "fleet" ? undefined : cursor,
    }));
    this.cursor = cursor;
    this.stream = openLiveStream({
      refusal,
      enterTopic,
      onOpen: () => () => undefined,
      requestedTopics,
      hub,
      clock,
      fleet: () => ({ kind: "fleet", upstream: "ok", code: null, since: null }),
      recheck,
      signal: this.#leave.signal,
      onEnd: () => {
        this.endCount += 1;
      },
    });
    this.#reader = this.stream.body.getReader();
  }

  /** Reads until the stream ends. */
  async read(): Promise<this> {
    const parser = createParser({
      onEvent: ({ data }) => this.#take(liveFrame.parse(JSON.parse(data))),
      onComment: () => {
        this.comments += 1;
      },
    });
    const decoder = new TextDecoder();
    try {
      for (;;) {
        const { done, value } = await this.#reader.read();
        if (done) break;
        parser.feed(decoder.decode(value, { stream: true }));
      }
      this.closed = "closed";
    } catch {
      this.closed = "broken";
    }
    return this;
  }

  #take(frame: LiveFrame): void {
    this.frames.push(frame);
    if (frame.kind === "lines") this.cursor = { epoch: frame.epoch, id: frame.lines.at(-1)?.id ?? 0 };
    if (frame.kind === "gap") this.cursor = { epoch: frame.epoch, id: frame.gap.id };
  }

  leave(): void {
    this.#leave.abort();
  }

  get lines(): LogLine[] {
    return this.frames.flatMap((frame) => (frame.kind === "lines" ? frame.lines : []));
  }

  get texts(): string[] {
    return this.lines.map((line) => line.text);
  }

  get gaps() {
    return this.frames.flatMap((frame) => (frame.kind === "gap" ? [frame.gap] : []));
  }

  get states(): string[] {
    return this.frames.flatMap((frame) => (frame.kind === "state" ? [frame.state] : []));
  }
}
