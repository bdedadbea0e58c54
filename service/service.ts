// Builds the whole service: every noun with its dependencies, in the order in which they depend on each other.
import { rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { createApp } from "./app.ts";
import { openDatabase } from "./database.ts";
import { AppVersions } from "./deployments/app-versions.ts";
import { Deployments } from "./deployments/deployments.ts";
import { registerSampleDeployments } from "./deployments/sample-deployments.ts";
import { Extensions } from "./extensions/extensions.ts";
import { Gateway } from "./gateway/gateway.ts";
import { ReplayView } from "./gateway/replay-view/replay-view.ts";
import { sessionsOfInvocations } from "./invocations/invocation-sessions.ts";
import { Invocations, invocationsThatFit } from "./invocations/invocations.ts";
import { Access, type GrantedToken } from "./kernel/access.ts";
import type { Clock } from "./kernel/clock.ts";
import { lockDataFolder, makeFolder, tightenFolder } from "./kernel/data-folder.ts";
import { memoryBytes } from "./kernel/machine-memory.ts";
import {
  type ConnectionTimeouts,
  type Paces,
  standardConnectionTimeouts,
  standardPaces,
} from "./kernel/paces.ts";
import { Seal } from "./kernel/seal.ts";
import { loadOrCreateSecret } from "./kernel/secret.ts";
import { StateFiles } from "./kernel/state-files.ts";
import { isolation, isolationWarning, requireIsolatedNetwork } from "./machine/sandbox/isolation.ts";
import type { NetworkMode } from "./machine/sandbox/network.ts";
import { Fleet } from "./nodes/fleet.ts";
import { forgetCopies, HostedLocalSessions } from "./nodes/hosted-sessions.ts";
import type { Node } from "./nodes/node.ts";
import { NodeInvocations } from "./nodes/node-invocations.ts";
import { nodeKey } from "./nodes/node-protocol.ts";
import { registerNodeRoutes } from "./nodes/node-routes.ts";
import { StoredResults } from "./nodes/stored-results.ts";
import { Pools } from "./pools/pools.ts";
import { sessionSource } from "./pools/session-source.ts";
import { Profiles } from "./profiles/profiles.ts";
import { Proxies } from "./proxies/proxies.ts";
import { ffmpegFinder } from "./replays/find-ffmpeg.ts";
import { type ReplayLimits, Replays, standardReplayLimits } from "./replays/replays.ts";
import { implementationsOf } from "./routes.ts";
import { createRunners } from "./runner/runner-process.ts";
import { startWhenStored } from "./runner/start-when-stored.ts";
import { sampleApps } from "./samples/samples.ts";
import { seedPools, seedProxies } from "./samples/seed.ts";
import { startShop } from "./samples/shop/shop.ts";
import { startTraffic } from "./samples/traffic.ts";
import { LocalSessions } from "./sessions/local-sessions.ts";
import type { PlacedSession, SessionPlaces } from "./sessions/session-places.ts";
import { SessionTokens } from "./sessions/session-tokens.ts";
import { Sessions } from "./sessions/sessions.ts";
import type { SharedState } from "./shared-state/shared-state.ts";
import { reportApiCalls } from "./telemetry/api-calls.ts";
import { standardTelemetryLimits, Telemetry, type TelemetryLimits } from "./telemetry/telemetry.ts";

export interface ServiceOptions {
  host: string;
  /** 0: any free port. */
  port: number;
  /** The address that clients use, without a trailing slash; where the service listens when absent. */
  publicUrl?: string | undefined;
  tokens: readonly GrantedToken[];
  dataDir: string;
  chromiumPath: string;
  /** Path of ffmpeg, which encodes recordings; searched when absent. */
  ffmpegPath?: string | undefined;
  replayLimits?: Partial<ReplayLimits>;
  telemetryLimits?: Partial<TelemetryLimits>;
  maxBrowsers: number;
  /** Origins whose pages may show live views and replays in a frame, as CSP sources; none when absent. */
  frameOrigins?: readonly string[];
  /** Invokes the sample actions regularly. */
  traffic: boolean;
  /** Creates the sample proxies, and pools where there can be browsers, in a new data folder. */
  samples: boolean;
  /** The network of instances: this machine's (also when absent), or one of their own. */
  network?: NetworkMode;
  /** Keeps a started browser ready for the next session; not when absent. */
  spareBrowser?: boolean;
  /** Keeps an instance ready for the next browser, whatever it is to be; not when absent. */
  spareInstance?: boolean;
  maxRunning?: number;
  /** Keeps the state for another service to take over; it stays in the data folder when absent. */
  sharedState?: SharedState | undefined;
  /** Called right before this listens, for what has listened on its port until then. */
  freePort?: () => Promise<void>;
  /** Called once the state is read from the shared state, or stored there by its first service; at once without one. */
  onStateStored?: () => void;
  /** The PostgreSQL in which nodes of this service register; it has none when absent. */
  databaseUrl?: string | undefined;
  /** Makes this a node of another service. */
  node?: Node | undefined;
  /** Ends the wait for a database that is away; what has been started is to be closed then. */
  signal?: AbortSignal;
  clock: Clock;
  /** Standard paces when absent. */
  paces?: Paces;
  connectionTimeouts?: Partial<ConnectionTimeouts>;
  /** Receives unexpected errors. */
  report: (error: unknown) => void;
  /** Receives warnings for the operator. */
  warn?: (message: string) => void;
}

export interface Service {
  /** Base address, without a trailing slash. */
  url: string;
  /** Shuts down: refuses new work, saves profiles, ends every process. */
  close(): Promise<void>;
  /** The composed nouns, for tests that observe or change their state without HTTP. */
  parts: {
    access: Access;
    sessions: Sessions;
    profiles: Profiles;
    proxies: Proxies;
    extensions: Extensions;
    pools: Pools<PlacedSession>;
    invocations: Invocations;
    /** Those of a node. */
    runs: NodeInvocations | undefined;
  };
}

/** Opens the data folder, starts everything and listens. Throws when the folder or the port is in use. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { clock, dataDir, frameOrigins = [], paces = standardPaces, report, sharedState, signal } = options;
  const { network = "host" } = options;
  // Before anything is opened: it may refuse.
  const networkWarning = network === "isolated" ? await requireIsolatedNetwork() : undefined;
  const findFfmpeg = ffmpegFinder(options.ffmpegPath);
  makeFolder(dataDir);
  tightenFolder(dataDir);
  const releaseFolder = lockDataFolder(dataDir);
  const store = openDatabase(join(dataDir, "service.db"));
  await sharedState?.attach(store);
  if (options.node) forgetCopies(store);
  const isNew = store
    .prepare("SELECT 1 FROM sessions UNION SELECT 1 FROM proxies UNION SELECT 1 FROM pools")
    .get();
  const secret = loadOrCreateSecret(join(dataDir, "secret"));
  const tokens = new SessionTokens(secret, clock);
  const { node, databaseUrl } = options;
  const key = nodeKey(secret);
  const access = new Access(
    options.tokens,
    node !== undefined || databaseUrl !== undefined ? key : undefined,
    secret,
  );
  const address = { url: "" };
  const publicUrl = () => node?.publicUrl ?? options.publicUrl ?? address.url;
  const warn = options.warn ?? (() => {});
  const common = { key, access, tokens, publicUrl, warn, report };
  const fleet =
    databaseUrl === undefined
      ? undefined
      : new Fleet({ ...common, databaseUrl, term: sharedState?.term ?? "0", paces: paces.sharedState });

  const warning = isolationWarning(await isolation());
  for (const text of [warning, networkWarning]) if (text !== undefined) warn(text);
  const files = await StateFiles.open(join(dataDir, "profiles"));
  const profiles = new Profiles({ store, files, clock });
  const extensions = await Extensions.open({ store, dir: join(dataDir, "extensions"), clock });
  const uploadsDir = join(dataDir, "uploads");
  // Uploads interrupted by the end of the last process.
  rmSync(uploadsDir, { recursive: true, force: true });
  const shop = await startShop();
  const publishedPorts = [Number(new URL(shop.url).port)];
  const proxies = await Proxies.open({
    store,
    seal: new Seal(secret),
    clock,
    ...(network === "isolated" ? { hostPorts: new Set(publishedPorts) } : {}),
    report,
  });
  const telemetry = new Telemetry({
    dataDir,
    clock,
    paces,
    limits: { ...standardTelemetryLimits, ...options.telemetryLimits },
    report,
  });
  const sessions = await Sessions.open({
    store,
    telemetry,
    dataDir,
    chromiumPath: options.chromiumPath,
    maxBrowsers: options.maxBrowsers,
    clock,
    paces,
    network,
    spareBrowser: options.spareBrowser ?? false,
    spareInstance: options.spareInstance ?? false,
    publishedPorts,
    tokens,
    publicUrl,
    runnerRoute: fleet?.runnerRoute,
    elsewhere: fleet?.remote,
    profile: (id) => profiles.find(id),
    onProfileState: (profile, state) =>
      node ? node.saveProfile(profile, state) : profiles.saved(profile.id, state),
    report,
  });
  await telemetry.open((id) => sessions.record(id)?.deleted_at ?? undefined);
  sessions.onEnd((session) => {
    if (session.record.proxy_id) proxies.sessionEnded(session.record.proxy_id);
  });
  const local = new LocalSessions({ sessions, proxies, extensions });
  const places: SessionPlaces = fleet
    ? fleet.join({
        local,
        sessions,
        proxies,
        clock,
        retryMs: paces.store.retryMs,
        isRunning: (id) => invocations.acceptsSessions(id),
        awaitsNode: (invocationId) => invocations.unresumed().some(({ id }) => id === invocationId),
        onAdopted: (session, poolId) => pools.adopt(poolId, session),
      })
    : local;
  const pools = new Pools({
    store,
    source: sessionSource({ places, proxies, profiles, extensions }),
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
  sessions.onResized((session) => replays.split(session));
  const runners = await createRunners(dataDir);
  const versions = new AppVersions(store);
  registerSampleDeployments(store, clock, sampleApps);
  const deployments = new Deployments({
    store,
    versions,
    dir: join(dataDir, "deployments"),
    inspect: runners.inspect,
    clock,
    retryMs: paces.store.retryMs,
    report,
  });
  const maxRunning = options.maxRunning ?? invocationsThatFit(memoryBytes(), availableParallelism());
  const nodeInvocations =
    node &&
    new NodeInvocations({
      startRunner: runners.start,
      claim: async (id) => await node.claim(id),
      fetchCode: async (id, into) => await node.fetchCode(id, into),
      removeCode: (folder) => node.removeCode(folder),
      codeDir: join(dataDir, "deployments"),
      kept: await StoredResults.open(join(dataDir, "ended-runs"), report),
      serviceUrl: () => address.url,
      shopUrl: () => shop.url,
      sessionsOf: (id) => local.loggedOf(id),
      clock,
      retryMs: paces.sharedState.retryMs,
      lostAfterMs: paces.sharedState.lostAfterMs,
      report,
    });
  const invocations = new Invocations({
    store,
    logsDir: join(dataDir, "invocation-logs"),
    sessions: sessionsOfInvocations(places, sessions),
    access,
    startRunner: sharedState
      ? startWhenStored(runners.start, async () => await sharedState.stored())
      : runners.start,
    clock,
    retryMs: paces.store.retryMs,
    versions,
    deployments,
    serviceUrl: () => address.url,
    shopUrl: () => shop.url,
    maxRunning: options.maxBrowsers === 0 ? 0 : maxRunning,
    onWaiting: fleet && ((id) => fleet.offer(id)),
    hasNodes: fleet !== undefined,
    report,
  });
  await deployments.attach(invocations);
  const forwardTo =
    fleet?.forwardTo ?? (node && ((request) => node.target({ access, tokens, sessions }, request)));
  const gateway = new Gateway({
    sessions,
    tokens,
    clock,
    devtoolsUrl: () => sessions.devtoolsUrl(),
    viewUrl: () => `${publicUrl()}/browser/remote`,
    frameOrigins,
    forwardTo,
    report,
  });
  const replayView = new ReplayView({ replays, tokens, paces, frameOrigins });
  let ready = false;
  const app = createApp({
    access,
    implementations: implementationsOf({
      invocations,
      versions,
      deployments,
      places,
      sessions,
      profiles,
      extensions,
      uploadsDir,
      chromiumPath: options.chromiumPath,
      clock,
      telemetry,
      replays,
      pools,
      proxies,
    }),
    forwardTo,
    extra: (instance) => {
      gateway.register(instance);
      replayView.register(instance);
      fleet?.register(instance, {
        async saveProfile(id, state, origin) {
          // Also of a state that is refused: its node forgets it, and a newer one must not be here alone.
          await profiles.saved(id, state, origin).finally(async () => await sharedState?.settled());
        },
      });
      if (node === undefined || nodeInvocations === undefined) return;
      const copyArchive = async (id: string, to: string) => await node.copyArchive(id, to);
      const hosted = new HostedLocalSessions({ sessions, local, proxies, extensions, copyArchive, report });
      registerNodeRoutes(instance, { access, hosted, runs: nodeInvocations, node });
    },
    settled: sharedState && (async (isUndone) => await sharedState.settled({ isUndone })),
    onCall: reportApiCalls({ find: (id) => sessions.find(id), clock }),
    publicUrl,
    ready: () => ready,
    paces,
    connectionTimeouts: { ...standardConnectionTimeouts, ...options.connectionTimeouts },
    report,
  });

  let stopTraffic = () => {};
  const close = async () => {
    ready = false;
    // Before anything is awaited: a browser that is given out now would end at once.
    sessions.refuse();
    pools.close();
    stopTraffic();
    // On the list until then: the service takes nothing back from a node that has left.
    await nodeInvocations?.close();
    await node?.leave();
    await invocations.close();
    await fleet?.close();
    await deployments.close();
    // In parallel: the end of a session waits for its recording, with a time limit.
    await Promise.all([sessions.close(), replays.close()]);
    telemetry.close();
    await proxies.close();
    await app.close();
    await shop.close();
    await sharedState?.close();
    store.close();
    releaseFolder();
  };
  try {
    await options.freePort?.();
    address.url = reachable(await app.listen({ host: options.host, port: options.port }));
  } catch (error) {
    await close();
    throw error;
  }
  if (isNew === undefined && options.samples) {
    await seedProxies(proxies);
    seedPools(pools);
  }
  await sharedState?.complete();
  options.onStateStored?.();
  invocations.start();
  if (fleet) {
    sharedState?.onSetBack(() => fleet.offerAgain());
    await fleet.start({ invocations, stored: async () => await sharedState?.stored(), signal });
  }
  if (node !== undefined) {
    await nodeInvocations?.restore();
    // First: a service gives sessions to whoever is registered.
    const queue = await node.openQueue({ report, signal });
    if (queue && (await node.start(signal))) await nodeInvocations?.start(queue, maxRunning);
    else await queue?.close();
  }
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
  const parts = {
    access,
    sessions,
    profiles,
    proxies,
    extensions,
    pools,
    invocations,
    runs: nodeInvocations,
  };
  return { url: address.url, close, parts };
}

/** The loopback address of a server that listens on all interfaces. */
function reachable(address: string): string {
  return address.replace(/\/\/(0\.0\.0\.0|\[::\]):/, "//127.0.0.1:");
}
