// The browser's end of the live stream: one request at a time, opened again from where it broke. It knows nothing of
// tabs or views. What the server refuses for good it says once, as the state of a topic, and asks for no more.
import { type Cursor, type LiveFrame, liveBounds, liveQuery, type Topic } from "../bff/live.ts";
import { paces } from "../paces.ts";
import { backoffMs, retryAfterMs } from "./backoff.ts";
import type { LiveClock } from "./clock.ts";
import type { LiveConnection } from "./live-status.ts";
import { readFrames } from "./read-frames.ts";
import { type AskedPlace, TopicPlaces } from "./topic-places.ts";

export type LiveFetch = (url: string, init: RequestInit) => Promise<Response>;

export interface SourceDeps {
  readonly fetch: LiveFetch;
  readonly clock: LiveClock;
  readonly random: () => number;
}

export interface SourceEvents {
  /** A stream has begun: what it was asked for. Its frames follow. */
  opened(asked: readonly AskedPlace[]): void;
  frame(frame: LiveFrame): void;
  connection(now: LiveConnection): void;
}

/** How one request ended. */
type Ending =
  | { readonly kind: "again"; readonly atLeastMs: number }
  | { readonly kind: "at_once" }
  | { readonly kind: "signed_out" };

export class LiveSource {
  readonly #deps: SourceDeps;
  readonly #events: SourceEvents;
  readonly #places = new TopicPlaces();
  /** Topics a stream has carried: a refusal is not about them. */
  readonly #proven = new Set<Topic>();
  #request: AbortController | undefined;
  #cancelPlan: (() => void) | undefined;
  #planAtMs = Number.POSITIVE_INFINITY;
  #cancelWatch: (() => void) | undefined;
  #heardAtMs = 0;
  #attempt = 0;
  #connection: LiveConnection = "idle";
  #fleet: LiveFrame | undefined;
  /** One of several new topics was refused: they are tried one by one. */
  #singly = false;
  #closed = false;

  constructor(deps: SourceDeps, events: SourceEvents) {
    this.#deps = deps;
    this.#events = events;
  }

  /** What is asked for now. */
  get topics(): readonly Topic[] {
    return this.#places.topics;
  }

