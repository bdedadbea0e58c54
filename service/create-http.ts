// The HTTP side of the opened service: the API, live views and recordings, and the routes between services and nodes.
import type { FastifyInstance } from "fastify";
import { createApp } from "./app.ts";
import { Gateway } from "./gateway/gateway.ts";
import { ReplayView } from "./gateway/replay-view/replay-view.ts";
import { standardConnectionTimeouts } from "./kernel/paces.ts";
import type { Fleet } from "./nodes/fleet.ts";
import { HostedLocalSessions } from "./nodes/hosted-sessions.ts";
import { registerNodeRoutes } from "./nodes/node-routes.ts";
import type { Browsers } from "./open-browsers.ts";
import type { Invoking } from "./open-invocations.ts";
import type { Resources } from "./open-resources.ts";
import type { State } from "./open-state.ts";
import { implementationsOf } from "./routes.ts";
import type { ServiceSettings } from "./service-options.ts";
import { reportApiCalls } from "./telemetry/api-calls.ts";

interface HttpDeps {
  state: State;
  resources: Resources;
  browsers: Browsers;
  invoking: Invoking;
  fleet: Fleet | undefined;
  publicUrl: () => string;
  /** True while the service accepts work. */
  ready: () => boolean;
}

/** The server; the caller listens and closes. */
export function createHttp(
  settings: ServiceSettings,
  { state, resources, browsers, invoking, fleet, publicUrl, ready }: HttpDeps,
): FastifyInstance {
  const { chromiumPath, clock, frameOrigins, node, paces, report, sharedState } = settings;
  const { access, tokens } = state;
  const { profiles, extensions, uploadsDir, proxies } = resources;
  const { telemetry, sessions, local, places, pools, replays } = browsers;
  const { versions, deployments, nodeInvocations, invocations } = invoking;
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
  return createApp({
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
      chromiumPath,
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
        async saveProfile(id, profileState, origin) {
          // Also of a state that is refused: its node forgets it, and a newer one must not be here alone.
          await profiles.saved(id, profileState, origin).finally(async () => await sharedState?.settled());
        },
      });
      if (node === undefined || nodeInvocations === undefined) return;
      const copyArchive = async (id: string, to: string) => await node.files.copyArchive(id, to);
      const hosted = new HostedLocalSessions({ sessions, local, proxies, extensions, copyArchive, report });
      registerNodeRoutes(instance, { access, hosted, invocations: nodeInvocations, node });
    },
    settled: sharedState && (async (isUndone) => await sharedState.settled({ isUndone })),
    onCall: reportApiCalls({ find: (id) => sessions.find(id), clock }),
    publicUrl,
    ready,
    paces,
    connectionTimeouts: { ...standardConnectionTimeouts, ...settings.connectionTimeouts },
    report,
  });
}
