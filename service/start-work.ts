// What the service does on its own once it listens: samples, invocations that waited, work with nodes or as a node, traffic.
import type { Fleet } from "./nodes/fleet.ts";
import type { Browsers } from "./open-browsers.ts";
import type { Invoking } from "./open-invocations.ts";
import type { Resources } from "./open-resources.ts";
import type { State } from "./open-state.ts";
import { seedPools, seedProxies } from "./samples/seed.ts";
import { startTraffic } from "./samples/traffic.ts";
import type { ServiceSettings } from "./service-options.ts";

interface WorkDeps {
  state: State;
  resources: Resources;
  browsers: Browsers;
  invoking: Invoking;
  fleet: Fleet | undefined;
}

/** Resolves once the service accepts work, with what stops the traffic. */
export async function startWork(
  settings: ServiceSettings,
  { state, resources: { proxies }, browsers: { pools }, invoking, fleet }: WorkDeps,
): Promise<() => void> {
  const { clock, node, paces, report, sharedState, signal } = settings;
  const { invocations, nodeInvocations, maxRunning } = invoking;
  if (state.isNew && settings.samples) {
    await seedProxies(proxies);
    seedPools(pools);
  }
  await sharedState?.complete();
  settings.onStateStored?.();
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
  if (!settings.traffic) return () => {};
  return startTraffic({
    invoke: (request) => invocations.create(request),
    queuedCount: () => invocations.queuedCount,
    clock,
    random: Math.random,
    paces: paces.traffic,
    report,
  });
}
