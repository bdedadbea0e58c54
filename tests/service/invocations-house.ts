// The part of the service that invocations need, over a data folder of its own: real HTTP, runners and sessions.
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { operations } from "../../lib/contract/operations.ts";
import { Access } from "../../service/access.ts";
import { createApp } from "../../service/app.ts";
import { poolNames } from "../../service/apps/pool-names.ts";
import { runnersIn } from "../../service/apps/runner-process.ts";
import { sampleApps } from "../../service/apps/samples.ts";
import { startShop } from "../../service/apps/shop/shop.ts";
import { findChromium } from "../../service/chromium/find.ts";
import type { ProfileState } from "../../service/chromium/profile-state.ts";
import { AppVersions } from "../../service/domain/app-versions.ts";
import { systemClock } from "../../service/domain/clock.ts";
import { Deployments } from "../../service/domain/deployments.ts";
import { newId } from "../../service/domain/ids.ts";
import { sessionsOfInvocations } from "../../service/domain/invocation-sessions.ts";
import { Invocations } from "../../service/domain/invocations.ts";
import { conflict, notFound } from "../../service/domain/problem.ts";
import { provideSamples } from "../../service/domain/sample-deployments.ts";
import type { Session } from "../../service/domain/session.ts";
import { SessionTokens } from "../../service/domain/session-tokens.ts";
import { Sessions } from "../../service/domain/sessions.ts";
import { Gateway } from "../../service/gateway/gateway.ts";
import { pacesAt } from "../../service/paces.ts";
import { appRoutes } from "../../service/routes/apps.ts";
import { browserRoutes } from "../../service/routes/browsers.ts";
import { deploymentRoutes } from "../../service/routes/deployments.ts";
import { invocationRoutes } from "../../service/routes/invocations.ts";
import { logRoutes } from "../../service/routes/logs.ts";
import { implement } from "../../service/routes/route.ts";
import { openDatabase } from "../../service/store/database.ts";

function readOrNothing(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

export const token = "a-token-for-tests-only";
const paces = pacesAt(10);

/** Opens the house; `dataDir` continues an earlier one. */
export async function openHouse(options: { dataDir?: string; maxRunning?: number } = {}) {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "fleetdeck-apps-"));
  const store = openDatabase(join(dataDir, "service.db"));
  const access = new Access([{ token, scope: "all" }]);
  const tokens = new SessionTokens(randomBytes(32));
  const profiles = new Map<string, ProfileState | undefined>();
  const faults: unknown[] = [];
  const releases: { id: string; reuse: boolean }[] = [];
  let pooled: Session | undefined;
  const report = (error: unknown) => void faults.push(error);
  let serviceUrl = "";
  const sessions = await Sessions.open({
    store,
    dataDir,
    chromiumPath: findChromium(process.env.CHROMIUM_PATH),
    maxBrowsers: 6,
    clock: systemClock,
    paces,
    tokens,
    publicUrl: () => serviceUrl,
    onProfileState: (profile, state) => void profiles.set(profile.id, state),
    report,
  });
  const gateway = new Gateway({ sessions, tokens, report });
  const shop = await startShop();
  const runners = runnersIn(dataDir);
  const versions = new AppVersions(store);
  provideSamples(store, systemClock, sampleApps);
  const deployments = new Deployments({
    store,
    versions,
    dir: join(dataDir, "deployments"),
    inspect: runners.inspect,
    clock: systemClock,
    report,
  });
  const invocations = new Invocations({
    store,
    sessions: sessionsOfInvocations(sessions),
    access,
    startRunner: runners.start,
    clock: systemClock,
    versions,
    deployments,
    serviceUrl: () => serviceUrl,
    shopUrl: () => shop.url,
    maxRunning: options.maxRunning ?? 2,
    report,
  });
  await deployments.attach(invocations);
  const app = createApp({
    access,
    implementations: [
      ...invocationRoutes(invocations),
      ...appRoutes(versions),
      ...deploymentRoutes(deployments),
      ...browserRoutes({
        sessions,
        proxies: {
          forSession: async (id) => {
            throw notFound(`the proxy ${id}`);
          },
          sessionEnded: () => undefined,
        },
        profiles: {
          resolve: async (choice) => {
            const id = "id" in choice ? choice.id : choice.name;
            if (!profiles.has(id)) throw notFound(`the profile ${id}`);
            const state = profiles.get(id);
            return { id, name: id, ...(state ? { state } : {}) };
          },
        },
        extensions: { resolve: () => [] },
        takesSessions: (id) => invocations.takesSessions(id),
      }),
      ...logRoutes({ sessions, clock: systemClock }),
      // One pool, of one browser; without the other the applications open sessions of their own.
      implement(operations.acquireBrowser, async ({ params, caller }) => {
        if (params.id_or_name !== poolNames.buying) throw notFound("the pool");
        const held = {
          poolId: "the-pool",
          ...(caller.invocationId ? { invocationId: caller.invocationId } : {}),
        };
        const session =
          pooled ??
          (await sessions.create({
            headless: false,
            stealth: false,
            kioskMode: false,
            timeoutSeconds: 60,
            ...held,
          }));
        sessions.assign(session.id, { idle: false, ...held });
        pooled = undefined;
        return { status: 200, body: sessions.toBrowser(session) };
      }),
      implement(operations.releaseBrowser, async ({ body }) => {
        const session = sessions.find(body.session_id);
        if (!session) throw notFound("the session");
        releases.push({ id: session.id, reuse: body.reuse ?? true });
        if (body.reuse === false) {
          await sessions.end(session.id, "pool_discarded");
        } else {
          sessions.assign(session.id, { idle: true, poolId: "the-pool" });
          pooled = session;
        }
        return { status: 204 };
      }),
      implement(operations.createProfile, async ({ body }) => {
        const name = body?.name ?? "";
        if (profiles.has(name)) throw conflict("there is a profile of this name");
        profiles.set(name, undefined);
        return { status: 201, body: { id: newId(), name } };
      }),
    ],
    extra: (instance) => gateway.register(instance),
    publicUrl: () => serviceUrl,
    ready: () => true,
    paces,
    report,
  });
  serviceUrl = await app.listen({ host: "127.0.0.1", port: 0 });
  invocations.start();
  return {
    dataDir,
    invocations,
    sessions,
    profiles,
    releases,
    faults,
    serviceUrl,
    async close() {
      await invocations.close();
      await deployments.close();
      await sessions.close();
      await app.close();
      await shop.close();
      store.close();
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  };
}

export type House = Awaited<ReturnType<typeof openHouse>>;

/** Every process of this machine that can be read, with its command line. */
export function readProcesses(): { pid: string; command: string }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid, command: readOrNothing(`/proc/${pid}/cmdline`).replaceAll("\0", " ") }));
}
