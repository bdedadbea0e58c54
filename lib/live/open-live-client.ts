// Binds the live client to this browser: a shared stream where tabs can agree on one, else a stream of its own.
import { browserClock } from "./clock.ts";
import { LiveClient } from "./live-client.ts";
import { openChannel } from "./page-channel.ts";
import { shareSource, type TabLocks } from "./shared-source.ts";
import { LiveSource, type SourceDeps } from "./source.ts";

/** Locks exist only where the page came by HTTPS or from this machine. */
function findLocks(): TabLocks | undefined {
  if (!("locks" in navigator) || !("BroadcastChannel" in globalThis)) return undefined;
  return navigator.locks;
}

/** The one live client of this tab. Nothing is opened before the first subscription. */
export function openLiveClient(): LiveClient {
  const source: SourceDeps = {
    fetch: (url, init) => fetch(url, init),
    clock: browserClock,
    random: Math.random,
  };
  return new LiveClient({
    clock: browserClock,
    connect: (events) => {
      const locks = findLocks();
      if (locks === undefined) return new LiveSource(source, events);
      return shareSource(
        {
          ...source,
          locks,
          openChannel,
          newId: () => crypto.randomUUID(),
          isVisible: () => document.visibilityState === "visible",
        },
        events,
      );
    },
  });
}
