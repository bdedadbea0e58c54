// The tab that holds the stream for all tabs of this browser. It knows which tab wants what, passes every frame on,
// and forgets tabs that no longer answer.
import type { Cursor, LiveFrame, Topic } from "../bff/live.ts";
import { paces } from "../paces.ts";
import type { LiveClock } from "./clock.ts";
import type { LiveConnection } from "./live-status.ts";
import { LiveSource, type SourceDeps } from "./source.ts";
import type { TabMessage } from "./tab-messages.ts";
import type { AskedPlace } from "./topic-places.ts";

type FromLeader = Extract<TabMessage, { leader: string }>;
type Unsigned<Message> = Message extends FromLeader ? Omit<Message, "leader" | "seq"> : never;

export interface LeaderDeps extends SourceDeps {
  readonly id: string;
  /** Hands a message to every tab, this one too. */
  readonly tell: (message: TabMessage) => void;
}

interface Tab {
  readonly topics: Set<Topic>;
  answeredAtMs: number;
}

const want = ({ topic, cursor }: AskedPlace) => (cursor === undefined ? { topic } : { topic, cursor });

export class Leader {
  readonly #deps: LeaderDeps;
  readonly #clock: LiveClock;
  readonly #source: LiveSource;
  readonly #tabs = new Map<string, Tab>();
  #seq = 0;
  #now: LiveConnection = "idle";
  #cancelRoll: () => void = () => {};

  constructor(deps: LeaderDeps) {
    this.#deps = deps;
    this.#clock = deps.clock;
    this.#source = new LiveSource(deps, {
      opened: (asked) => this.#tell({ kind: "opened", asked: asked.map(want) }),
      frame: (frame: LiveFrame) => this.#tell({ kind: "frame", frame }),
      connection: (now) => {
        this.#now = now;
        this.#tell({ kind: "connection", now });
      },
    });
    this.#roll();
  }

  hear(message: TabMessage): void {
    switch (message.kind) {
      case "ask":
        this.#ask(message.tab, message.topic, message.cursor);
        break;
      case "drop":
        this.#tabs.get(message.tab)?.topics.delete(message.topic);
        this.#giveBack();
        break;
      case "wants":
        this.#hearWants(message);
        break;
      case "left":
        this.#tabs.delete(message.tab);
        this.#giveBack();
        break;
      case "hurry":
        this.#source.hurry();
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
    this.#source.close();
  }

  #tell(message: Unsigned<FromLeader>): void {
    this.#seq += 1;
    this.#deps.tell({ ...message, leader: this.#deps.id, seq: this.#seq });
  }

  #tab(id: string): Tab {
    const tab = this.#tabs.get(id) ?? { topics: new Set(), answeredAtMs: 0 };
    tab.answeredAtMs = this.#clock.nowMs();
    this.#tabs.set(id, tab);
    return tab;
  }

  #ask(tab: string, topic: Topic, cursor: Cursor | undefined): void {
    const known = this.#tabs.has(tab);
    this.#tab(tab).topics.add(topic);
    if (!known) this.#sayConnection();
    this.#source.ask(topic, cursor);
  }

  #hearWants({ tab: id, wants, behind }: Extract<TabMessage, { kind: "wants" }>): void {
    const known = this.#tabs.get(id)?.topics;
    const wanted = new Set(wants.map(({ topic }) => topic));
    const tab = this.#tab(id);
    if (known === undefined || behind) this.#sayConnection();
    for (const { topic, cursor } of wants) {
      // A tab that hears us has what we sent, or will have it: only its first word on a topic counts.
      if (!behind && known?.has(topic)) continue;
      tab.topics.add(topic);
      this.#source.ask(topic, cursor);
    }
    for (const topic of tab.topics) if (!wanted.has(topic)) tab.topics.delete(topic);
    this.#giveBack();
  }

  /** For a tab that has not heard it yet; while nothing is open there is nothing to know. */
  #sayConnection(): void {
    if (this.#now !== "idle") this.#tell({ kind: "connection", now: this.#now });
  }

  #giveBack(): void {
    const wanted = new Set([...this.#tabs.values()].flatMap(({ topics }) => [...topics]));
    for (const topic of this.#source.topics) if (!wanted.has(topic)) this.#source.drop(topic);
  }

  #roll(): void {
    const nowMs = this.#clock.nowMs();
    for (const [id, tab] of this.#tabs) {
      if (nowMs - tab.answeredAtMs >= paces.tabs.forgetMs) this.#tabs.delete(id);
    }
    this.#giveBack();
    this.#tell({ kind: "roll" });
    this.#cancelRoll = this.#clock.later(paces.tabs.rollMs, () => this.#roll());
  }
}
