// The browsers of pools are sessions: created idle in their pool, assigned to the caller that acquires one, cleaned
// when released.
import { poolTimeoutSeconds } from "../../lib/contract/pools.ts";
import type { Extensions } from "../extensions/extensions.ts";
import { notFound } from "../kernel/problem.ts";
import type { Profiles } from "../profiles/profiles.ts";
import type { Proxies } from "../proxies/proxies.ts";
import type { PlacedSession, SessionPlaces, SessionRequest } from "../sessions/session-places.ts";
import { selectTelemetry } from "../telemetry/telemetry-selection.ts";
import type { PoolBrowsers } from "./pool.ts";
import type { BrowserSource, PoolSettings } from "./pools.ts";

export interface SessionSourceDeps<Placed extends PlacedSession> {
  places: SessionPlaces<Placed>;
  proxies: Proxies;
  profiles: Profiles;
  extensions: Extensions;
}

/** Creates the source of browsers for pools on top of the service's sessions. */
export function sessionSource<Placed extends PlacedSession>(
  deps: SessionSourceDeps<Placed>,
): BrowserSource<Placed> {
  const { places, proxies, profiles, extensions } = deps;
  return {
    get capacity() {
      return places.capacity;
    },
    check(settings) {
      if (settings.extensions) extensions.choose(settings.extensions);
      if (settings.proxy_id && !proxies.has(settings.proxy_id)) {
        throw notFound(`proxy_id: the proxy ${settings.proxy_id}`);
      }
      if (settings.profile) profiles.choose(settings.profile);
    },
    forPool: (poolId, settings) => browsersOf(deps, poolId, settings),
    onCapacity: (listener) => places.onEnd(listener),
  };
}

function browsersOf<Placed extends PlacedSession>(
  { places, profiles, extensions }: SessionSourceDeps<Placed>,
  poolId: string,
  settings: () => PoolSettings,
): PoolBrowsers<Placed> {
  return {
    async make() {
      const current = settings();
      const chosen = extensions.resolve(current.extensions ?? []);
      const profile = current.profile ? await profiles.resolve(current.profile) : undefined;
      return await places.create({
        ...requestOf(current),
        idle: true,
        poolId,
        // All browsers of a pool start from the same profile, so none of them writes it.
        ...(profile ? { profile: { ...profile, saveChanges: false } } : {}),
        extensions: chosen,
      });
    },
    distance: (session, invocationId) => places.distance(session, invocationId),
    checkOut(session, invocationId) {
      places.assign(session, { idle: false, poolId, ...(invocationId ? { invocationId } : {}) });
    },
    clean: async (session) =>
      await places.recycle(session, { idle: true, poolId, telemetry: telemetryOf(settings()) }),
    // False once its holder has given it another proxy, profile or size.
    isReusable: (session) => !session.altered,
    end: (session) => places.end(session.id, "pool_discarded"),
  };
}

function requestOf(settings: PoolSettings): SessionRequest {
  return {
    headless: settings.headless ?? false,
    stealth: settings.stealth ?? false,
    kioskMode: settings.kiosk_mode ?? false,
    timeoutSeconds: settings.timeout_seconds ?? poolTimeoutSeconds.standard,
    telemetry: telemetryOf(settings),
    ...(settings.viewport ? { viewport: settings.viewport } : {}),
    ...(settings.proxy_id ? { proxyId: settings.proxy_id } : {}),
  };
}

const telemetryOf = (settings: PoolSettings) => selectTelemetry(settings.telemetry, null);
