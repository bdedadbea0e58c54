// Fakes around the live stream's client: a manual clock, a scripted server, and the locks and channels of a browser with
// several tabs.
import { type LiveFrame, splitTopicRequest } from "../../../lib/bff/live.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { TabLocks } from "../../../lib/live/candidacy.ts";
import type { LiveFetch } from "../../../lib/live/reconnecting-stream.ts";
import type { TabChannel } from "../../../lib/live/shared-stream.ts";

/** Waits until promises, streams and messages that are due have settled. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 12; round += 1) await new Promise((resolve) => setImmediate(resolve));
}

export class FakeClock implements Clock {
  #nowMs = 1_000_000;
  #setByMs = 0;
  readonly #timers = new Set<{ atMs: number; run: () => void }>();

  nowMs(): number {
    return this.#nowMs + this.#setByMs;
  }

  /** Somebody sets the clock: no time passes. */
  step(byMs: number): void {
    this.#setByMs += byMs;
  }

  monotonicMs(): number {
    return this.#nowMs;
  }

  later(delayMs: number, run: () => void): () => void {
    const timer = { atMs: this.#nowMs + Math.max(0, delayMs), run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Advances time, timer by timer. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms;
    for (;;) {
      await settle();
      const due = [...this.#timers].sort((one, other) => one.atMs - other.atMs)[0];
      if (due === undefined || due.atMs > endMs) break;
      this.#timers.delete(due);
      this.#nowMs = Math.max(this.#nowMs, due.atMs);
      due.run();
    }
    this.#nowMs = endMs;
    await settle();
  }
}

const encoder = new TextEncoder();

/** One request to the live stream, answered by the test. */
export class FakeLiveRequest {
  readonly atMs: number;
  readonly parameters: readonly (readonly [string, string])[];
  readonly signal: AbortSignal;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #answer: (response: Response) => void = () => undefined;
  readonly response: Promise<Response>;

  constructor(atMs: number, url: string, signal: AbortSignal) {
    this.atMs = atMs;
    this.parameters = [...new URL(url, "http://dashboard").searchParams];
    this.signal = signal;
    this.response = new Promise((resolve, reject) => {
      this.#answer = resolve;
      signal.addEventListener("abort", () => {
        reject(new DOMException("aborted", "AbortError"));
        this.cut();
      });
    });
  }

  /** Topics and cursors in the order of the address: `["fleet", "logs:…", "e:4"]`. */
  get topicsAndCursors(): string[] {
    return this.parameters.flatMap(([, value]) => {
      const { topic, cursor } = splitTopicRequest(value);
      return cursor === undefined ? [topic] : [topic, cursor];
    });
  }

  get topics(): string[] {
    return this.parameters.map(([, value]) => splitTopicRequest(value).topic);
  }

  /** Responds with 200 and a hello frame. */
  async open(): Promise<this> {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
      },
    });
    this.#answer(new Response(body, { headers: { "content-type": "text/event-stream" } }));
    this.text(`data: ${JSON.stringify({ kind: "hello", topics: this.topics })}\n\n`);
    await settle();
    return this;
  }

  async refuse(status: number, headers: Record<string, string> = {}, body: unknown = {}): Promise<void> {
    this.#answer(new Response(JSON.stringify(body), { status, headers }));
    await settle();
  }

  text(text: string): void {
    this.#controller?.enqueue(encoder.encode(text));
  }

  async send(...frames: LiveFrame[]): Promise<void> {
    for (const frame of frames) this.text(`data: ${JSON.stringify(frame)}\n\n`);
    await settle();
  }

  /** Breaks the connection. */
  cut(): void {
    try {
      this.#controller?.error(new TypeError("network error"));
    } catch {
      // Already closed.
    }
  }

  async end(): Promise<void> {
    this.#controller?.close();
    await settle();
  }
}

export class ScriptedLiveServer {
  readonly requests: FakeLiveRequest[] = [];
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly fetch: LiveFetch = (url, { signal }) => {
    const request = new FakeLiveRequest(this.#clock.nowMs(), url, signal ?? new AbortController().signal);
    this.requests.push(request);
    return request.response;
  };

  get last(): FakeLiveRequest {
    const last = this.requests.at(-1);
    if (last === undefined) throw new Error("no request");
    return last;
  }
}

interface Waiter {
  readonly held: () => Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
  readonly owner: string;
}

/** A browser whose tabs share locks and channels; any tab can die without notice. */
export class FakeBrowserTabs {
  readonly #queue: Waiter[] = [];
  #holder: Waiter | undefined;
  readonly #channels = new Map<string, { take: (message: unknown) => void; dead: boolean }>();

  /** The owner of the lock. */
  get leader(): string | undefined {
    return this.#holder?.owner;
  }

  locks(owner: string): TabLocks {
    return {
      request: (_, { steal = false }, held) =>
        new Promise<void>((resolve, reject) => {
          const waiter = { held, resolve, reject, owner };
          if (!steal) this.#queue.push(waiter);
          else {
            this.#holder?.reject(new DOMException("stolen", "AbortError"));
            this.#hold(waiter);
          }
          this.#grant();
        }),
    };
  }

  channel(owner: string): TabChannel {
    const port = { take: (_: unknown): void => undefined, dead: false };
    this.#channels.set(owner, port);
    return {
      post: (message) => {
        if (port.dead) return;
        const copy: unknown = structuredClone(message);
        for (const other of this.#channels.values()) {
          if (other !== port) queueMicrotask(() => other.dead || other.take(copy));
        }
      },
      listen: (take) => {
        port.take = take;
      },
      close: () => {
        port.dead = true;
      },
    };
  }

  /** Crashes a tab: its channel closes and its lock passes on. */
  kill(owner: string): void {
    const port = this.#channels.get(owner);
    if (port !== undefined) port.dead = true;
    for (const waiter of [...this.#queue]) {
      if (waiter.owner === owner) this.#queue.splice(this.#queue.indexOf(waiter), 1);
    }
    if (this.#holder?.owner === owner) this.#holder = undefined;
    this.#grant();
  }

  /** Hangs a tab: it neither receives nor sends, and holds its lock. */
  freeze(owner: string): void {
    const port = this.#channels.get(owner);
    if (port !== undefined) port.dead = true;
  }

  #grant(): void {
    if (this.#holder !== undefined) return;
    const next = this.#queue.shift();
    if (next !== undefined) this.#hold(next);
  }

  #hold(waiter: Waiter): void {
    this.#holder = waiter;
    void waiter.held().then(() => {
      waiter.resolve();
      if (this.#holder !== waiter) return;
      this.#holder = undefined;
      this.#grant();
    });
  }
}
