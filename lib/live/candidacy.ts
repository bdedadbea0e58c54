// Which tab of this browser leads: the one that holds a Web Lock. When it closes, the lock passes to another tab. A
// visible tab takes the lock from a leader that has gone silent.
import { elapsedSince, type Mark, markOf } from "../clock.ts";
import { paces } from "../paces.ts";
import { Leader } from "./leader.ts";
import type { ReconnectingStreamDeps } from "./reconnecting-stream.ts";
import { type TabMessage, tabChannelName } from "./tab-messages.ts";

/** The part of `navigator.locks` that is used. */
export interface TabLocks {
  request(name: string, options: { steal?: boolean }, held: () => Promise<void>): Promise<unknown>;
}

export interface CandidacyDeps extends ReconnectingStreamDeps {
  readonly locks: TabLocks;
  /** A unique id. */
  readonly newId: () => string;
  /** Only a visible tab replaces a silent leader: hidden ones may be suspended themselves. */
  readonly isVisible: () => boolean;
}

/** Where a leading tab's messages go. */
interface LeaderMessages {
  /** To the other tabs. */
  readonly post: (message: TabMessage) => void;
  /** To this tab. */
  readonly receive: (message: TabMessage) => void;
}

/** This tab as a candidate for the lead. */
export class Candidacy {
  readonly #deps: CandidacyDeps;
  readonly #messages: LeaderMessages;
  #leader: Leader | undefined;
  #resign: () => void = () => {};
  #lastReceived: Mark;
  #cancelCheck: () => void = () => {};
  #closed = false;

  constructor(deps: CandidacyDeps, messages: LeaderMessages) {
    this.#deps = deps;
    this.#messages = messages;
    this.#lastReceived = markOf(deps.clock);
  }

  /** The leader, if this tab leads. */
  get leader(): Leader | undefined {
    return this.#leader;
  }

  start(): void {
    this.#campaign(false);
    this.#checkLeader();
  }

  /** The leader has sent a message. */
  onLeaderMessage(): void {
    this.#lastReceived = markOf(this.#deps.clock);
  }

  /** Passes the lead on. */
  close(): void {
    this.#closed = true;
    this.#cancelCheck();
    this.#resign();
  }

  #campaign(steal: boolean): void {
    if (this.#closed) return;
    const { locks, clock } = this.#deps;
    locks
      .request(tabChannelName, steal ? { steal } : {}, () => this.#lead())
      .then(
        () => {},
        () => {
          // The lock was stolen or refused: queue for it again.
          this.#resign();
          if (!this.#closed) clock.later(paces.tabs.candidacyMs, () => this.#campaign(false));
        },
      );
  }

  async #lead(): Promise<void> {
    if (this.#closed) return;
    await new Promise<void>((resolve) => {
      this.#resign = () => {
        this.#leader?.close();
        this.#leader = undefined;
        resolve();
      };
      const early: TabMessage[] = [];
      const broadcast = (message: TabMessage) => {
        this.#messages.post(message);
        // The constructor broadcasts before the leader is assigned.
        if (this.#leader === undefined) early.push(message);
        else this.#messages.receive(message);
      };
      this.#leader = new Leader({ ...this.#deps, id: this.#deps.newId(), broadcast });
      for (const message of early) this.#messages.receive(message);
    });
  }

  #checkLeader(): void {
    const { clock, isVisible } = this.#deps;
    const silentMs = elapsedSince(clock, this.#lastReceived);
    if (this.#leader === undefined && silentMs >= paces.live.deadMs && isVisible()) {
      this.onLeaderMessage();
      this.#campaign(true);
    }
    this.#cancelCheck = clock.later(paces.tabs.leaderCheckMs, () => this.#checkLeader());
  }
}
