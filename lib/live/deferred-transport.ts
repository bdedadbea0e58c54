// Placeholder for a transport whose code is still loading. Earlier subscriptions are not lost: the tab's requests are
// replayed when the code has loaded.

import type { Clock } from "../clock.ts";
import { paces } from "../paces.ts";
import type { Transport, TransportEvents } from "./transport.ts";

export interface DeferredTransportDeps {
  /** Imports the transport's code; rejects when the fetch fails. */
  readonly load: () => Promise<(events: TransportEvents) => Transport>;
  readonly clock: Clock;
}

/** Creates a transport that forwards to the loaded one. A failed load is retried until it succeeds. */
export function deferredTransport(
  { load, clock }: DeferredTransportDeps,
  events: TransportEvents,
): Transport {
  let transport: Transport | undefined;
  let closed = false;
  let cancel: (() => void) | undefined;
  const connectWhenLoaded = async () => {
    cancel = undefined;
    try {
      const connect = await load();
      if (closed) return;
      transport = connect(events);
      for (const { topic, cursor } of events.requests()) transport.subscribe(topic, cursor);
    } catch {
      if (closed) return;
      events.connection("reconnecting");
      cancel = clock.later(paces.retry.codeMs, () => void connectWhenLoaded());
    }
  };
  void connectWhenLoaded();
  return {
    subscribe: (topic, cursor) => transport?.subscribe(topic, cursor),
    unsubscribe: (topic) => transport?.unsubscribe(topic),
    hurry() {
      if (cancel !== undefined) {
        cancel();
        void connectWhenLoaded();
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
