// Builds the whole service: every noun with its dependencies, in the order in which they depend on each other.
import { createHttp } from "./create-http.ts";
import type { Extensions } from "./extensions/extensions.ts";
import { InvocationRows } from "./invocations/invocation-rows.ts";
import type { Invocations } from "./invocations/invocations.ts";
import type { Access } from "./kernel/access.ts";
import { RecordRetention } from "./kernel/record-retention.ts";
import { isolation, isolationWarning, requireIsolatedNetwork } from "./machine/sandbox/isolation.ts";
import { Fleet } from "./nodes/fleet.ts";
import type { NodeInvocations } from "./nodes/node-invocations.ts";
import { type Browsers, openBrowsers } from "./open-browsers.ts";
import { type Invoking, openInvocations } from "./open-invocations.ts";
import { openResources } from "./open-resources.ts";
import { openState, type State } from "./open-state.ts";
import type { Pools } from "./pools/pools.ts";
import type { Profiles } from "./profiles/profiles.ts";
import type { Proxies } from "./proxies/proxies.ts";
import { ffmpegFinder } from "./replays/find-ffmpeg.ts";
import { type ServiceOptions, type ServiceSettings, settingsOf } from "./service-options.ts";
import type { PlacedSession } from "./sessions/session-places.ts";
import type { Sessions } from "./sessions/sessions.ts";
import { startWork } from "./start-work.ts";

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
    nodeInvocations: NodeInvocations | undefined;
  };
}

/** Opens the data folder, starts everything and listens. Throws when the folder or the port is in use. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const settings = settingsOf(options);
  const { network, node, warn } = settings;
  // Before anything is opened: these may refuse.
  const networkWarning = network === "isolated" ? await requireIsolatedNetwork() : undefined;
  const findFfmpeg = ffmpegFinder(settings.ffmpegPath);
  const state = await openState(settings);
  const address = { url: "" };
  const publicUrl = () => node?.publicUrl ?? settings.publicUrl ?? address.url;
  const fleet = newFleet(settings, state, publicUrl);
  const warning = isolationWarning(await isolation());
  for (const text of [warning, networkWarning]) if (text !== undefined) warn(text);
  const resources = await openResources(settings, state);
  const browsers = await openBrowsers(settings, {
    state,
    resources,
    fleet,
    publicUrl,
    findFfmpeg,
    invocations: () => invoking.invocations,
  });
  const invoking: Invoking = await openInvocations(settings, {
    state,
    resources,
    browsers,
    fleet,
    serviceUrl: () => address.url,
  });
  const { profiles, extensions, shop, proxies } = resources;
  const { telemetry, sessions, pools, replays } = browsers;
  const { deployments, nodeInvocations, invocations } = invoking;
  let ready = false;
  const opened = { state, resources, browsers, invoking, fleet };
  const app = createHttp(settings, { ...opened, publicUrl, ready: () => ready });

  const retention = newRecordRetention(settings, state, browsers);
  let stopTraffic = () => {};
  const close = async () => {
    ready = false;
    // Before anything is awaited: a browser that is given out now would end at once.
    sessions.refuse();
    pools.close();
    retention?.close();
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
    await state.close();
  };
  try {
    await settings.freePort?.();
    address.url = reachable(await app.listen({ host: settings.host, port: settings.port }));
  } catch (error) {
    await close();
    throw error;
  }
  stopTraffic = await startWork(settings, opened);
  retention?.start();
  ready = true;
  const { access } = state;
  const parts = {
    access,
    sessions,
    profiles,
    proxies,
    extensions,
    pools,
    invocations,
    nodeInvocations,
  };
  return { url: address.url, close, parts };
}

/** The nodes of this service, where it may have some. */
function newFleet(
  { databaseUrl, paces, report, sharedState, warn }: ServiceSettings,
  { key, access, tokens }: State,
  publicUrl: () => string,
): Fleet | undefined {
  if (databaseUrl === undefined) return undefined;
  const term = sharedState?.term ?? "0";
  return new Fleet({
    key,
    access,
    tokens,
    publicUrl,
    warn,
    report,
    databaseUrl,
    term,
    paces: paces.sharedState,
  });
}

/** What deletes old records, where they are not stored without an end. */
function newRecordRetention(
  { recordDays, clock, paces, report }: ServiceSettings,
  { store }: State,
  { sessions, replays, telemetry }: Browsers,
): RecordRetention | undefined {
  if (recordDays === undefined) return undefined;
  const invocations = new InvocationRows(store, () => clock.timestamp());
  // Without the record no client would find these; they may be younger than it, which has the times of one clock alone.
  const withFiles = () => [...replays.sessionIds(), ...telemetry.endedIds()];
  return new RecordRetention({
    keepDays: recordDays,
    deleteEndedBefore: [
      (at, limit) => sessions.rows.deleteEndedBefore(at, limit, withFiles()),
      (at, limit) => invocations.deleteEndedBefore(at, limit),
    ],
    clock,
    everyMs: paces.records.retentionCheckMs,
    report,
  });
}

/** The loopback address of a server that listens on all interfaces. */
function reachable(address: string): string {
  return address.replace(/\/\/(0\.0\.0\.0|\[::\]):/, "//127.0.0.1:");
}
