// One viewer's live stream: several topics on one pull source. It writes only when the connection takes more, a batch
// at a time with a rest in between so that a busy log leaves the process to others, and it can always end itself.
import type { LiveFrame } from "../../bff/live.ts";
import { deadlines, paces } from "../paces.ts";
import type { AskedTopic } from "./asked-topics.ts";
import { type Clock, isoTime } from "./clock.ts";
import { frameText, heartbeat, preamble } from "./frames.ts";
import type { LogHub, Watched } from "./log-hub.ts";
import { TopicReader } from "./topic-reader.ts";

export type FleetFrame = Extract<LiveFrame, { kind: "fleet" }>;
type ByeReason = Extract<LiveFrame, { kind: "bye" }>["reason"];

export interface LiveStreamDeps {
  asked: readonly AskedTopic[];
  hub: LogHub;
  clock: Clock;
  /** The upstream's health as it is now. */
  fleet: () => FleetFrame;
  /** Whether the operator's session still holds; asked every five seconds. */
  stillSignedIn: () => Promise<boolean>;
  /** Aborts when the client has left. */
  signal: AbortSignal;
  /** Called once, however the stream ends. */
  onEnd: () => void;
}

export interface LiveStream {
  body: ReadableStream<Uint8Array>;
  /** Says goodbye and closes. */
  end(reason: ByeReason): void;
}

const batchBytes = 128 * 1024;

const encoder = new TextEncoder();

class Viewer {
  readonly #deps: LiveStreamDeps;
  readonly #readers: TopicReader[] = [];
  readonly #watched: Watched[] = [];
  // This and the other times below by the clock that counts what passes.
  readonly #startMs: number;
  readonly #fleetAsked: boolean;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Resolves the pull that waits; undefined while the connection takes nothing. */
  #wake: (() => void) | undefined;
  #cancelTimer: (() => void) | undefined;
  #cancelTick: (() => void) | undefined;
  #pending = preamble;
  #blockedSinceMs: number;
  #lastBatchMs = Number.NEGATIVE_INFINITY;
  /** The last batch was full before everything was in it. */
  #unfinished = false;
  #lastHeartbeatMs: number;
  #fleetTold = "";
  #bye: ByeReason | undefined;
  #ended = false;

  constructor(deps: LiveStreamDeps) {
    this.#deps = deps;
    this.#startMs = deps.clock.monotonicMs();
    this.#blockedSinceMs = this.#startMs;
    this.#lastHeartbeatMs = this.#startMs;
    this.#fleetAsked = deps.asked.some(({ topic }) => topic === "fleet");
    try {
      for (const { topic, cursor } of deps.asked) {
        const watched = deps.hub.watch(topic, () => this.#look());
        if (watched === undefined) continue;
        this.#watched.push(watched);
        this.#readers.push(new TopicReader(topic, watched.source, cursor, deps.clock));
      }
    } catch (error) {
      this.#release();
      throw error;
    }
    this.#pending += frameText({ kind: "hello", topics: deps.asked.map(({ topic }) => topic) });
    this.#sayFleet();
    this.#tick();
    deps.signal.addEventListener("abort", this.cancel, { once: true });
    if (deps.signal.aborted) this.cancel();
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#controller = controller;
  }

  /** Writes one batch; resolves when there was one. */
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
      this.#cut("The viewer did not take the goodbye."),
    );
    this.#wake?.();
  }

  #close(): void {
    this.#release();
    this.#controller?.close();
  }

  #cut(why: string): void {
    if (this.#ended) return;
    this.#release();
    this.#controller?.error(new Error(why));
  }

  #release(): void {
    this.#ended = true;
    this.#cancelTimer?.();
    this.#cancelTick?.();
    this.#deps.signal.removeEventListener("abort", this.cancel);
    for (const { release } of this.#watched) release();
    this.#wake?.();
    this.#deps.onEnd();
  }

  #wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => {
        this.#wake = undefined;
        resolve();
      };
      this.#look();
    });
  }

  /** Entries wait for the batch's time unless there are many; everything else goes at once. */
  #due(): boolean {
    if (this.#pending !== "") return true;
    const behind = this.#readers.filter((reader) => reader.behind);
    if (behind.length === 0) return false;
    if (this.#unfinished || behind.some((reader) => reader.hurried)) return true;
    return this.#deps.clock.monotonicMs() - this.#lastBatchMs >= paces.live.batchMs;
  }

  /** Something has changed: wakes a waiting pull now or at the batch's time. */
  #look(): void {
    if (this.#wake === undefined) return;
    if (this.#due()) {
      this.#wake();
      return;
    }
    if (this.#cancelTimer !== undefined || !this.#readers.some((reader) => reader.behind)) return;
    const waitMs = this.#lastBatchMs + paces.live.batchMs - this.#deps.clock.monotonicMs();
    this.#cancelTimer = this.#deps.clock.later(Math.max(1, waitMs), () => {
      this.#cancelTimer = undefined;
      this.#look();
    });
  }

  #batch(): string {
    let text = this.#pending;
    this.#pending = "";
    if (this.#bye !== undefined) return text;
    // The topic that was first goes last, so that one busy log cannot keep the others waiting.
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
        return this.#cut("The viewer takes nothing.");
      if (nowMs - this.#startMs >= paces.live.maxAgeMs) return this.bye("rotate");
      this.#sayTime(nowMs);
      this.#tick();
      void this.#recheck();
    });
  }

  #sayTime(nowMs: number): void {
    // While the viewer is blocked one tick is enough: they must not pile up.
    if (this.#pending !== "") return;
    this.#sayFleet();
    this.#pending += frameText({ kind: "tick", at: isoTime(this.#deps.clock.nowMs()) });
    if (nowMs - this.#lastHeartbeatMs >= paces.live.heartbeatMs) {
      this.#lastHeartbeatMs = nowMs;
      this.#pending += heartbeat;
    }
    this.#wake?.();
  }

  #sayFleet(): void {
    if (!this.#fleetAsked) return;
    const text = frameText(this.#deps.fleet());
    if (text === this.#fleetTold) return;
    this.#fleetTold = text;
    this.#pending += text;
  }

  async #recheck(): Promise<void> {
    try {
      if (!(await this.#deps.stillSignedIn())) this.bye("signed_out");
    } catch {
      // The store cannot be read just now; the next tick asks again.
    }
  }
}

/** Opens a viewer's stream over the hub; throws a Problem (503) before anything is open. */
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
