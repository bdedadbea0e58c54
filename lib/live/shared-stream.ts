// One stream for all tabs of this browser, because HTTP/1.1 allows six connections per origin. One tab leads; the others
// exchange messages with it over a BroadcastChannel. When another takes the lead, it requests everyone's cursors.
import { Candidacy, type CandidacyDeps } from "./candidacy.ts";
import { type TabMessage, tabChannelName, tabMessage, toWant } from "./tab-messages.ts";
import type { Transport, TransportEvents } from "./transport.ts";

/** The part of a BroadcastChannel that is used. */
export interface TabChannel {
  post(message: TabMessage): void;
  /** Calls `onMessage` for every message of another tab. */
  listen(onMessage: (message: unknown) => void): void;
  close(): void;
}

export interface SharedDeps extends CandidacyDeps {
  readonly openChannel: (name: string) => TabChannel;
}

/** Joins the stream that this browser's tabs share. */
export function shareStream(deps: SharedDeps, events: TransportEvents): Transport {
  const tab = deps.newId();
  const channel = deps.openChannel(tabChannelName);
  let followed: { leader: string; seq: number } | undefined;
  let closed = false;

  /** Sends to the leader, which may be this tab. */
  const send = (message: TabMessage) => {
    const { leader } = candidacy;
    if (leader === undefined) channel.post(message);
    else leader.receive(message);
  };
  const postWants = (behind: boolean) =>
    send({ kind: "wants", tab, wants: events.requests().map(toWant), behind });

  const receive = (message: TabMessage) => {
    if (closed) return;
    if (!("leader" in message)) return candidacy.leader?.receive(message);
    candidacy.onLeaderMessage();
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

  const candidacy = new Candidacy(deps, { post: (message) => channel.post(message), receive });
  channel.listen((raw) => {
    const message = tabMessage.safeParse(raw);
    if (message.success) receive(message.data);
  });
  candidacy.start();

  return {
    subscribe: (topic, cursor) => send({ kind: "ask", tab, ...toWant({ topic, cursor }) }),
    unsubscribe: (topic) => send({ kind: "drop", tab, topic }),
    hurry: () => send({ kind: "hurry", tab }),
    close() {
      if (closed) return;
      send({ kind: "left", tab });
      closed = true;
      candidacy.close();
      channel.close();
    },
  };
}
