// Opens the deployed applications and what invokes them: here, and on nodes or as a node.
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { AppVersions } from "./deployments/app-versions.ts";
import { Deployments } from "./deployments/deployments.ts";
import { registerSampleDeployments } from "./deployments/sample-deployments.ts";
import { sessionsOfInvocations } from "./invocations/invocation-sessions.ts";
import { Invocations } from "./invocations/invocations.ts";
import { invocationsThatFit, memoryBytes } from "./kernel/machine-memory.ts";
import type { Fleet } from "./nodes/fleet.ts";
import { NodeInvocations } from "./nodes/node-invocations.ts";
import { StoredResults } from "./nodes/stored-results.ts";
import type { Browsers } from "./open-browsers.ts";
import type { Resources } from "./open-resources.ts";
import type { State } from "./open-state.ts";
import { createRunners } from "./runner/runner-process.ts";
import { startWhenStored } from "./runner/start-when-stored.ts";
import { sampleApps } from "./samples/samples.ts";
import type { ServiceSettings } from "./service-options.ts";

export interface Invoking {
  readonly versions: AppVersions;
  readonly deployments: Deployments;
  /** Those of a node. */
  readonly nodeInvocations: NodeInvocations | undefined;
  readonly invocations: Invocations;
  /** How many run at once. */
  readonly maxRunning: number;
}

interface InvokingDeps {
  state: State;
  resources: Resources;
  browsers: Browsers;
  fleet: Fleet | undefined;
  /** Where runners call the service. */
  serviceUrl: () => string;
}

export async function openInvocations(
  settings: ServiceSettings,
  { state: { store, access }, resources: { shop }, browsers, fleet, serviceUrl }: InvokingDeps,
): Promise<Invoking> {
  const { clock, dataDir, node, paces, report, sharedState } = settings;
  const { sessions, local, places } = browsers;
  const shopUrl = () => shop.url;
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
  const maxRunning = settings.maxRunning ?? invocationsThatFit(memoryBytes(), availableParallelism());
  const nodeInvocations =
    node &&
    new NodeInvocations({
      startRunner: runners.start,
      claim: async (id) => await node.claim(id),
      fetchCode: async (id, into) => await node.files.fetchCode(id, into),
      removeCode: (folder) => node.files.removeCode(folder),
      codeDir: join(dataDir, "deployments"),
      kept: await StoredResults.open(join(dataDir, "ended-runs"), report),
      serviceUrl,
      shopUrl,
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
    serviceUrl,
    shopUrl,
    maxRunning: settings.maxBrowsers === 0 ? 0 : maxRunning,
    onWaiting: fleet && ((id) => fleet.offer(id)),
    hasNodes: fleet !== undefined,
    report,
  });
  await deployments.attach(invocations);
  return { versions, deployments, nodeInvocations, invocations, maxRunning };
}
