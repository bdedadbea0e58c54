// The whole service put together: every domain with what it needs, in the order they depend on each other.
import { randomBytes } from "node:crypto";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";
import { join } from "node:path";
import { Access, type GrantedToken } from "./access.ts";
import { createApp } from "./app.ts";
import { runnersIn } from "./apps/runner-process.ts";
import { sampleApps } from "./apps/samples.ts";
import { startShop } from "./apps/shop/shop.ts";
import { AppVersions } from "./domain/app-versions.ts";
import type { Clock } from "./domain/clock.ts";
import { Deployments } from "./domain/deployments.ts";
import { Extensions } from "./domain/extensions.ts";
import { sessionsOfInvocations } from "./domain/invocation-sessions.ts";
import { Invocations, invocationsThatFit } from "./domain/invocations.ts";
import { sessionSource } from "./domain/pool-browsers.ts";
import { Pools } from "./domain/pools.ts";
import { Profiles } from "./domain/profiles.ts";
import { Proxies } from "./domain/proxies.ts";
import { type ReplayLimits, Replays, standardReplayLimits } from "./domain/replays.ts";
import { provideSamples } from "./domain/sample-deployments.ts";
import { seed } from "./domain/seed.ts";
import { SessionTokens } from "./domain/session-tokens.ts";
import { Sessions } from "./domain/sessions.ts";
import { Gateway } from "./gateway/gateway.ts";
import { ReplayView } from "./gateway/replay-view/replay-view.ts";
import { isolation } from "./instance/sandbox/isolation.ts";
import { type ConnectionGraces, type Paces, standardConnectionGraces, standardPaces } from "./paces.ts";
import { ffmpegFinder } from "./recording/find-ffmpeg.ts";
import { appRoutes } from "./routes/apps.ts";
import { browserRoutes } from "./routes/browsers.ts";
import { computerRoutes } from "./routes/computer.ts";
import { deploymentRoutes } from "./routes/deployments.ts";
import { extensionRoutes } from "./routes/extensions.ts";
import { fileRoutes } from "./routes/files.ts";
import { invocationRoutes } from "./routes/invocations.ts";
import { logRoutes } from "./routes/logs.ts";
import { playwrightRoutes } from "./routes/playwright.ts";
import { poolRoutes } from "./routes/pools.ts";
import { processRoutes } from "./routes/processes.ts";
import { profileRoutes } from "./routes/profiles.ts";
import { proxyRoutes } from "./routes/proxies.ts";
import { replayRoutes } from "./routes/replays.ts";
import { openDatabase } from "./store/database.ts";
import { holdFolder } from "./store/folder-lock.ts";
import { makeFolder } from "./store/make-folder.ts";
import { Seal } from "./store/seal.ts";
import { StateFiles } from "./store/state-files.ts";
import { startTraffic } from "./traffic.ts";

export interface ServiceOptions {
  host: string;
  /** 0 takes any free port. */
  port: number;
  tokens: readonly GrantedToken[];
  dataDir: string;
  chromiumPath: string;
  /** The encoder of recordings; searched when absent. */
  ffmpegPath?: string | undefined;
  replayLimits?: Partial<ReplayLimits>;
  maxBrowsers: number;
  /** Invokes the sample actions at a gentle rate. */
  traffic: boolean;
  /** Makes the sample pools and proxies in a new data folder. */
  samples: boolean;
  maxRunning?: number;
  clock: Clock;
  /** Those of use when absent. */
  paces?: Paces;
  connectionGraces?: Partial<ConnectionGraces>;
  /** Gets faults that are ours. */
  report: (error: unknown) => void;
  /** Gets what an operator should know. */
  warn?: (message: string) => void;
}

export interface Service {
  /** Base address, without a slash at its end. */
  url: string;
  /** Drains: no new work, profiles saved, every process ended. */
  close(): Promise<void>;
}