  /** Makes the stream carry `topic`, from `cursor` on; without one, from the oldest line the server keeps. */
  ask(topic: Topic, cursor: Cursor | undefined): void {
    // Health is told when it changes: who comes late gets what was told last.
    if (topic === "fleet" && this.#places.has("fleet")) {
      if (this.#fleet !== undefined) this.#events.frame(this.#fleet);
      return;
    }
    if (this.#places.ask(topic, cursor)) this.#change(paces.live.gatherMs);
  }

  /** Nobody needs `topic` any more. */
  drop(topic: Topic): void {
    if (!this.#places.drop(topic)) return;
    this.#proven.delete(topic);
    if (topic === "fleet") this.#fleet = undefined;
    this.#change(this.#places.topics.length === 0 ? paces.live.gatherMs : paces.live.giveBackMs);
  }

  /** Ends a wait between attempts: there is reason to believe that the server can be reached again. */
  hurry(): void {
    if (this.#request === undefined && this.#connection === "reconnecting") this.#plan(0);
  }

  close(): void {
    this.#closed = true;
    this.#cancelPlan?.();
    this.#cancelWatch?.();
    this.#request?.abort();
    this.#request = undefined;
  }

  /** What is asked for has changed: a running or first request is made anew, a wait after a failure is kept. */
  #change(delayMs: number): void {
    if (this.#connection === "signed_out") return;
    if (this.#request === undefined && this.#connection === "reconnecting") return;
    this.#plan(delayMs);
  }

  #plan(delayMs: number): void {
    const atMs = this.#deps.clock.nowMs() + delayMs;
    if (this.#closed || (this.#cancelPlan !== undefined && this.#planAtMs <= atMs)) return;
    this.#cancelPlan?.();
    this.#planAtMs = atMs;
    this.#cancelPlan = this.#deps.clock.later(delayMs, () => {
      this.#cancelPlan = undefined;
      void this.#open();
    });
  }

  #say(connection: LiveConnection): void {
    if (this.#closed || this.#connection === connection) return;
    this.#connection = connection;
    this.#events.connection(connection);
  }

  async #open(): Promise<void> {
    this.#request?.abort();
    this.#request = undefined;
    this.#cancelWatch?.();
    const asked = this.#places.begin(this.#due());
    if (asked.length === 0) return this.#say("idle");
    const request = new AbortController();
    this.#request = request;
    if (this.#connection === "idle") this.#say("connecting");
    const startMs = this.#deps.clock.nowMs();
    const ending = await this.#run(asked, request);
    if (this.#request !== request) return;
    this.#request = undefined;
    this.#cancelWatch?.();
    request.abort();
    if (this.#deps.clock.nowMs() - startMs >= paces.live.provenMs) this.#attempt = 0;
    this.#after(ending);
  }

  /** The topics of the next request; those that find no room in it are told so. */
  #due(): readonly Topic[] {
    const { topics } = this.#places;
    for (const topic of topics.slice(liveBounds.maxTopics)) {
      this.#refuse(topic, `This browser follows ${liveBounds.maxTopics} topics already; close a log first.`);
    }
    const room = topics.slice(0, liveBounds.maxTopics);
    const fresh = room.filter((topic) => !this.#proven.has(topic));
    this.#singly &&= fresh.length > 0;
    return this.#singly ? room.filter((topic) => this.#proven.has(topic) || topic === fresh[0]) : room;
  }

  #after(ending: Ending): void {
    switch (ending.kind) {
      case "at_once":
        this.#plan(0);
        break;
      case "signed_out":
        this.#say("signed_out");
        break;
      case "again": {
        this.#cancelPlan?.();
        this.#cancelPlan = undefined;
        this.#say("reconnecting");
        const waitMs = backoffMs(this.#attempt, this.#deps.random);
        this.#attempt += 1;
        // What the server asks for is the least; the chance on top keeps those apart who were told the same.
        this.#plan(ending.atLeastMs === 0 ? waitMs : ending.atLeastMs + waitMs - paces.retry.streamLeastMs);
      }
    }
  }

  async #run(asked: readonly AskedPlace[], request: AbortController): Promise<Ending> {
    const { fetch, clock } = this.#deps;
    let ending: Ending = { kind: "again", atLeastMs: 0 };
    this.#watch(request);
    try {
      const response = await fetch(`/api/live?${liveQuery(asked)}`, {
        headers: { accept: "text/event-stream" },
        credentials: "same-origin",
        cache: "no-store",
        signal: request.signal,
      });
      if (this.#request !== request) return ending;
      if (response.status === 401 || response.status === 403) return { kind: "signed_out" };
      if (response.status === 400) return await this.#narrow(asked, response);
      if (!response.ok || response.body === null) {
        return {
          ...ending,
          atLeastMs: retryAfterMs(response.headers.get("retry-after"), clock.nowMs()) ?? 0,
        };
      }
      await readFrames(response.body, {
        onBytes: () => {
          this.#heardAtMs = clock.nowMs();
        },
        onFrame: (frame) => {
          if (this.#request !== request) return;
          if (frame.kind === "bye") ending = endingOf(frame.reason);
          this.#take(frame, asked);
        },
      });
    } catch {
      // Broken, or cut by the watch: either way the next attempt goes on from where this one came.
    }
    return ending;
  }

  #take(frame: LiveFrame, asked: readonly AskedPlace[]): void {
    switch (frame.kind) {
      case "hello":
        for (const { topic } of asked) this.#proven.add(topic);
        this.#events.opened(asked);
        this.#say("connected");
        if (this.#singly) this.#plan(0);
        break;
      case "fleet":
        this.#fleet = frame;
        break;
      case "lines":
      case "gap":
        this.#places.pass(frame);
        break;
      case "state":
      case "tick":
      case "bye":
        break;
    }
    if (this.#connection === "stale") this.#say("connected");
    this.#events.frame(frame);
  }

  /** The server does not take the request as it is: one of the topics that are new must be why. */
  async #narrow(asked: readonly AskedPlace[], response: Response): Promise<Ending> {
    await response.body?.cancel();
    const [suspect, ...others] = asked.filter(({ topic }) => !this.#proven.has(topic));
    if (suspect === undefined) return { kind: "again", atLeastMs: 0 };
    if (others.length > 0) this.#singly = true;
    else {
      this.#places.drop(suspect.topic);
      this.#refuse(suspect.topic, "The dashboard does not take this as the name of a log.");
    }
    return { kind: "at_once" };
  }

  #refuse(topic: Topic, reason: string): void {
    this.#events.frame({ kind: "state", topic, state: "unavailable", reason, beginsAt: null });
  }

  /** Looks after the silence of a request; a dead one is cut. */
  #watch(request: AbortController): void {
    const { clock } = this.#deps;
    this.#heardAtMs = clock.nowMs();
    const look = () => {
      const silentMs = clock.nowMs() - this.#heardAtMs;
      if (silentMs >= paces.live.deadMs) return this.#cut(request);
      if (silentMs >= paces.live.staleMs && this.#connection === "connected") this.#say("stale");
      const nextMs = silentMs < paces.live.staleMs ? paces.live.staleMs : paces.live.deadMs;
      this.#cancelWatch = clock.later(nextMs - silentMs, look);
    };
    look();
  }

  #cut(request: AbortController): void {
    if (this.#request !== request) return;
    // Not left to the request: an implementation may be slow to notice its own abort.
    this.#request = undefined;
    request.abort();
    this.#after({ kind: "again", atLeastMs: 0 });
  }
}

function endingOf(reason: Extract<LiveFrame, { kind: "bye" }>["reason"]): Ending {
  switch (reason) {
    case "rotate":
      return { kind: "at_once" };
    case "shutdown":
      return { kind: "again", atLeastMs: 0 };
    case "signed_out":
      return { kind: "signed_out" };
  }
}
