// Pools' browsers are sessions: made idle in their pool, assigned to whoever acquires one, cleaned on return.
import { poolTimeoutSeconds } from "../../lib/contract/pools.ts";
import { cleanBrowser } from "../chromium/clean-browser.ts";
import { type ProfileState, writeProfileState } from "../chromium/profile-state.ts";
import type { ExtensionSource } from "../instance/extension-folders.ts";
import type { ExtensionChoice } from "./extensions.ts";
import type { PoolBrowsers } from "./pool.ts";
import type { BrowserSource, PoolSettings } from "./pools.ts";
import { notFound } from "./problem.ts";
import type { ProfileChoice } from "./profiles.ts";
import type { Session, SessionOptions } from "./session.ts";
import type { Sessions } from "./sessions.ts";

/** What pools need of proxies. `sessionEnded` is for a session that was never made. */
export interface PoolProxies {
  has(id: string): boolean;
  forSession(id: string): Promise<{ id: string; url: string }>;
  sessionEnded(id: string): void;
}

/** What pools need of profiles. Both throw a Problem for a bad or unknown choice. */
export interface PoolProfiles {
  choose(choice: ProfileChoice): unknown;
  resolve(choice: ProfileChoice): Promise<{ id: string; name?: string; state?: ProfileState }>;
}

/** What pools need of stored extensions. Both throw a Problem for a bad or unknown choice. */
export interface PoolExtensions {
  choose(choices: readonly ExtensionChoice[]): unknown;
  resolve(choices: readonly ExtensionChoice[]): readonly ExtensionSource[];
}

export interface SessionSourceDeps {
  sessions: Sessions;
  proxies: PoolProxies;
  profiles: PoolProfiles;
  extensions: PoolExtensions;
}

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
      const now = settings();
      const chosen = extensions.resolve(now.extensions ?? []);
      const profile = now.profile ? await profiles.resolve(now.profile) : undefined;
      const proxy = now.proxy_id ? await proxies.forSession(now.proxy_id) : undefined;
      try {
        return await sessions.create({
          ...optionsOf(now),
          idle: true,
          poolId,
          ...(proxy ? { proxy } : {}),
          // Many browsers of a pool start from one profile; none of them writes it.
          ...(profile ? { profile: { ...profile, saveChanges: false } } : {}),
          extensions: chosen,
        });
      } catch (error) {
        if (proxy) proxies.sessionEnded(proxy.id);
        throw error;
      }
    },
    handOut(session, invocationId) {
      sessions.assign(session.id, { idle: false, poolId, ...(invocationId ? { invocationId } : {}) });
    },
    async clean(session) {
      // First of all its holder is cut off.
      sessions.assign(session.id, { idle: true, poolId });
      await session.exclusively(async () => {
        await session.ready;
        const { instance } = session;
        await instance.supervisor.endOthers(session.chromium.process);
        // What an extension keeps cannot be cleared from outside, and its files could be changed by the holder.
        if (session.extensions.length > 0) await sessions.renew(session);
        else await cleanBrowser(session.devtools, instance);
        await instance.clean(session.chromium.process);
        if (session.profile?.state) await writeProfileState(session.devtools, session.profile.state);
      });
    },
    // Its holder gave it another proxy, profile or size: it is not what this pool promises any more.
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
    ...(settings.viewport ? { viewport: settings.viewport } : {}),
  };
}