/** Opens the data folder, starts everything and listens. Throws when the folder or the port is taken. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { clock, dataDir, paces = standardPaces, report } = options;
  const findFfmpeg = ffmpegFinder(options.ffmpegPath);
  makeFolder(dataDir);
  const releaseFolder = holdFolder(dataDir);
  const store = openDatabase(join(dataDir, "service.db"));
  const isNew = store
    .prepare("SELECT 1 FROM sessions UNION SELECT 1 FROM proxies UNION SELECT 1 FROM pools")
    .get();
  const secret = keptSecret(join(dataDir, "secret"));
  const tokens = new SessionTokens(secret);
  const access = new Access(options.tokens);
  const address = { url: "" };
  const publicUrl = () => address.url;

  const isolated = await isolation();
  if (isolated.kind === "none") {
    options.warn?.(
      `instances are not kept apart on this machine (${isolated.reason}): what clients run in one can read what this user can`,
    );
  }
  const files = await StateFiles.open(join(dataDir, "profiles"));
  const profiles = new Profiles({ store, files, clock });
  const extensions = await Extensions.open({ store, dir: join(dataDir, "extensions"), clock });
  const uploadsDir = join(dataDir, "uploads");
  // What an upload that was cut off by the end of the last service left.
  rmSync(uploadsDir, { recursive: true, force: true });
  const proxies = await Proxies.open({ store, seal: new Seal(secret), clock, report });
  const sessions = await Sessions.open({
    store,
    dataDir,
    chromiumPath: options.chromiumPath,
    maxBrowsers: options.maxBrowsers,
    clock,
    paces,
    tokens,
    publicUrl,
    onProfileState: (profile, state) => profiles.saved(profile.id, state),
    report,
  });
  sessions.onEnd((session) => {
    if (session.record.proxy_id) proxies.sessionEnded(session.record.proxy_id);
  });
  const pools = new Pools({
    store,
    source: sessionSource({ sessions, proxies, profiles, extensions }),
    clock,
    paces: paces.pools,
    report,
  });
  const replays = await Replays.open({
    store,
    dataDir,
    clock,
    paces,
    findFfmpeg,
    limits: { ...standardReplayLimits, ...options.replayLimits },
    tokens,
    publicUrl,
    report,
  });
  sessions.onEnding((session) => replays.settled(session.id));
  const shop = await startShop();
  const runners = runnersIn(dataDir);
  const versions = new AppVersions(store);
  provideSamples(store, clock, sampleApps);
  const deployments = new Deployments({
    store,
    versions,
    dir: join(dataDir, "deployments"),
    inspect: runners.inspect,
    clock,
    report,
  });
  const invocations = new Invocations({
    store,
    sessions: sessionsOfInvocations(sessions),
    access,
    startRunner: runners.start,
    clock,
    versions,
    deployments,
    serviceUrl: publicUrl,
    shopUrl: () => shop.url,
    maxRunning: options.maxRunning ?? invocationsThatFit(totalmem(), availableParallelism()),
    report,
  });
  await deployments.attach(invocations);
  const gateway = new Gateway({ sessions, tokens, report });
  const replayView = new ReplayView({ replays, tokens, paces });
  let ready = false;
  const app = createApp({
    access,
    implementations: [
      ...invocationRoutes(invocations),
      ...appRoutes(versions),
      ...deploymentRoutes(deployments),
      ...browserRoutes({
        sessions,
        proxies,
        profiles,
        extensions,
        takesSessions: (id) => invocations.takesSessions(id),
      }),
      ...extensionRoutes({ sessions, extensions, chromiumPath: options.chromiumPath, uploadsDir }),
      ...computerRoutes({ sessions }),
      ...playwrightRoutes({ sessions }),
      ...logRoutes({ sessions, clock }),
      ...replayRoutes({ replays, sessions }),
      ...processRoutes({ sessions }),
      ...fileRoutes({ sessions }),
      ...poolRoutes({ pools, sessions }),
      ...proxyRoutes(proxies),
      ...profileRoutes(profiles),
    ],
    extra: (instance) => {
      gateway.register(instance);
      replayView.register(instance);
    },
    publicUrl,
    ready: () => ready,
    paces,
    graces: { ...standardConnectionGraces, ...options.connectionGraces },
    report,
  });

  let stopTraffic = () => {};
  const close = async () => {
    ready = false;
    stopTraffic();
    await invocations.close();
    await deployments.close();
    pools.close();
    // Together: what one waits for, the other bounds.
    await Promise.all([sessions.close(), replays.close()]);
    await proxies.close();
    await app.close();
    await shop.close();
    store.close();
    releaseFolder();
  };
  try {
    address.url = reachable(await app.listen({ host: options.host, port: options.port }));
  } catch (error) {
    await close();
    throw error;
  }
  if (isNew === undefined && options.samples) await seed({ proxies, pools });
  invocations.start();
  if (options.traffic) {
    stopTraffic = startTraffic({
      invoke: (request) => invocations.create(request),
      queuedCount: () => invocations.queuedCount,
      clock,
      random: Math.random,
      paces: paces.traffic,
      report,
    });
  }
  ready = true;
  return { url: address.url, close };
}

/** The address that reaches a server listening everywhere from this machine. */
function reachable(address: string): string {
  return address.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}

/** Kept, so that nothing that was signed or sealed survives in one place and dies in another. */
function keptSecret(file: string): Uint8Array {
  try {
    const kept = readFileSync(file);
    if (kept.length >= 32) return kept;
  } catch {
    // Made below.
  }
  const made = randomBytes(32);
  writeFileSync(file, made, { mode: 0o600 });
  return made;
}
