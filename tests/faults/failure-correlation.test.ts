// What failing invocations share, by script: invocations on two pools, one of which goes through a proxy that goes down.
// Every lift the dashboard reports is worked out here from what the script did.
import { afterAll, expect, test } from "vitest";
import { spike } from "../../lib/bff/insight.ts";
import { sessionOrigin } from "../../lib/bff/session-origin.ts";
import { invocationBrowsers } from "../../lib/contract/browsers.ts";
import type { Pool } from "../../lib/contract/pools.ts";
import { startDashboard } from "../support/dashboard/dashboard.ts";
import { startScriptedApi } from "../support/scripted-api/scripted-api.ts";
import { waitFor } from "../support/wait-until.ts";

const upstream = await startScriptedApi();
afterAll(() => upstream.close());
const dashboard = await startDashboard({ apiBaseUrl: upstream.url, token: upstream.token });
afterAll(() => dashboard.stop());
const operator = await dashboard.admin();

const read = async (path: string) => {
  const reply = await operator.get(path);
  expect(reply.status, reply.text).toBe(200);
  return reply.json;
};

/** One invocation on a browser of that pool, which the dashboard has seen before the invocation ends. */
async function invoke(pool: Pool, status: "succeeded" | "failed"): Promise<void> {
  const { records } = upstream;
  const { proxy_id, profile } = pool.browser_pool_config;
  const { session_id } = records.browser({
    pool: { id: pool.id },
    ...(proxy_id == null ? {} : { proxy_id }),
    ...(profile == null ? {} : { profile: { id: profile.id, name: profile.name } }),
  });
  const started = { app_name: "orders", action_name: "sync", status: "running" };
  const invocation = records.invocation({ ...started, started_at: new Date().toISOString() });
  const { id } = invocation;
  records.sessionsOf.set(id, [session_id]);
  const session = await waitFor("the browser of the invocation is listed", async () => {
    const { browsers } = invocationBrowsers.parse(await read(`/api/invocations/${id}/browsers`));
    return browsers.at(0);
  });
  expect(session.pool).toEqual({ id: pool.id });
  await waitFor("its pool is remembered", async () => {
    const origin = sessionOrigin.parse(await read(`/api/browsers/${session_id}/origin`));
    return origin.pool?.id === pool.id ? origin : undefined;
  });
  records.browsers.delete(session_id);
  const finished_at = new Date().toISOString();
  const status_reason = status === "failed" ? "The page could not be read" : null;
  records.invocations.set(id, { ...invocation, status, finished_at, status_reason });
}

test("proxy, pool and profile of failures are listed with their lift", async () => {
  const { records } = upstream;
  const proxy = records.proxy({ name: "tokyo" });
  const { id: profileId } = records.profile({ name: "shopper" });
  const behind = records.pool({
    name: "behind-tokyo",
    browser_pool_config: { size: 1, proxy_id: proxy.id, profile: { id: profileId, name: "shopper" } },
  });
  const direct = records.pool({ name: "direct", browser_pool_config: { size: 1 } });

  // Two on the proxy while it is up, six on the other pool, then six on the proxy when it is down.
  const invokeMany = (count: number, pool: Pool, status: "succeeded" | "failed") =>
    Promise.all(Array.from({ length: count }, () => invoke(pool, status)));
  await invokeMany(2, behind, "succeeded");
  await invokeMany(6, direct, "succeeded");
  await invokeMany(6, behind, "failed");

  // Names are read with the lists of proxies and profiles, once a minute where nobody looks.
  const found = await waitFor("every invocation is counted and every name is read", async () => {
    const reported = spike.parse(await read("/api/insight/spike?minutes=180"));
    const named = reported.attributes.filter(({ name }) => name !== null).length >= 3;
    return reported.recent.ended === 14 && reported.sessions_known.ended === 14 && named
      ? reported
      : undefined;
  });
  expect(found).toMatchObject({ recent: { failed: 6, ended: 14 }, looked_at: 14 });
  expect(found.sessions_known).toEqual({ failed: 6, ended: 14 });
  // Six of the six that failed, and eight of all fourteen: (6 / 6) / (8 / 14).
  const counts = { failed_with: 6, failed: 6, ended_with: 8, ended: 14, lift: 14 / 8 };
  const named = found.attributes.map(({ kind, id, name, failed_with, failed, ended_with, ended, lift }) => ({
    kind,
    id,
    name,
    counts: { failed_with, failed, ended_with, ended, lift },
  }));
  expect(new Set(named.map(({ kind }) => kind))).toEqual(new Set(["pool", "proxy", "profile"]));
  expect(named).toEqual(
    expect.arrayContaining([
      { kind: "pool", id: behind.id, name: "behind-tokyo", counts },
      { kind: "proxy", id: proxy.id, name: "tokyo", counts },
      { kind: "profile", id: profileId, name: "shopper", counts },
    ]),
  );
  expect(named).toHaveLength(3);
});
