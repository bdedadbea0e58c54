// Client of the live stream: one request at a time, reopened from the cursor of each topic after a break. A topic that
// the server refuses permanently is reported once, as the state of the topic, and not requested again.
import { apiAddress } from "../bff/base-path.ts";
import {
  type Cursor,
  type LiveFrame,
  liveBounds,
  liveQuery,
  type Topic,
  type TopicRequest,
} from "../bff/live.ts";
import { problemBody } from "../bff/problem.ts";
import { type Clock, elapsedSince, type Mark, markOf } from "../clock.ts";
import { paces } from "../paces.ts";
import { backoffMs, retryAfterMs } from "./backoff.ts";
import type { LiveConnection } from "./live-status.ts";
import { logTexts } from "./log-messages.ts";
import { readFrames } from "./read-frames.ts";
import { TopicCursors } from "./topic-cursors.ts";

export type LiveFetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ReconnectingStreamDeps {
  readonly fetch: LiveFetch;
  readonly clock: Clock;
  readonly random: () => number;
}

export interface ReconnectingStreamEvents {
  /** A stream with these requests is open; its frames follow. */
  opened(requests: readonly TopicRequest[]): void;
  frame(frame: LiveFrame): void;
  connection(connection: LiveConnection): void;
}

/** Statuses of a request that would fail again: invalid, or too long. */
const refusedAsWrong: ReadonlySet<number> = new Set([400, 413, 414, 431]);

/** How one request ended. */
type Ending =
  | { readonly kind: "retry"; readonly atLeastMs: number }
  | { readonly kind: "reopen" }
  | { readonly kind: "signed_out" };

/** One connection to the live stream with all topics of its owner. */
export class ReconnectingStream {
  readonly #deps: ReconnectingStreamDeps;
  readonly #events: ReconnectingStreamEvents;
  readonly #cursors = new TopicCursors();
  /** Topics the server has accepted: a refused request is not due to them. */
  readonly #accepted = new Set<Topic>();
  #request: AbortController | undefined;
  #cancelOpen: (() => void) | undefined;
  /** By the monotonic clock: what a timer waits for does not come nearer while the computer sleeps. */
  #openAtMs = Number.POSITIVE_INFINITY;
  #cancelSilenceCheck: (() => void) | undefined;
  #lastReceived: Mark;
  #attempt = 0;
  /** The least wait that the server has set with its last refusal. */
  #refused: { readonly since: Mark; readonly atLeastMs: number };
  #connection: LiveConnection = "idle";
  #fleet: LiveFrame | undefined;
  /** A request with several new topics was refused: they are tried one by one. */
  #oneByOne = false;
  #closed = false;

  constructor(deps: ReconnectingStreamDeps, events: ReconnectingStreamEvents) {
    this.#deps = deps;
    this.#events = events;
    this.#lastReceived = markOf(deps.clock);
    this.#refused = { since: this.#lastReceived, atLeastMs: 0 };
  }

  get topics(): readonly Topic[] {
    return this.#cursors.topics;
  }

