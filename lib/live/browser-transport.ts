// Connects the live stream in a browser: shared by all tabs where Web Locks and BroadcastChannel exist, else per tab.
import { systemClock } from "../clock.ts";
import type { TabLocks } from "./candidacy.ts";
import { openChannel } from "./page-channel.ts";
import { pageHydration } from "./page-hydration.ts";
import { ReconnectingStream, type ReconnectingStreamDeps } from "./reconnecting-stream.ts";
import { shareStream } from "./shared-stream.ts";
import type { Transport, TransportEvents } from "./transport.ts";

/** Web Locks exist only in secure contexts: HTTPS or localhost. */
function findLocks(): TabLocks | undefined {
  if (!("locks" in navigator) || !("BroadcastChannel" in globalThis)) return undefined;
  return navigator.locks;
}

/** Creates this tab's transport; nothing is fetched before the first topic is subscribed. */
export function connectBrowser(events: TransportEvents): Transport {
  const deps: ReconnectingStreamDeps = {
    fetch: async (url, init) => {
      await pageHydration();
      return await fetch(url, init);
    },
    clock: systemClock,
    random: Math.random,
  };
  const locks = findLocks();
  if (locks === undefined) return new ReconnectingStream(deps, events);
  return shareStream(
    {
      ...deps,
      locks,
      openChannel,
      newId: () => crypto.randomUUID(),
      isVisible: () => document.visibilityState === "visible",
    },
    events,
  );
}
