// Stands in for a transport whose code is still on its way. Nothing asked meanwhile is lost: the tab's wants are asked
// for when it comes.
import { paces } from "../paces.ts";
import type { LiveClock } from "./clock.ts";
import type { Transport, TransportEvents } from "./transport.ts";

export interface LateDeps {
  /** Brings the transport's code; rejects when it could not be fetched. */
  readonly load: () => Promise<(events: TransportEvents) => Transport>;
  readonly clock: LiveClock;
}

/** A transport that `load` brings. Where the code cannot be fetched it is fetched again and again. */
export function lateTransport({ load, clock }: LateDeps, events: TransportEvents): Transport {
  let transport: Transport | undefined;
  let closed = false;
  let cancel: (() => void) | undefined;
  const bring = async () => {
    cancel = undefined;
    try {
      const connect = await load();
      if (closed) return;
      transport = connect(events);
      for (const { topic, cursor } of events.wants()) transport.ask(topic, cursor);
    } catch {
      if (closed) return;
      events.connection("reconnecting");
      cancel = clock.later(paces.retry.codeMs, () => void bring());
    }
  };
  void bring();
  return {
    ask: (topic, cursor) => transport?.ask(topic, cursor),
    drop: (topic) => transport?.drop(topic),
    hurry() {
      if (cancel !== undefined) {
        cancel();
        void bring();
      }
      transport?.hurry();
    },
    close() {
      closed = true;
      cancel?.();
      transport?.close();
    },
  };
}
