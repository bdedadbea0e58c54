// A fleet with something of everything in it, for tests that look at every page.
import { operations } from "../../lib/contract/operations.ts";
import type { ApiClient } from "../support/api-client.ts";
import { createBrowser, finished, invoke } from "./making.ts";

export interface Life {
  failedRun: string;
  doneRun: string;
  session: string;
  pool: string;
}

/** Every page of the dashboard, by what its heading says. */
export function everyPage({
  failedRun,
  doneRun,
  session,
  pool,
}: Life): readonly (readonly [string, RegExp])[] {
  return [
    ["/", /^Overview$/],
    ["/invocations", /^Invocations$/],
    [`/invocations?open=${doneRun}`, /^Invocations$/],
    [`/invocations/new?from=${doneRun}`, /^Invoke$/],
    ["/invocations/insight", /^Invocations$/],
    [`/invocations/${failedRun}`, /search/],
    [`/invocations/${doneRun}`, /search/],
    ["/browsers", /^Browsers$/],
    [`/browsers/${session}`, new RegExp(session)],
    ["/pools", /^Pools$/],
    [`/pools/${pool}`, new RegExp(pool)],
    ["/proxies", /^Proxies$/],
    ["/profiles", /^Profiles$/],
    ["/alerts", /^Alerts$/],
    ["/timeline", /^Timeline$/],
    ["/audit", /^Audit$/],
    ["/settings", /^Settings$/],
  ];
}

/** Makes it through the API. The session lives until it is deleted. */
export async function bringToLife(api: ApiClient): Promise<Life> {
  const [doneRun, failedRun] = await Promise.all([
    invoke(api, ["storefront", "v1", "search"], { query: "oak" }),
    invoke(api, ["storefront", "v2", "search"], {}),
  ]);
  await Promise.all([finished(api, doneRun), finished(api, failedRun)]);
  await api.call(operations.createProfile, { body: {} });
  const [healthy] = await api.call(operations.listProxies, { query: { query: "frankfurt" } });
  if (healthy) await api.call(operations.checkProxy, { params: { id: healthy.id } });
  const { id: session } = await createBrowser(api);
  const [pool] = await api.call(operations.listPools, {});
  if (pool?.name == null) throw new Error("The fleet has no pool with a name.");
  return { failedRun, doneRun, session, pool: pool.name };
}
