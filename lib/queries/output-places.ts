// Over HTTP/1.1 all tabs of a browser share six connections to a host, and an output that is followed takes one of them
// until it ends. Three places, each a Web Lock, leave the others to the pages.

const places = ["fleetdeck.output.1", "fleetdeck.output.2", "fleetdeck.output.3"] as const;

export interface PlaceOptions {
  /** Ends the waiting; `read` has to end by it itself. */
  readonly signal: AbortSignal;
  /** Called with true when all places are taken, and with false when one is free again. */
  readonly onWait: (isWaiting: boolean) => void;
}

/**
 * Runs `read` in one of this browser's places for outputs, and frees the place when it has settled. At once where requests
 * share a connection (HTTP/2) and where there are no Web Locks (no HTTPS). Throws what `read` throws, and the reason of
 * `signal`.
 */
export async function inOutputPlace(
  read: () => Promise<void>,
  { signal, onWait }: PlaceOptions,
): Promise<void> {
  if (!("locks" in navigator) || isMultiplexed()) return await read();
  const withdraw = new AbortController();
  const got: { reading?: Promise<void> } = {};
  const take = async (place: Lock | null) => {
    // The first of several free places is kept.
    if (place === null || got.reading !== undefined) return;
    withdraw.abort();
    onWait(false);
    got.reading = read();
    await got.reading;
  };
  const request = (options: LockOptions) =>
    Promise.allSettled(places.map((place) => navigator.locks.request(place, options, take)));
  await request({ ifAvailable: true });
  if (got.reading === undefined) {
    signal.throwIfAborted();
    onWait(true);
    signal.addEventListener("abort", () => withdraw.abort());
    // Those that still wait are withdrawn; a place that was given is kept.
    await request({ signal: withdraw.signal });
    if (got.reading === undefined) signal.throwIfAborted();
  }
  await (got.reading ?? read());
}

/** The page came over a connection that carries many requests at a time. */
function isMultiplexed(): boolean {
  const [page] = performance.getEntriesByType("navigation");
  return page instanceof PerformanceNavigationTiming && /^h[23]/.test(page.nextHopProtocol);
}
