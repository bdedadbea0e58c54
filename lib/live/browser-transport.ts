// Binds the stream to this browser: one that all tabs share where they can agree on it, else one of this tab's own.
import { browserClock } from "./clock.ts";
import { openChannel } from "./page-channel.ts";
import { shareSource, type TabLocks } from "./shared-source.ts";
import { LiveSource, type SourceDeps } from "./source.ts";
import type { Transport, TransportEvents } from "./transport.ts";

/** Locks exist only where the page came by HTTPS or from this machine. */
function findLocks(): TabLocks | undefined {
  if (!("locks" in navigator) || !("BroadcastChannel" in globalThis)) return undefined;
  return navigator.locks;
}

/** Opens this tab's way to the stream; nothing is requested before the first topic is asked for. */
export function connectBrowser(events: TransportEvents): Transport {
  const source: SourceDeps = {
    fetch: (url, init) => fetch(url, init),
    clock: browserClock,
    random: Math.random,
  };
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
}
