// Opens the browsers: sessions with their telemetry and recordings, here and on nodes, and the pools of them.
import type { Invocations } from "./invocations/invocations.ts";
import type { Fleet } from "./nodes/fleet.ts";
import type { Resources } from "./open-resources.ts";
import type { State } from "./open-state.ts";
import { Pools } from "./pools/pools.ts";
import { sessionSource } from "./pools/session-source.ts";
import type { FindFfmpeg } from "./replays/find-ffmpeg.ts";
import { Replays, standardReplayLimits } from "./replays/replays.ts";
import type { ServiceSettings } from "./service-options.ts";
import { LocalSessions } from "./sessions/local-sessions.ts";
import type { PlacedSession, SessionPlaces } from "./sessions/session-places.ts";
import { Sessions } from "./sessions/sessions.ts";
import { standardTelemetryLimits, Telemetry } from "./telemetry/telemetry.ts";

export interface Browsers {
  readonly telemetry: Telemetry;
  readonly sessions: Sessions;
  /** The sessions of this machine. */
  readonly local: LocalSessions;
  /** These, and those of nodes. */
  readonly places: SessionPlaces;
  readonly pools: Pools<PlacedSession>;
  readonly replays: Replays;
}

interface BrowsersDeps {
  state: State;
  resources: Resources;
  fleet: Fleet | undefined;
  publicUrl: () => string;
  findFfmpeg: FindFfmpeg;
  /** Opened later; called while sessions are used. */
  invocations: () => Invocations;
}

export async function openBrowsers(
  settings: ServiceSettings,
  { state, resources, fleet, publicUrl, findFfmpeg, invocations }: BrowsersDeps,
): Promise<Browsers> {
  const { clock, dataDir, network, node, paces, report } = settings;
  const { store, tokens } = state;
  const { profiles, extensions, proxies, publishedPorts } = resources;
  const telemetry = new Telemetry({
    dataDir,
    clock,
    paces,
    limits: { ...standardTelemetryLimits, ...settings.telemetryLimits },
    report,
  });
  const sessions = await Sessions.open({
    store,
    telemetry,
    dataDir,
    chromiumPath: settings.chromiumPath,
    maxBrowsers: settings.maxBrowsers,
    clock,
    paces,
    network,
    spareBrowser: settings.spareBrowser ?? false,
    spareInstance: settings.spareInstance ?? false,
    publishedPorts,
    tokens,
    publicUrl,
    runnerRoute: fleet?.runnerRoute,
    elsewhere: fleet?.remote,
    profile: (id) => profiles.find(id),
    onProfileState: (profile, profileState) =>
      node ? node.saveProfile(profile, profileState) : profiles.saved(profile.id, profileState),
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
        isRunning: (id) => invocations().acceptsSessions(id),
        awaitsNode: (invocationId) =>
          invocations()
            .unresumed()
            .some(({ id }) => id === invocationId),
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
    limits: { ...standardReplayLimits, ...settings.replayLimits },
    tokens,
    publicUrl,
    report,
  });
  sessions.onEnding((session) => replays.settled(session.id));
  sessions.onResized((session) => replays.split(session));
  return { telemetry, sessions, local, places, pools, replays };
}
