// The views' access to the live stream: topic subscriptions and the connection's status. Each listener has its own
// cursor: it receives a log from its oldest stored line on, every entry once and in order.
import type { Cursor, LiveFrame, Topic, TopicRequest } from "../bff/live.ts";
import type { Clock } from "../clock.ts";
import { idleStatus, type LiveConnection, type LiveStatus } from "./live-status.ts";
import { cursorOf, earlier } from "./topic-cursors.ts";
import type { Transport, TransportEvents } from "./transport.ts";

/** A frame that belongs to one topic; `opened`: those of another stream follow, its entries before the topic's state. */
export type TopicFrame =
  | Extract<LiveFrame, { topic: Topic }>
  | Extract<LiveFrame, { kind: "fleet" }>
  | { readonly kind: "opened" };
export type TopicListener = (frame: TopicFrame) => void;

interface Subscription {
  readonly listener: TopicListener;
  /** The whole log has been requested since this listener subscribed. */
  started: boolean;
  cursor: Cursor | undefined;
}

export interface LiveClientDeps {
  readonly clock: Clock;
  readonly connect: (events: TransportEvents) => Transport;
}

/** Distributes the frames of one transport to listeners by topic. */
export class LiveClient {
  readonly #deps: LiveClientDeps;
  readonly #subscriptions = new Map<Topic, Set<Subscription>>();
  readonly #statusListeners = new Set<() => void>();
  #transport: Transport | undefined;
  #status: LiveStatus = idleStatus;

  constructor(deps: LiveClientDeps) {
    this.#deps = deps;
  }

  /** Status of the stream: the same object until it changes. */
  get status(): LiveStatus {
    return this.#status;
  }

  /** Calls `changed` after every change of `status`; the returned function unsubscribes. */
  watchStatus(changed: () => void): () => void {
    this.#statusListeners.add(changed);
    return () => void this.#statusListeners.delete(changed);
  }

  /** Passes every frame of `topic` to `listener`, stored lines first; the returned function unsubscribes. */
  subscribe(topic: Topic, listener: TopicListener): () => void {
    const subscription: Subscription = { listener, started: false, cursor: undefined };
    const subscriptions = this.#subscriptions.get(topic) ?? new Set();
    this.#subscriptions.set(topic, subscriptions);
    subscriptions.add(subscription);
    this.#transport ??= this.#deps.connect({
      requests: () => this.#requests(),
      opened: (requests) => {
        for (const request of requests) this.#start(request);
      },
      frame: (frame) => this.#receive(frame),
      connection: (connection) => this.#setConnection(connection),
    });
    this.#transport.subscribe(topic, undefined);
    return () => {
      if (
        !subscriptions.delete(subscription) ||
        subscriptions.size > 0 ||
        this.#subscriptions.get(topic) !== subscriptions
      )
        return;
      this.#subscriptions.delete(topic);
      this.#transport?.unsubscribe(topic);
    };
  }

  /** Skips a wait before reconnecting: the network or the page became active again. */
  hurry(): void {
    this.#transport?.hurry();
  }

  /** Closes the stream and removes all listeners; a later subscription opens it again. */
  close(): void {
    this.#transport?.close();
    this.#transport = undefined;
    this.#subscriptions.clear();
    this.#setStatus(idleStatus);
  }

  #requests(): readonly TopicRequest[] {
    return [...this.#subscriptions].map(([topic, subscriptions]) => {
      const [first, ...others] = [...subscriptions].map((subscription) =>
        subscription.started ? subscription.cursor : undefined,
      );
      return { topic, cursor: others.reduce(earlier, first) };
    });
  }

  #start({ topic, cursor }: TopicRequest): void {
    for (const subscription of this.#subscriptions.get(topic) ?? []) {
      if (cursor === undefined) subscription.started = true;
      subscription.listener({ kind: "opened" });
    }
  }

  #receive(frame: LiveFrame): void {
    const nowMs = this.#deps.clock.nowMs();
    const { connection, lastFrameAtMs } = this.#status;
    // Ages are displayed in seconds: a busy log must not rerender the shell with every frame.
    if (lastFrameAtMs === undefined || Math.abs(nowMs - lastFrameAtMs) >= 1000) {
      this.#setStatus({ connection, lastFrameAtMs: nowMs });
    }
    switch (frame.kind) {
      case "fleet":
        for (const { listener } of this.#subscriptions.get("fleet") ?? []) listener(frame);
        return;
      case "state":
        for (const { listener } of this.#subscriptions.get(frame.topic) ?? []) listener(frame);
        return;
      case "lines":
      case "gap":
        this.#deliver(frame);
        return;
      case "hello":
      case "tick":
      case "bye":
        return;
    }
  }

  #deliver(frame: Extract<LiveFrame, { kind: "lines" | "gap" }>): void {
    const at = cursorOf(frame);
    for (const subscription of this.#subscriptions.get(frame.topic) ?? []) {
      if (!subscription.started || at === undefined) continue;
      const { cursor } = subscription;
      const isKnown = cursor !== undefined && cursor.epoch === at.cursor.epoch && at.cursor.id <= cursor.id;
      if (isKnown) continue;
      subscription.cursor = at.cursor;
      subscription.listener(frame);
    }
  }

  #setConnection(connection: LiveConnection): void {
    this.#setStatus({ connection, lastFrameAtMs: this.#status.lastFrameAtMs });
  }

  #setStatus(next: LiveStatus): void {
    const { connection, lastFrameAtMs } = this.#status;
    if (connection === next.connection && lastFrameAtMs === next.lastFrameAtMs) return;
    this.#status = next;
    for (const changed of this.#statusListeners) changed();
  }
}
