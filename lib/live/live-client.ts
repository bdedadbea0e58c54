// What views use: subscribe to a topic, and know how the stream is doing. Each listener has a place of its own: it
// hears nothing of a log before the log's kept lines are on their way to it, and then every entry once, in order.
import type { Cursor, LiveFrame, Topic } from "../bff/live.ts";
import type { LiveClock } from "./clock.ts";
import { idleStatus, type LiveConnection, type LiveStatus } from "./live-status.ts";
import { cursorOf, earlier } from "./topic-places.ts";
import type { Transport, TransportEvents, Want } from "./transport.ts";

/** A frame that belongs to one topic. */
export type TopicFrame = Extract<LiveFrame, { topic: Topic }> | Extract<LiveFrame, { kind: "fleet" }>;
export type TopicListener = (frame: TopicFrame) => void;

interface Seat {
  readonly listener: TopicListener;
  /** The stream has been asked for everything since this listener came. */
  begun: boolean;
  cursor: Cursor | undefined;
}

export interface LiveClientDeps {
  readonly clock: LiveClock;
  readonly connect: (events: TransportEvents) => Transport;
}

export class LiveClient {
  readonly #deps: LiveClientDeps;
  readonly #seats = new Map<Topic, Set<Seat>>();
  readonly #watchers = new Set<() => void>();
  #transport: Transport | undefined;
  #status: LiveStatus = idleStatus;

  constructor(deps: LiveClientDeps) {
    this.#deps = deps;
  }

  /** How the stream is doing: the same object until something changes. */
  get status(): LiveStatus {
    return this.#status;
  }

  /** Calls `changed` after every change of `status`; the returned function ends that. */
  watchStatus(changed: () => void): () => void {
    this.#watchers.add(changed);
    return () => void this.#watchers.delete(changed);
  }

  /** Hands every frame of `topic` to `listener`, kept lines first; the returned function ends that. */
  subscribe(topic: Topic, listener: TopicListener): () => void {
    const seat: Seat = { listener, begun: false, cursor: undefined };
    const seats = this.#seats.get(topic) ?? new Set();
    this.#seats.set(topic, seats);
    seats.add(seat);
    this.#transport ??= this.#deps.connect({
      wants: () => this.#wants(),
      opened: (asked) => {
        for (const place of asked) this.#begin(place);
      },
      frame: (frame) => this.#take(frame),
      connection: (connection) => this.#connected(connection),
    });
    this.#transport.ask(topic, undefined);
    return () => {
      if (!seats.delete(seat) || seats.size > 0 || this.#seats.get(topic) !== seats) return;
      this.#seats.delete(topic);
      this.#transport?.drop(topic);
    };
  }

  /** The network is back, or the page is: an attempt that waits is made now. */
  hurry(): void {
    this.#transport?.hurry();
  }

  /** Gives the stream up. Listeners hear nothing more; a later subscription opens it again. */
  close(): void {
    this.#transport?.close();
    this.#transport = undefined;
    this.#seats.clear();
    this.#tell(idleStatus);
  }

  #wants(): readonly Want[] {
    return [...this.#seats].map(([topic, seats]) => {
      const [first, ...others] = [...seats].map((seat) => (seat.begun ? seat.cursor : undefined));
      return { topic, cursor: others.reduce(earlier, first) };
    });
  }

  #begin({ topic, cursor }: Want): void {
    if (cursor !== undefined) return;
    for (const seat of this.#seats.get(topic) ?? []) seat.begun = true;
  }

  #take(frame: LiveFrame): void {
    const nowMs = this.#deps.clock.nowMs();
    const { connection, lastFrameAtMs } = this.#status;
    // Ages are shown in seconds: a busy log must not redraw the shell with every frame.
    if (lastFrameAtMs === undefined || Math.abs(nowMs - lastFrameAtMs) >= 1000) {
      this.#tell({ connection, lastFrameAtMs: nowMs });
    }
    switch (frame.kind) {
      case "fleet":
        for (const { listener } of this.#seats.get("fleet") ?? []) listener(frame);
        return;
      case "state":
        for (const { listener } of this.#seats.get(frame.topic) ?? []) listener(frame);
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
    for (const seat of this.#seats.get(frame.topic) ?? []) {
      if (!seat.begun || at === undefined) continue;
      const { cursor } = seat;
      const seen = cursor !== undefined && cursor.epoch === at.cursor.epoch && at.cursor.id <= cursor.id;
      if (seen) continue;
      seat.cursor = at.cursor;
      seat.listener(frame);
    }
  }

  #connected(connection: LiveConnection): void {
    this.#tell({ connection, lastFrameAtMs: this.#status.lastFrameAtMs });
  }

  #tell(next: LiveStatus): void {
    const { connection, lastFrameAtMs } = this.#status;
    if (connection === next.connection && lastFrameAtMs === next.lastFrameAtMs) return;
    this.#status = next;
    for (const changed of this.#watchers) changed();
  }
}
