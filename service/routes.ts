// What answers the API: the routes of every noun, as implementations of the contract's operations.

import type { AppVersions } from "./deployments/app-versions.ts";
import { appRoutes, deploymentRoutes } from "./deployments/deployment-routes.ts";
import type { Deployments } from "./deployments/deployments.ts";
import { extensionRoutes } from "./extensions/extension-routes.ts";
import type { Extensions } from "./extensions/extensions.ts";
import { invocationRoutes } from "./invocations/invocation-routes.ts";
import type { Invocations } from "./invocations/invocations.ts";
import type { Clock } from "./kernel/clock.ts";
import { poolRoutes } from "./pools/pool-routes.ts";
import type { Pools } from "./pools/pools.ts";
import { profileRoutes } from "./profiles/profile-routes.ts";
import type { Profiles } from "./profiles/profiles.ts";
import type { Proxies } from "./proxies/proxies.ts";
import { proxyRoutes } from "./proxies/proxy-routes.ts";
import { replayRoutes } from "./replays/replay-routes.ts";
import type { Replays } from "./replays/replays.ts";
import { browserRoutes } from "./sessions/browser-routes.ts";
import { computerRoutes } from "./sessions/computer-routes.ts";
import { curlRoutes } from "./sessions/curl-routes.ts";
import { fileRoutes } from "./sessions/file-routes.ts";
import { logRoutes } from "./sessions/log-routes.ts";
import { playwrightRoutes } from "./sessions/playwright-routes.ts";
import { processRoutes } from "./sessions/process-routes.ts";
import { sessionExtensionRoutes } from "./sessions/session-extension-routes.ts";
import type { PlacedSession, SessionPlaces } from "./sessions/session-places.ts";
import type { Sessions } from "./sessions/sessions.ts";
import { uploadRoutes } from "./sessions/upload-routes.ts";
import type { Telemetry } from "./telemetry/telemetry.ts";
import { telemetryRoutes } from "./telemetry/telemetry-routes.ts";

export interface ImplementedParts {
  invocations: Invocations;
  versions: AppVersions;
  deployments: Deployments;
  places: SessionPlaces;
  sessions: Sessions;
  profiles: Profiles;
  extensions: Extensions;
  /** Where uploads are until they are complete. */
  uploadsDir: string;
  chromiumPath: string;
  clock: Clock;
  telemetry: Telemetry;
  replays: Replays;
  pools: Pools<PlacedSession>;
  proxies: Proxies;
}

/** The implementations of all operations. */
export const implementationsOf = ({
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
}: ImplementedParts) => [
  ...invocationRoutes(invocations),
  ...appRoutes(versions),
  ...deploymentRoutes(deployments),
  ...browserRoutes({
    places,
    sessions,
    profiles,
    extensions,
    acceptsSessions: (id) => invocations.acceptsSessions(id),
  }),
  ...extensionRoutes({ extensions, uploadsDir }),
  ...sessionExtensionRoutes({
    sessions,
    extensions,
    chromiumPath,
    uploadsDir,
  }),
  ...computerRoutes({ sessions }),
  ...playwrightRoutes({ sessions }),
  ...curlRoutes({ sessions }),
  ...logRoutes({ sessions, clock }),
  ...telemetryRoutes({ telemetry, sessions, clock }),
  ...replayRoutes({ replays, sessions }),
  ...processRoutes({ sessions }),
  ...fileRoutes({ sessions }),
  ...uploadRoutes({ sessions }),
  ...poolRoutes({ pools, places, sessions }),
  ...proxyRoutes(proxies),
  ...profileRoutes(profiles),
];
