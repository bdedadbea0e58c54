// Both programs as users run them, on free ports and with folders of their own, with a relay between them on request.
import type { ApiClient } from "../dashboard/api-client.ts";
import { type RunningDashboard, startDashboard } from "../dashboard/dashboard.ts";
import { type Relay, startRelay } from "../programs/relay.ts";
import { type ServiceProgram, startServiceProgram } from "./service-program.ts";

export interface Fleet {
  service: ServiceProgram;
  api: ApiClient;
  relay: Relay;
  dashboard: RunningDashboard;
  stop: () => Promise<void>;
}

export interface FleetOptions {
  /** Whether the dashboard reaches the service through the relay. A live view has the service's own address, which the
   *  dashboard then takes for another host's. */
  throughRelay: boolean;
  /** Variables of the two programs beside those that tests have. */
  service?: Readonly<Record<string, string>>;
  dashboard?: Readonly<Record<string, string>>;
}

/** Starts service, relay and dashboard; stops the started ones when a later one fails. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const service = await startServiceProgram(options.service);
  const ends: (() => Promise<unknown>)[] = [() => service.stop()];
  const stop = async () => {
    for (const end of ends.reverse()) await end();
  };
  try {
    const relay = await startRelay(service.url);
    ends.push(() => relay.close());
    const dashboard = await startDashboard({
      apiBaseUrl: options.throughRelay ? relay.url : service.url,
      token: service.token,
      variables: { ...options.dashboard },
    });
    ends.push(() => dashboard.stop());
    return { service, api: service.api, relay, dashboard, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
