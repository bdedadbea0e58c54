// The service with real sessions, proxies, profiles and pools on a free loopback port. A minute of filling is over
// in seconds, and the sessions' clock can be put forward.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Access } from "../../service/access.ts";
import { createApp } from "../../service/app.ts";
import { findChromium } from "../../service/chromium/find.ts";
import { type Clock, systemClock } from "../../service/domain/clock.ts";
import { Extensions } from "../../service/domain/extensions.ts";
import { sessionSource } from "../../service/domain/pool-browsers.ts";
import { Pools } from "../../service/domain/pools.ts";
import { Profiles } from "../../service/domain/profiles.ts";
import { Proxies } from "../../service/domain/proxies.ts";
import { SessionTokens } from "../../service/domain/session-tokens.ts";
import { Sessions } from "../../service/domain/sessions.ts";
import { Gateway } from "../../service/gateway/gateway.ts";
import { pacesAt } from "../../service/paces.ts";
import { browserRoutes } from "../../service/routes/browsers.ts";
import { computerRoutes } from "../../service/routes/computer.ts";
import { logRoutes } from "../../service/routes/logs.ts";
import { playwrightRoutes } from "../../service/routes/playwright.ts";
import { poolRoutes } from "../../service/routes/pools.ts";
import { profileRoutes } from "../../service/routes/profiles.ts";
import { proxyRoutes } from "../../service/routes/proxies.ts";
import { openDatabase } from "../../service/store/database.ts";
import { Seal } from "../../service/store/seal.ts";
import { StateFiles } from "../../service/store/state-files.ts";

const bearer = "a-token-of-the-tests";
const paces = pacesAt(10);

export async function startPoolService(options: { dataDir?: string; maxBrowsers?: number } = {}) {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "fd-test-")));
  const store = openDatabase(join(dataDir, "service.db"));
  const secret = randomBytes(32);
  const tokens = new SessionTokens(secret);
  const access = new Access([{ token: bearer, scope: "all" }]);
  const faults: unknown[] = [];
  const report = (error: unknown) => void faults.push(error);
  let base = "";
  let aheadMs = 0;
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
  const files = await StateFiles.open(join(dataDir, "profiles"));
  const profiles = new Profiles({ store, files, clock: systemClock });
  const extensions = await Extensions.open({ store, dir: join(dataDir, "extensions"), clock: systemClock });
  const proxies = await Proxies.open({ store, seal: new Seal(secret), clock: systemClock, report });
  const sessions = await Sessions.open({
    store,
    dataDir,
    chromiumPath: findChromium(process.env.CHROMIUM_PATH),
    maxBrowsers: options.maxBrowsers ?? 3,
    clock,
    paces,
    tokens,
    publicUrl: () => base,
    onProfileState: (profile, state) => profiles.saved(profile.id, state),
    report,
  });
  sessions.onEnd(({ record }) => {
    if (record.proxy_id) proxies.sessionEnded(record.proxy_id);
  });
  const source = sessionSource({ sessions, proxies, profiles, extensions });
  const pools = new Pools({ store, source, clock: systemClock, paces: pacesAt(100).pools, report });
  const gateway = new Gateway({ sessions, tokens, report });
  const app = createApp({
    access,
    implementations: [
      ...browserRoutes({ sessions, proxies, profiles, extensions, takesSessions: () => true }),
      ...poolRoutes({ pools, sessions }),
      ...computerRoutes({ sessions }),
      ...playwrightRoutes({ sessions }),
      ...logRoutes({ sessions, clock: systemClock }),
      ...proxyRoutes(proxies),
      ...profileRoutes(profiles),
    ],
    extra: (instance) => gateway.register(instance),
    publicUrl: () => base,
    ready: () => true,
    paces,
    report,
  });
  base = await app.listen({ port: 0, host: "127.0.0.1" });
  return {
    dataDir,
    access,
    sessions,
    proxies,
    profiles,
    extensions,
    pools,
    faults,
    /** Puts the sessions' clock forward. */
    skip(ms: number): void {
      aheadMs += ms;
    },
    async call(
      method: "GET" | "POST" | "PATCH" | "DELETE",
      path: string,
      body?: object,
      more: { signal?: AbortSignal; token?: string } = {},
    ) {
      const answer = await fetch(`${base}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${more.token ?? bearer}`,
          ...(body ? { "content-type": "application/json" } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        ...(more.signal ? { signal: more.signal } : {}),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const text = bytes.toString();
      return {
        status: answer.status,
        headers: answer.headers,
        bytes,
        text,
        json: (): unknown => JSON.parse(text),
      };
    },
    async close(keep?: "keep") {
      pools.close();
      await sessions.close();
      await app.close();
      await proxies.close();
      store.close();
      if (!keep) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type PoolService = Awaited<ReturnType<typeof startPoolService>>;
