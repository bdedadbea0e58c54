// What the service is started with.
import type { GrantedToken } from "./kernel/access.ts";
import type { Clock } from "./kernel/clock.ts";
import { type ConnectionTimeouts, type Paces, standardPaces } from "./kernel/paces.ts";
import type { NetworkMode } from "./machine/sandbox/network.ts";
import type { Node } from "./nodes/node.ts";
import type { ReplayLimits } from "./replays/replays.ts";
import type { SharedState } from "./shared-state/shared-state.ts";
import type { TelemetryLimits } from "./telemetry/telemetry.ts";

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
  /** How many days records of ended sessions and invocations are stored; without an end when absent. */
  recordDays?: number;
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

/** The options with what stands for those that are absent. */
export type ServiceSettings = ServiceOptions &
  Required<Pick<ServiceOptions, "frameOrigins" | "network" | "paces" | "warn">>;

export const settingsOf = ({
  frameOrigins = [],
  network = "host",
  paces = standardPaces,
  warn = () => {},
  ...options
}: ServiceOptions): ServiceSettings => ({ ...options, frameOrigins, network, paces, warn });
