// The browsers of pools are sessions: created idle in their pool, assigned to the caller that acquires one, cleaned
// when released.
import { poolTimeoutSeconds } from "../../lib/contract/pools.ts";
import { cleanBrowser } from "../chromium/clean-browser.ts";
import { writeProfileState } from "../chromium/profile-state.ts";
import type { Extensions } from "../extensions/extensions.ts";
import { notFound } from "../kernel/problem.ts";
import type { Profiles } from "../profiles/profiles.ts";
import type { Proxies } from "../proxies/proxies.ts";
import type { Session, SessionOptions } from "../sessions/session.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { selectTelemetry } from "../telemetry/telemetry-selection.ts";
import type { PoolBrowsers } from "./pool.ts";
import type { BrowserSource, PoolSettings } from "./pools.ts";

export interface SessionSourceDeps {
  sessions: Sessions;
  proxies: Proxies;
  profiles: Profiles;
  extensions: Extensions;
}

/** Creates the source of browsers for pools on top of the service's sessions. */
export function sessionSource(deps: SessionSourceDeps): BrowserSource<Session> {
  const { sessions, proxies, profiles, extensions } = deps;
  return {
    capacity: sessions.maxBrowsers,
    check(settings) {
      if (settings.extensions) extensions.choose(settings.extensions);
      if (settings.proxy_id && !proxies.has(settings.proxy_id)) {
        throw notFound(`proxy_id: the proxy ${settings.proxy_id}`);
      }
      if (settings.profile) profiles.choose(settings.profile);
    },
    forPool: (poolId, settings) => browsersOf(deps, poolId, settings),
    onCapacity: (listener) => sessions.onEnd(listener),
  };
}

function browsersOf(
  { sessions, proxies, profiles, extensions }: SessionSourceDeps,
  poolId: string,
  settings: () => PoolSettings,
): PoolBrowsers<Session> {
  return {
    async make() {
      const current = settings();
      const chosen = extensions.resolve(current.extensions ?? []);
      const profile = current.profile ? await profiles.resolve(current.profile) : undefined;
      const proxy = current.proxy_id ? await proxies.forSession(current.proxy_id) : undefined;
      try {
        return await sessions.create({
          ...optionsOf(current),
          idle: true,
          poolId,
          ...(proxy ? { proxy } : {}),
          // All browsers of a pool start from the same profile, so none of them writes it.
          ...(profile ? { profile: { ...profile, saveChanges: false } } : {}),
          extensions: chosen,
        });
      } catch (error) {
        if (proxy) proxies.sessionEnded(proxy.id);
        throw error;
      }
    },
    checkOut(session, invocationId) {
      sessions.assign(session.id, { idle: false, poolId, ...(invocationId ? { invocationId } : {}) });
    },
    async clean(session) {
      // Assigning it to the pool first disconnects its holder.
      sessions.assign(session.id, { idle: true, poolId, telemetry: telemetryOf(settings()) });
      await session.exclusively(async () => {
        await session.ready;
        const { instance } = session;
        await instance.supervisor.endOthers(session.chromium.process);
        // An extension's storage cannot be cleared from outside, and the holder may have changed its files.
        if (session.extensions.length > 0) await sessions.renew(session);
        else await cleanBrowser(session.chromium, instance);
        await instance.clean(session.chromium.process);
        if (session.profile?.state) await writeProfileState(session.devtools, session.profile.state);
      });
    },
    // False once its holder has given it another proxy, profile or size.
    isReusable: (session) => !session.altered,
    end: (session) => sessions.end(session.id, "pool_discarded"),
  };
}

function optionsOf(settings: PoolSettings): SessionOptions {
  return {
    headless: settings.headless ?? false,
    stealth: settings.stealth ?? false,
    kioskMode: settings.kiosk_mode ?? false,
    timeoutSeconds: settings.timeout_seconds ?? poolTimeoutSeconds.standard,
    telemetry: telemetryOf(settings),
    ...(settings.viewport ? { viewport: settings.viewport } : {}),
  };
}

const telemetryOf = (settings: PoolSettings) => selectTelemetry(settings.telemetry, null);
