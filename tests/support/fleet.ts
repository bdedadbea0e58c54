// Both programs as users run them, with a relay between them, on free ports and with folders of their own.
import type { ApiClient } from "./api-client.ts";
import { adminPassword, type RunningDashboard, startDashboard } from "./dashboard.ts";
import { type Relay, startRelay } from "./relay.ts";
import { type ServiceProgram, startServiceProgram } from "./service-program.ts";

export interface Fleet {
  service: ServiceProgram;
  api: ApiClient;
  relay: Relay;
  dashboard: RunningDashboard;
  /** The operator everything is done as. */
  operator: { username: string; password: string };
  stop: () => Promise<void>;
}

/** Starts service, relay and dashboard; what was started ends again when a later part does not start. */
export async function startFleet(): Promise<Fleet> {
  const service = await startServiceProgram({ SERVICE_SAMPLES: "on" });
  const ends: (() => Promise<unknown>)[] = [() => service.stop()];
  const stop = async () => {
    for (const end of ends.reverse()) await end();
  };
  try {
    const relay = await startRelay(service.url);
    ends.push(() => relay.close());
    const dashboard = await startDashboard({
      apiBaseUrl: relay.url,
      token: service.token,
      // Tests listen for alerts on this machine.
      variables: { WEBHOOKS_TO_LOOPBACK: "allow" },
    });
    ends.push(() => dashboard.stop());
    const operator = { username: "admin", password: adminPassword };
    return { service, api: service.api, relay, dashboard, operator, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
