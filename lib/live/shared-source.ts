// One stream for all tabs of this browser: HTTP/1.1 allows six connections per origin. The tab that holds a Web Lock
// leads; the others speak with it over a BroadcastChannel. When it goes, the lock goes to another, which asks everyone
// where they stand. A leader that is silent although it should not be is deposed.
import { paces } from "../paces.ts";
import { Leader } from "./leader.ts";
import type { SourceDeps } from "./source.ts";
import { type TabMessage, tabChannelName, tabMessage } from "./tab-messages.ts";
import type { Transport, TransportEvents, Want } from "./transport.ts";

/** The part of `navigator.locks` that is used. */
export interface TabLocks {
  request(name: string, options: { steal?: boolean }, held: () => Promise<void>): Promise<unknown>;
}

/** The part of a BroadcastChannel that is used. */
export interface TabChannel {
  post(message: TabMessage): void;
  /** Calls `take` for every message of another tab. */
  listen(take: (message: unknown) => void): void;
  close(): void;
}

export interface SharedDeps extends SourceDeps {
  readonly locks: TabLocks;
  readonly openChannel: (name: string) => TabChannel;
  /** A name no other tab has. */
  readonly newId: () => string;
  /** Whether somebody looks at this tab: only then it deposes a silent leader. */
  readonly isVisible: () => boolean;
}

const message = ({ topic, cursor }: Want) => (cursor === undefined ? { topic } : { topic, cursor });

/** Takes part in the stream this browser shares. */
export function shareSource(deps: SharedDeps, events: TransportEvents): Transport {
  const tab = deps.newId();
  const channel = deps.openChannel(tabChannelName);
  let leader: Leader | undefined;
  let resign: () => void = () => {};
  let followed: { leader: string; seq: number } | undefined;
  let heardAtMs = deps.clock.nowMs();
  let cancelLook: () => void = () => {};
  let closed = false;

  const wants = () => events.wants().map(message);
  const sayWants = (behind: boolean) => say({ kind: "wants", tab, wants: wants(), behind });

  /** To the leader, whoever that is. */
  const say = (word: TabMessage) => {
    if (leader === undefined) channel.post(word);
    else leader.hear(word);
  };

  const hear = (word: TabMessage) => {
    if (closed) return;
    if (!("leader" in word)) return leader?.hear(word);
    heardAtMs = deps.clock.nowMs();
    const missed = followed?.leader === word.leader && word.seq !== followed.seq + 1;
    followed = { leader: word.leader, seq: word.seq };
    switch (word.kind) {
      case "roll":
        sayWants(false);
        break;
      case "opened":
        events.opened(word.asked.map(({ topic, cursor }) => ({ topic, cursor })));
        break;
      case "frame":
        events.frame(word.frame);
        break;
      case "connection":
        events.connection(word.now);
        break;
    }
    // This tab slept through something.
    if (missed) sayWants(true);
  };

  const lead = async () => {
    if (closed) return;
    await new Promise<void>((resolve) => {
      resign = () => {
        leader?.close();
        leader = undefined;
        resolve();
      };
      const id = deps.newId();
      const early: TabMessage[] = [];
      const tell = (word: TabMessage) => {
        channel.post(word);
        // The roll is called while the leader is being made.
        if (leader === undefined) early.push(word);
        else hear(word);
      };
      leader = new Leader({ ...deps, id, tell });
      for (const word of early) hear(word);
    });
  };

  const stand = (steal: boolean): void => {
    if (closed) return;
    deps.locks.request(tabChannelName, steal ? { steal } : {}, lead).then(
      () => {},
      () => {
        // Deposed, or refused: stand again behind the others.
        resign();
        if (!closed) deps.clock.later(paces.tabs.standMs, () => stand(false));
      },
    );
  };

  const look = () => {
    const silentMs = deps.clock.nowMs() - heardAtMs;
    if (leader === undefined && silentMs >= paces.live.deadMs && deps.isVisible()) {
      heardAtMs = deps.clock.nowMs();
      stand(true);
    }
    cancelLook = deps.clock.later(paces.tabs.lookMs, look);
  };

  channel.listen((raw) => {
    const word = tabMessage.safeParse(raw);
    if (word.success) hear(word.data);
  });
  stand(false);
  look();

  return {
    ask: (topic, cursor) => say({ kind: "ask", tab, ...message({ topic, cursor }) }),
    drop: (topic) => say({ kind: "drop", tab, topic }),
    hurry: () => say({ kind: "hurry", tab }),
    close() {
      if (closed) return;
      say({ kind: "left", tab });
      closed = true;
      cancelLook();
      resign();
      channel.close();
    },
  };
}