  /** Adds `topic` from `cursor` on; without one, from the oldest line the server stores. */
  subscribe(topic: Topic, cursor: Cursor | undefined): void {
    // The server sends health only when it changes, so a later subscriber gets the last frame.
    if (topic === "fleet" && this.#cursors.has("fleet")) {
      if (this.#fleet !== undefined) this.#events.frame(this.#fleet);
      return;
    }
    if (this.#cursors.add(topic, cursor)) this.#reopen(paces.live.subscribeBatchMs);
  }

  unsubscribe(topic: Topic): void {
    if (!this.#cursors.remove(topic)) return;
    this.#accepted.delete(topic);
    if (topic === "fleet") this.#fleet = undefined;
    this.#reopen(
      this.#cursors.topics.length === 0 ? paces.live.subscribeBatchMs : paces.live.unsubscribeDelayMs,
    );
  }

  /**
   * Skips a wait between attempts, because the server is probably reachable again, or there is another sign-in. What the
   * server has set with Retry-After is waited for.
   */
  hurry(): void {
    if (this.#connection === "signed_out") this.#setConnection("reconnecting");
    if (this.#request !== undefined || this.#connection !== "reconnecting") return;
    const { since, atLeastMs } = this.#refused;
    this.#scheduleOpen(Math.max(0, atLeastMs - elapsedSince(this.#deps.clock, since)));
  }

  close(): void {
    this.#closed = true;
    this.#cancelOpen?.();
    this.#cancelSilenceCheck?.();
    this.#request?.abort();
    this.#request = undefined;
  }

  /** Reopens the request after a change of topics; a wait after a failure continues. */
  #reopen(delayMs: number): void {
    if (this.#connection === "signed_out") return;
    if (this.#request === undefined && this.#connection === "reconnecting") return;
    this.#scheduleOpen(delayMs);
  }

  #scheduleOpen(delayMs: number): void {
    const atMs = this.#deps.clock.monotonicMs() + delayMs;
    if (this.#closed || (this.#cancelOpen !== undefined && this.#openAtMs <= atMs)) return;
    this.#cancelOpen?.();
    this.#openAtMs = atMs;
    this.#cancelOpen = this.#deps.clock.later(delayMs, () => {
      this.#cancelOpen = undefined;
      void this.#open();
    });
  }

  #setConnection(connection: LiveConnection): void {
    if (this.#closed || this.#connection === connection) return;
    this.#connection = connection;
    this.#events.connection(connection);
  }

  async #open(): Promise<void> {
    this.#request?.abort();
    this.#request = undefined;
    this.#cancelSilenceCheck?.();
    const requests = this.#cursors.begin(this.#nextTopics());
    if (requests.length === 0) return this.#setConnection("idle");
    const request = new AbortController();
    this.#request = request;
    if (this.#connection === "idle") this.#setConnection("connecting");
    const startMs = this.#deps.clock.monotonicMs();
    const ending = await this.#read(requests, request);
    if (this.#request !== request) return;
    this.#request = undefined;
    this.#cancelSilenceCheck?.();
    request.abort();
    if (this.#deps.clock.monotonicMs() - startMs >= paces.live.stableAfterMs) this.#attempt = 0;
    this.#handleEnd(ending);
  }

  /** The topics of the next request; those above the limit are refused. */
  #nextTopics(): readonly Topic[] {
    const { topics } = this.#cursors;
    for (const topic of topics.slice(liveBounds.maxTopics)) {
      this.#refuse(topic, logTexts.tooManyLogs);
    }
    const admitted = topics.slice(0, liveBounds.maxTopics);
    const unproven = admitted.filter((topic) => !this.#accepted.has(topic));
    this.#oneByOne &&= unproven.length > 0;
    return this.#oneByOne
      ? admitted.filter((topic) => this.#accepted.has(topic) || topic === unproven[0])
      : admitted;
  }

  #handleEnd(ending: Ending): void {
    switch (ending.kind) {
      case "reopen":
        this.#scheduleOpen(0);
        break;
      case "signed_out":
        this.#setConnection("signed_out");
        break;
      case "retry": {
        this.#cancelOpen?.();
        this.#cancelOpen = undefined;
        this.#setConnection("reconnecting");
        this.#refused = { since: markOf(this.#deps.clock), atLeastMs: ending.atLeastMs };
        const waitMs = backoffMs(this.#attempt, this.#deps.random);
        this.#attempt += 1;
        // Retry-After is the minimum; the jitter on top spreads clients that received the same value.
        this.#scheduleOpen(
          ending.atLeastMs === 0 ? waitMs : ending.atLeastMs + waitMs - paces.retry.streamLeastMs,
        );
      }
    }
  }

  async #read(requests: readonly TopicRequest[], request: AbortController): Promise<Ending> {
    const { fetch, clock } = this.#deps;
    let ending: Ending = { kind: "retry", atLeastMs: 0 };
    this.#monitorSilence(request);
    try {
      const response = await fetch(`${apiAddress("/live")}?${liveQuery(requests)}`, {
        headers: { accept: "text/event-stream" },
        credentials: "same-origin",
        cache: "no-store",
        signal: request.signal,
      });
      if (this.#request !== request) return ending;
      if (response.status === 401 || response.status === 403) return { kind: "signed_out" };
      if (refusedAsWrong.has(response.status)) return await this.#isolateRefused(requests, response);
      if (!response.ok || response.body === null) {
        await this.#reportRefusal(requests, response);
        return {
          ...ending,
          atLeastMs: retryAfterMs(response.headers.get("retry-after"), clock.nowMs()) ?? 0,
        };
      }
      await readFrames(response.body, {
        onBytes: () => {
          this.#lastReceived = markOf(clock);
        },
        onFrame: (frame) => {
          if (this.#request !== request) return;
          if (frame.kind === "bye") ending = endingOf(frame.reason);
          this.#receive(frame, requests);
        },
      });
    } catch {
      // Broken or aborted for silence: the next attempt continues from the cursors.
    }
    return ending;
  }

  #receive(frame: LiveFrame, requests: readonly TopicRequest[]): void {
    switch (frame.kind) {
      case "hello":
        for (const { topic } of requests) this.#accepted.add(topic);
        this.#events.opened(requests);
        this.#setConnection("connected");
        if (this.#oneByOne) this.#scheduleOpen(0);
        break;
      case "fleet":
        this.#fleet = frame;
        break;
      case "lines":
      case "gap":
        this.#cursors.advance(frame);
        break;
      case "state":
      case "tick":
      case "bye":
        break;
    }
    if (this.#connection === "stale") this.#setConnection("connected");
    this.#events.frame(frame);
  }

  /**
   * Handles a refused request, which is never repeated as it was. One of its new topics must be the cause; where all
   * were accepted before, any of them, with its cursor.
   */
  async #isolateRefused(requests: readonly TopicRequest[], response: Response): Promise<Ending> {
    await response.body?.cancel();
    if (requests.every(({ topic }) => this.#accepted.has(topic))) this.#accepted.clear();
    const [suspect, ...others] = requests.filter(({ topic }) => !this.#accepted.has(topic));
    if (suspect !== undefined && others.length === 0) {
      this.#cursors.remove(suspect.topic);
      this.#refuse(suspect.topic, logTexts.notLogName);
    } else this.#oneByOne = true;
    return { kind: "reopen" };
  }

  /** Says in each log why there is no stream, where the dashboard gives a reason: another try may be refused, too. */
  async #reportRefusal(requests: readonly TopicRequest[], response: Response): Promise<void> {
    const refusal = problemBody.safeParse(await response.json().catch(() => undefined));
    if (refusal.data?.code !== "too_many_streams") return;
    for (const { topic } of requests) if (topic !== "fleet") this.#refuse(topic, refusal.data.message);
  }

  #refuse(topic: Topic, reason: string): void {
    this.#events.frame({ kind: "state", topic, state: "unavailable", reason, beginsAt: null });
  }

  /** Marks a silent request stale, then aborts it. */
  #monitorSilence(request: AbortController): void {
    const { clock } = this.#deps;
    this.#lastReceived = markOf(clock);
    const check = () => {
      const silentMs = elapsedSince(clock, this.#lastReceived);
      if (silentMs >= paces.live.deadMs) return this.#abortSilent(request);
      if (silentMs >= paces.live.staleMs && this.#connection === "connected") this.#setConnection("stale");
      const { staleMs, deadMs } = paces.live;
      // Never later than `staleMs`, as data that arrives meanwhile starts a new silence.
      const nextMs = silentMs < staleMs ? staleMs - silentMs : Math.min(staleMs, deadMs - silentMs);
      this.#cancelSilenceCheck = clock.later(nextMs, check);
    };
    check();
  }

  #abortSilent(request: AbortController): void {
    if (this.#request !== request) return;
    // Reset here, because a fetch implementation may settle long after its abort.
    this.#request = undefined;
    request.abort();
    this.#handleEnd({ kind: "retry", atLeastMs: 0 });
  }
}

function endingOf(reason: Extract<LiveFrame, { kind: "bye" }>["reason"]): Ending {
  switch (reason) {
    case "rotate":
      return { kind: "reopen" };
    case "shutdown":
      return { kind: "retry", atLeastMs: 0 };
    case "signed_out":
      return { kind: "signed_out" };
  }
}
