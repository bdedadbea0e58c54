// One viewer's live stream: several topics on one pull source. Writes only when the connection accepts more, in batches
// with a pause between them so that a busy log does not occupy the process. Deadlines end a stream that is not read.
import type { LiveFrame, Topic, TopicRequest } from "../../bff/live.ts";
import { type Clock, isoTime } from "../../clock.ts";
import { deadlines, paces } from "../kernel/paces.ts";
import { Problem } from "../kernel/problem.ts";
import { frameText, heartbeat, preamble } from "./frames.ts";
import type { LogHub, LogSubscription } from "./log-hub.ts";
import type { SharedLog } from "./shared-log.ts";
import { TopicReader } from "./topic-reader.ts";

/** The frame that reports the upstream's health. */
export type FleetFrame = Extract<LiveFrame, { kind: "fleet" }>;
type ByeReason = Extract<LiveFrame, { kind: "bye" }>["reason"];

/** Dependencies of one viewer's stream. */
export interface LiveStreamDeps {
  requestedTopics: readonly TopicRequest[];
  hub: LogHub;
  clock: Clock;
  /** The upstream's current health. */
  fleet: () => FleetFrame;
  /** Why the viewer may not read a topic, as text for the viewer; undefined for one that may. */
  refusal: (topic: Topic) => string | undefined;
  /** Counts a topic that is opened; the returned function releases it. Throws a Problem at a limit. */
  enterTopic: (topic: Topic) => () => void;
  /** A topic is opened; the returned function is called when the stream ends. */
  onOpen: (topic: Topic, source: SharedLog) => () => void;
  /** Why the stream must end, undefined while the operator's sign-in and role are those it was opened with; called at
   *  each tick (every five seconds). */
  recheck: () => Promise<ByeReason | undefined>;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
  /** Called once, however the stream ends. */
  onEnd: () => void;
}

/** An open stream. */
export interface LiveStream {
  body: ReadableStream<Uint8Array>;
  /** Sends a `bye` frame with the reason, then closes. */
  end(reason: ByeReason): void;
}

const batchBytes = 128 * 1024;

const encoder = new TextEncoder();

class Viewer {
  readonly #deps: LiveStreamDeps;
  readonly #readers: TopicReader[] = [];
  readonly #subscriptions: LogSubscription[] = [];
  readonly #releases: (() => void)[] = [];
  /** Topics that a limit has refused: tried again at each tick. */
  #waiting: TopicRequest[] = [];
  // Times of this class are of the monotonic clock.
  readonly #startMs: number;
  readonly #wantsFleet: boolean;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Resolves the waiting pull; undefined while the connection accepts no data. */
  #wake: (() => void) | undefined;
  #cancelTimer: (() => void) | undefined;
  #cancelTick: (() => void) | undefined;
  #pending = preamble;
  #blockedSinceMs: number;
  #lastBatchMs = Number.NEGATIVE_INFINITY;
  /** Entries remained when the last batch was full. */
  #unfinished = false;
  #lastHeartbeatMs: number;
  #lastFleetText = "";
  #bye: ByeReason | undefined;
  #ended = false;

  constructor(deps: LiveStreamDeps) {
    this.#deps = deps;
    this.#startMs = deps.clock.monotonicMs();
    this.#blockedSinceMs = this.#startMs;
    this.#lastHeartbeatMs = this.#startMs;
    this.#wantsFleet = deps.requestedTopics.some(({ topic }) => topic === "fleet");
    this.#pending += frameText({ kind: "hello", topics: deps.requestedTopics.map(({ topic }) => topic) });
    try {
      for (const request of deps.requestedTopics) {
        const reason = deps.refusal(request.topic);
        if (reason === undefined) this.#open(request);
        else this.#refuse(request.topic, reason);
      }
    } catch (error) {
      this.#release();
      throw error;
    }
    this.#addFleetFrame();
    this.#tick();
    deps.signal.addEventListener("abort", this.cancel, { once: true });
    if (deps.signal.aborted) this.cancel();
  }

