// The live stream of a page, scripted: logs that a test writes, each stored from its first line, and the state of each.
import {
  type LiveFrame,
  type LogGap,
  type LogLine,
  logTopic,
  parseCursor,
  splitTopicRequest,
  type Topic,
  type TopicState,
} from "@/lib/bff/live";
import { liveOperations } from "@/lib/bff/operations/live";
import { paces } from "@/lib/paces";
import type { Call, ScriptedBff } from "./scripted-bff.ts";

type Entry = { readonly line: LogLine } | { readonly gap: LogGap };
interface Log {
  readonly entries: Entry[];
  state: TopicState;
  reason: string | null;
}
type Send = (frame: LiveFrame) => void;

const epoch = "one";
const idOf = (entry: Entry) => ("line" in entry ? entry.line.id : entry.gap.id);

/** A path is a file's log, any other name the log of a supervised process. */
const topicOf = (sessionId: string, log: string): Topic =>
  logTopic({
    sessionId,
    log: log.startsWith("/") ? { source: "path", path: log } : { source: "supervisor", process: log },
  });

export class ScriptedLiveStream {
  readonly #logs = new Map<Topic, Log>();
  readonly #streams = new Map<Send, { readonly topics: ReadonlySet<string>; readonly close: () => void }>();
  #upstream: "ok" | "failing" = "ok";

  constructor(bff: ScriptedBff) {
    bff.on(liveOperations.watchLive, (call) => this.#open(call));
  }

  /** Adds lines to a log, now or from `atMs` on, a millisecond apart. */
  write(session: string, log: string, lines: readonly string[], atMs = Date.now()): void {
    this.writeTo(topicOf(session, log), lines, atMs);
  }

  writeTo(topic: Topic, lines: readonly string[], atMs = Date.now()): void {
    const { entries } = this.#log(topic);
    const fresh = lines.map((text, index) => ({
      line: { id: entries.length + 1 + index, at: new Date(atMs + index).toISOString(), text },
    }));
    entries.push(...fresh);
    this.#send(topic, fresh);
  }

  /** Says that lines are missing after those so far. */
  addMissingLines(
    session: string,
    log: string,
    count: number | null,
    reason: LogGap["reason"] = "disconnected",
  ): void {
    const topic = topicOf(session, log);
    const { entries } = this.#log(topic);
    const to = new Date().toISOString();
    const entry = { gap: { id: entries.length + 1, reason, count, from: null, to } };
    entries.push(entry);
    this.#send(topic, [entry]);
  }

  /** Says how the dashboard reads a log from now on; it begins open. */
  become(session: string, log: string, state: TopicState, reason: string | null = null): void {
    this.setState(topicOf(session, log), state, reason);
  }

  setState(topic: Topic, state: TopicState, reason: string | null = null): void {
    Object.assign(this.#log(topic), { state, reason });
    this.#tell(topic, this.#stateOf(topic));
  }

  /** Ends the streams as the dashboard does every hour; pages are expected to resume. */
  rotate(): void {
    for (const [send, { close }] of this.#streams) {
      send({ kind: "bye", reason: "rotate" });
      close();
    }
  }

  /** Says whether the API fails at present. */
  upstream(now: "ok" | "failing"): void {
    this.#upstream = now;
    this.#tell("fleet", this.#fleet());
  }

  #log(topic: Topic): Log {
    const log = this.#logs.get(topic) ?? { entries: [], state: "open", reason: null };
    this.#logs.set(topic, log);
    return log;
  }

  #open({ query, signal }: Call): Response {
    const requests = query.getAll("topic").map((value) => {
      const { topic, cursor } = splitTopicRequest(value);
      return { topic, cursor: cursor === undefined ? undefined : parseCursor(cursor) };
    });
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      start: (stream) => {
        const send: Send = (frame) => stream.enqueue(encoder.encode(`data: ${JSON.stringify(frame)}\n\n`));
        const ticks = setInterval(
          () => send({ kind: "tick", at: new Date().toISOString() }),
          paces.live.staleMs / 3,
        );
        const leave = () => {
          clearInterval(ticks);
          return this.#streams.delete(send);
        };
        signal.addEventListener("abort", () => {
          if (leave()) stream.error(signal.reason);
        });
        const close = () => {
          leave();
          stream.close();
        };
        this.#streams.set(send, { topics: new Set(requests.map(({ topic }) => topic)), close });
        send({ kind: "hello", topics: requests.map(({ topic }) => topic) });
        for (const { topic, cursor } of requests) {
          if (topic === "fleet") send(this.#fleet());
          else {
            const after = cursor?.epoch === epoch ? cursor.id : 0;
            const retained = this.#log(topic).entries.filter((entry) => idOf(entry) > after);
            for (const frame of framesOf(topic, retained)) send(frame);
            send(this.#stateOf(topic));
          }
        }
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  }

  #fleet(): LiveFrame {
    return { kind: "fleet", upstream: this.#upstream, code: null, since: new Date().toISOString() };
  }

  #stateOf(topic: Topic): LiveFrame {
    const { state, reason, entries } = this.#log(topic);
    const first = entries.find((entry) => "line" in entry);
    return { kind: "state", topic, state, reason, beginsAt: first?.line.at ?? null };
  }

  #send(topic: Topic, entries: readonly Entry[]): void {
    for (const frame of framesOf(topic, entries)) this.#tell(topic, frame);
  }

  #tell(topic: Topic, frame: LiveFrame): void {
    for (const [send, { topics }] of this.#streams) if (topics.has(topic)) send(frame);
  }
}

/** Lines that follow each other travel together. */
function framesOf(topic: Topic, entries: readonly Entry[]): LiveFrame[] {
  const frames: LiveFrame[] = [];
  let lines: LogLine[] = [];
  const flush = () => {
    if (lines.length > 0) frames.push({ kind: "lines", topic, epoch, lines });
    lines = [];
  };
  for (const entry of entries) {
    if ("line" in entry) lines.push(entry.line);
    else {
      flush();
      frames.push({ kind: "gap", topic, epoch, gap: entry.gap });
    }
  }
  flush();
  return frames;
}
