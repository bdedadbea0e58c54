// One stream for all tabs of this browser, because HTTP/1.1 allows six connections per origin. The tab that holds a Web
// Lock leads; the others exchange messages with it over a BroadcastChannel. When it closes, the lock passes to another
// tab, which requests everyone's cursors. A visible tab takes the lock from a leader that has gone silent.
import { paces } from "../paces.ts";
import { Leader } from "./leader.ts";
import type { ReconnectingStreamDeps } from "./reconnecting-stream.ts";
import { type TabMessage, tabChannelName, tabMessage, toWant } from "./tab-messages.ts";
import type { Transport, TransportEvents } from "./transport.ts";

/** The part of `navigator.locks` that is used. */
export interface TabLocks {
  request(name: string, options: { steal?: boolean }, held: () => Promise<void>): Promise<unknown>;
}

/** The part of a BroadcastChannel that is used. */
export interface TabChannel {
  post(message: TabMessage): void;
  /** Calls `onMessage` for every message of another tab. */
  listen(onMessage: (message: unknown) => void): void;
  close(): void;
}

export interface SharedDeps extends ReconnectingStreamDeps {
  readonly locks: TabLocks;
  readonly openChannel: (name: string) => TabChannel;
  /** A unique id. */
  readonly newId: () => string;
  /** Only a visible tab replaces a silent leader: hidden ones may be suspended themselves. */
  readonly isVisible: () => boolean;
}

/** Joins the stream that this browser's tabs share. */
export function shareStream(deps: SharedDeps, events: TransportEvents): Transport {
  const tab = deps.newId();
  const channel = deps.openChannel(tabChannelName);
  let leader: Leader | undefined;
  let resign: () => void = () => {};
  let followed: { leader: string; seq: number } | undefined;
  let lastReceivedAtMs = deps.clock.nowMs();
  let cancelCheck: () => void = () => {};
  let closed = false;

  const wants = () => events.requests().map(toWant);
  const postWants = (behind: boolean) => send({ kind: "wants", tab, wants: wants(), behind });

  /** Sends to the leader, which may be this tab. */
  const send = (message: TabMessage) => {
    if (leader === undefined) channel.post(message);
    else leader.receive(message);
  };

  const receive = (message: TabMessage) => {
    if (closed) return;
    if (!("leader" in message)) return leader?.receive(message);
    lastReceivedAtMs = deps.clock.nowMs();
    const missed = followed?.leader === message.leader && message.seq !== followed.seq + 1;
    followed = { leader: message.leader, seq: message.seq };
    switch (message.kind) {
      case "roll":
        postWants(false);
        break;
      case "opened":
        events.opened(message.requests.map(({ topic, cursor }) => ({ topic, cursor })));
        break;
      case "frame":
        events.frame(message.frame);
        break;
      case "connection":
        events.connection(message.now);
        break;
    }
    // This tab missed messages, for example while it was suspended.
    if (missed) postWants(true);
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
      const broadcast = (message: TabMessage) => {
        channel.post(message);
        // The constructor broadcasts before `leader` is assigned.
        if (leader === undefined) early.push(message);
        else receive(message);
      };
      leader = new Leader({ ...deps, id, broadcast });
      for (const message of early) receive(message);
    });
  };

  const campaign = (steal: boolean): void => {
    if (closed) return;
    deps.locks.request(tabChannelName, steal ? { steal } : {}, lead).then(
      () => {},
      () => {
        // The lock was stolen or refused: queue for it again.
        resign();
        if (!closed) deps.clock.later(paces.tabs.candidacyMs, () => campaign(false));
      },
    );
  };

  const checkLeader = () => {
    const silentMs = deps.clock.nowMs() - lastReceivedAtMs;
    if (leader === undefined && silentMs >= paces.live.deadMs && deps.isVisible()) {
      lastReceivedAtMs = deps.clock.nowMs();
      campaign(true);
    }
    cancelCheck = deps.clock.later(paces.tabs.leaderCheckMs, checkLeader);
  };

  channel.listen((raw) => {
    const message = tabMessage.safeParse(raw);
    if (message.success) receive(message.data);
  });
  campaign(false);
  checkLeader();

  return {
    subscribe: (topic, cursor) => send({ kind: "ask", tab, ...toWant({ topic, cursor }) }),
    unsubscribe: (topic) => send({ kind: "drop", tab, topic }),
    hurry: () => send({ kind: "hurry", tab }),
    close() {
      if (closed) return;
      send({ kind: "left", tab });
      closed = true;
      cancelCheck();
      resign();
      channel.close();
    },
  };
}