  #refuse(topic: Topic, reason: string): void {
    this.#pending += frameText({ kind: "state", topic, state: "unavailable", reason, beginsAt: null });
  }

  /** Follows a topic; at a limit it says so and waits. */
  #open(request: TopicRequest, isRetry = false): void {
    const { topic, cursor } = request;
    const { hub, clock, enterTopic, onOpen } = this.#deps;
    if (topic === "fleet") return;
    let leave: (() => void) | undefined;
    try {
      leave = enterTopic(topic);
      const subscription = hub.watch(topic, () => this.#wakeWhenDue());
      if (subscription === undefined) throw new Error(`${topic} is not a topic that can be followed.`);
      this.#releases.push(leave, onOpen(topic, subscription.source));
      this.#subscriptions.push(subscription);
      const reader = new TopicReader(topic, subscription.source, cursor, clock);
      subscription.attach(reader);
      this.#readers.push(reader);
    } catch (error) {
      leave?.();
      if (!(error instanceof Problem)) throw error;
      this.#waiting.push(request);
      if (!isRetry) this.#refuse(topic, error.message);
    }
  }

  #openWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const request of waiting) this.#open(request, true);
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#controller = controller;
  }

  /** Resolves after one batch was written. */
  async pull(controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> {
    this.#blockedSinceMs = Number.POSITIVE_INFINITY;
    while (!this.#ended) {
      const text = this.#due() ? this.#batch() : "";
      if (text !== "") controller.enqueue(encoder.encode(text));
      if (this.#bye !== undefined && this.#pending === "") return this.#close();
      if (text !== "") break;
      await this.#wait();
    }
    this.#blockedSinceMs = this.#deps.clock.monotonicMs();
  }

  readonly cancel = (): void => {
    if (this.#ended) return;
    this.#release();
  };

  bye(reason: ByeReason): void {
    if (this.#ended || this.#bye !== undefined) return;
    this.#bye = reason;
    this.#pending += frameText({ kind: "bye", reason });
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#deps.clock.later(deadlines.live.farewellMs, () =>
      this.#fail("The viewer did not read the closing frame in time."),
    );
    this.#wake?.();
  }

  #close(): void {
    this.#release();
    this.#controller?.close();
  }

  #fail(reason: string): void {
    if (this.#ended) return;
    this.#release();
    this.#controller?.error(new Error(reason));
  }

  #release(): void {
    this.#ended = true;
    this.#cancelTimer?.();
    this.#cancelTick?.();
    this.#deps.signal.removeEventListener("abort", this.cancel);
    for (const release of this.#releases) release();
    for (const { release } of this.#subscriptions) release();
    this.#wake?.();
    this.#deps.onEnd();
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined;
        resolve();
      };
      this.#wakeWhenDue();
    });
  }

  /** Entries wait for the next batch time unless there are many; everything else is sent at once. */
  #due(): boolean {
    if (this.#pending !== "") return true;
    const behind = this.#readers.filter((reader) => reader.behind);
    if (behind.length === 0) return false;
    if (this.#unfinished || behind.some((reader) => reader.isUrgent)) return true;
    return this.#deps.clock.monotonicMs() - this.#lastBatchMs >= paces.live.batchMs;
  }

  /** Wakes a waiting pull now or at the next batch time. */
  #wakeWhenDue(): void {
    if (this.#wake === undefined) return;
    if (this.#due()) {
      this.#wake();
      return;
    }
    if (this.#cancelTimer !== undefined || !this.#readers.some((reader) => reader.behind)) return;
    const waitMs = this.#lastBatchMs + paces.live.batchMs - this.#deps.clock.monotonicMs();
    this.#cancelTimer = this.#deps.clock.later(Math.max(1, waitMs), () => {
      this.#cancelTimer = undefined;
      this.#wakeWhenDue();
    });
  }

  #batch(): string {
    let text = this.#pending;
    this.#pending = "";
    if (this.#bye !== undefined) return text;
    // Round robin: one busy log must not delay the others.
    const [first, ...others] = this.#readers;
    for (const reader of this.#readers) {
      if (text.length >= batchBytes) break;
      text += reader.take(batchBytes - text.length);
    }
    if (first !== undefined) this.#readers.splice(0, this.#readers.length, ...others, first);
    this.#lastBatchMs = this.#deps.clock.monotonicMs();
    this.#unfinished = this.#readers.some((reader) => reader.backlog > 0);
    return text;
  }

  #tick(): void {
    const { clock } = this.#deps;
    this.#cancelTick = clock.later(paces.live.tickMs, () => {
      const nowMs = clock.monotonicMs();
      if (nowMs - this.#blockedSinceMs >= deadlines.live.blockedMs)
        return this.#fail("The viewer has stopped reading.");
      if (nowMs - this.#startMs >= paces.live.maxAgeMs) return this.bye("rotate");
      this.#openWaiting();
      this.#addTickFrame(nowMs);
      this.#tick();
      void this.#recheck();
    });
  }

  #addTickFrame(nowMs: number): void {
    // At most one tick is pending while the viewer is blocked.
    if (this.#pending !== "") return;
    this.#addFleetFrame();
    this.#pending += frameText({ kind: "tick", at: isoTime(this.#deps.clock.nowMs()) });
    if (nowMs - this.#lastHeartbeatMs >= paces.live.heartbeatMs) {
      this.#lastHeartbeatMs = nowMs;
      this.#pending += heartbeat;
    }
    this.#wake?.();
  }

  #addFleetFrame(): void {
    if (!this.#wantsFleet) return;
    const text = frameText(this.#deps.fleet());
    if (text === this.#lastFleetText) return;
    this.#lastFleetText = text;
    this.#pending += text;
  }

  async #recheck(): Promise<void> {
    try {
      const reason = await this.#deps.recheck();
      if (reason !== undefined) this.bye(reason);
    } catch {
      // The database cannot be read at the moment; the next tick checks again.
    }
  }
}

/** Opens a viewer's stream. A topic that a limit refuses says so, and is opened once there is room. */
export function openLiveStream(deps: LiveStreamDeps): LiveStream {
  const viewer = new Viewer(deps);
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => viewer.start(controller),
      pull: (controller) => viewer.pull(controller),
      cancel: () => viewer.cancel(),
    },
    { highWaterMark: 0 },
  );
  return { body, end: (reason) => viewer.bye(reason) };
}
