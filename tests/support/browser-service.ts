// The service's browser part on a free loopback port, with a data folder of its own that goes with it.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { browser } from "../../lib/contract/browsers.ts";
import { Access } from "../../service/access.ts";
import { createApp } from "../../service/app.ts";
import { findChromium } from "../../service/chromium/find.ts";
import type { ProfileState } from "../../service/chromium/profile-state.ts";
import { type Clock, systemClock } from "../../service/domain/clock.ts";
import { Extensions } from "../../service/domain/extensions.ts";
import { notFound } from "../../service/domain/problem.ts";
import { SessionTokens } from "../../service/domain/session-tokens.ts";
import { Sessions } from "../../service/domain/sessions.ts";
import { Gateway } from "../../service/gateway/gateway.ts";
import { type Paces, pacesAt } from "../../service/paces.ts";
import { browserRoutes } from "../../service/routes/browsers.ts";
import { extensionRoutes } from "../../service/routes/extensions.ts";
import { fileRoutes } from "../../service/routes/files.ts";
import { logRoutes } from "../../service/routes/logs.ts";
import { processRoutes } from "../../service/routes/processes.ts";
import { openDatabase } from "../../service/store/database.ts";

const bearer = "a-token-of-the-tests";

export interface BrowserServiceOptions {
  clock?: Clock;
  maxBrowsers?: number;
  dataDir?: string;
  /** Ten times those of use when absent. */
  paces?: Paces;
  proxies?: Readonly<Record<string, string>>;
}

export async function startBrowserService(options: BrowserServiceOptions = {}) {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "fd-test-")));
  const store = openDatabase(join(dataDir, "service.db"));
  const tokens = new SessionTokens(randomBytes(32));
  const { clock = systemClock, paces = pacesAt(10) } = options;
  const profiles = new Map<string, ProfileState>();
  const faults: unknown[] = [];
  const report = (error: unknown) => void faults.push(error);
  const chromiumPath = findChromium(process.env.CHROMIUM_PATH);
  const extensions = await Extensions.open({ store, dir: join(dataDir, "extensions"), clock });
  let base = "";
  const sessions = await Sessions.open({
    store,
    dataDir,
    chromiumPath,
    maxBrowsers: options.maxBrowsers ?? 4,
    clock,
    paces,
    tokens,
    publicUrl: () => base,
    onProfileState: (profile, state) => void profiles.set(profile.id, state),
    report,
  });
  const gateway = new Gateway({ sessions, tokens, report });
  const app = createApp({
    access: new Access([{ token: bearer, scope: "all" }]),
    implementations: [
      ...browserRoutes({
        sessions,
        proxies: {
          forSession: async (id) => {
            const url = options.proxies?.[id];
            if (url === undefined) throw notFound(`the proxy ${id}`);
            return { id, url };
          },
          sessionEnded: () => undefined,
        },
        profiles: {
          resolve: async (choice) => {
            const id = "id" in choice ? choice.id : choice.name;
            const state = profiles.get(id);
            return { id, name: id, ...(state ? { state } : {}) };
          },
        },
        extensions,
        takesSessions: (id) => id.startsWith("running"),
      }),
      ...extensionRoutes({ sessions, extensions, chromiumPath, uploadsDir: join(dataDir, "uploads") }),
      ...logRoutes({ sessions, clock }),
      ...processRoutes({ sessions }),
      ...fileRoutes({ sessions }),
    ],
    extra: (instance) => gateway.register(instance),
    publicUrl: () => base,
    ready: () => true,
    paces,
    report,
  });
  base = await app.listen({ port: 0, host: "127.0.0.1" });

  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${base}${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(typeof init.body === "string" ? { "content-type": "application/json" } : {}),
        ...init.headers,
      },
    });
  return {
    base,
    bearer,
    dataDir,
    sessions,
    profiles,
    faults,
    call,
    /** A session created over HTTP. */
    async create(body: object = {}) {
      const answer = await call("/browsers", { method: "POST", body: JSON.stringify(body) });
      if (answer.status !== 200) throw new Error(`create answered ${answer.status}: ${await answer.text()}`);
      return withAddresses.parse(await answer.json());
    },
    async close() {
      await sessions.close();
      await app.close();
      store.close();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type BrowserService = Awaited<ReturnType<typeof startBrowserService>>;

const withAddresses = z.looseObject({
  ...browser.shape,
  cdp_ws_url: z.string(),
  browser_live_view_url: z.string().optional(),
});
