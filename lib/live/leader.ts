// The leader tab: owns the stream for all tabs of this browser, tracks each tab's topics, forwards every frame and
// removes tabs that no longer answer.
import type { Cursor, LiveFrame, Topic } from "../bff/live.ts";
import type { Clock } from "../clock.ts";
import { paces } from "../paces.ts";
import type { LiveConnection } from "./live-status.ts";
import { ReconnectingStream, type ReconnectingStreamDeps } from "./reconnecting-stream.ts";
import { type TabMessage, toWant } from "./tab-messages.ts";

type FromLeader = Extract<TabMessage, { leader: string }>;
type Unsigned<Message> = Message extends FromLeader ? Omit<Message, "leader" | "seq"> : never;

export interface LeaderDeps extends ReconnectingStreamDeps {
  readonly id: string;
  /** Sends a message to every tab, including this one. */
  readonly broadcast: (message: TabMessage) => void;
}

interface Tab {
  readonly topics: Set<Topic>;
  answeredAtMs: number;
}

/** The leader's side of the tab protocol. */
export class Leader {
  readonly #deps: LeaderDeps;
  readonly #clock: Clock;
  readonly #stream: ReconnectingStream;
  readonly #tabs = new Map<string, Tab>();
  #seq = 0;
  #connection: LiveConnection = "idle";
  #cancelRoll: () => void = () => {};

  constructor(deps: LeaderDeps) {
    this.#deps = deps;
    this.#clock = deps.clock;
    this.#stream = new ReconnectingStream(deps, {
      opened: (requests) => this.#send({ kind: "opened", requests: requests.map(toWant) }),
      frame: (frame: LiveFrame) => this.#send({ kind: "frame", frame }),
      connection: (now) => {
        this.#connection = now;
        this.#send({ kind: "connection", now });
      },
    });
    this.#roll();
  }

  receive(message: TabMessage): void {
    switch (message.kind) {
      case "ask":
        this.#subscribe(message.tab, message.topic, message.cursor);
        break;
      case "drop":
        this.#tabs.get(message.tab)?.topics.delete(message.topic);
        this.#releaseUnused();
        break;
      case "wants":
        this.#receiveWants(message);
        break;
      case "left":
        this.#tabs.delete(message.tab);
        this.#releaseUnused();
        break;
      case "hurry":
        this.#stream.hurry();
        break;
      case "roll":
      case "opened":
      case "frame":
      case "connection":
        break;
    }
  }

  close(): void {
    this.#cancelRoll();
    this.#stream.close();
  }

  #send(message: Unsigned<FromLeader>): void {
    this.#seq += 1;
    this.#deps.broadcast({ ...message, leader: this.#deps.id, seq: this.#seq });
  }

  #tab(id: string): Tab {
    const tab = this.#tabs.get(id) ?? { topics: new Set(), answeredAtMs: 0 };
    tab.answeredAtMs = this.#clock.monotonicMs();
    this.#tabs.set(id, tab);
    return tab;
  }

  #subscribe(tab: string, topic: Topic, cursor: Cursor | undefined): void {
    const known = this.#tabs.has(tab);
    this.#tab(tab).topics.add(topic);
    if (!known) this.#greet();
    this.#stream.subscribe(topic, cursor);
  }

  #receiveWants({ tab: id, wants, behind }: Extract<TabMessage, { kind: "wants" }>): void {
    const known = this.#tabs.get(id)?.topics;
    const wanted = new Set(wants.map(({ topic }) => topic));
    const tab = this.#tab(id);
    if (known === undefined) this.#greet();
    else if (behind) this.#sendConnection();
    for (const { topic, cursor } of wants) {
      // A tab that receives our frames has or will get all of them: only its first request for a topic counts.
      if (!behind && known?.has(topic)) continue;
      tab.topics.add(topic);
      this.#stream.subscribe(topic, cursor);
    }
    for (const topic of tab.topics) if (!wanted.has(topic)) tab.topics.delete(topic);
    this.#releaseUnused();
  }

  /** A page that was opened since the stream was signed out has another sign-in. */
  #greet(): void {
    if (this.#connection === "signed_out") this.#stream.hurry();
    this.#sendConnection();
  }

  /** Repeats the connection state for a new tab; `idle` is every tab's initial state. */
  #sendConnection(): void {
    if (this.#connection !== "idle") this.#send({ kind: "connection", now: this.#connection });
  }

  #releaseUnused(): void {
    const wanted = new Set([...this.#tabs.values()].flatMap(({ topics }) => [...topics]));
    for (const topic of this.#stream.topics) if (!wanted.has(topic)) this.#stream.unsubscribe(topic);
  }

  #roll(): void {
    const nowMs = this.#clock.monotonicMs();
    for (const [id, tab] of this.#tabs) {
      if (nowMs - tab.answeredAtMs >= paces.tabs.forgetMs) this.#tabs.delete(id);
    }
    this.#releaseUnused();
    this.#send({ kind: "roll" });
    this.#cancelRoll = this.#clock.later(paces.tabs.presenceCheckMs, () => this.#roll());
  }
}
