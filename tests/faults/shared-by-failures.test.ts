// What failing runs share, by script: runs on two pools, one of which goes through a proxy that goes down. Every lift
// the dashboard tells is worked out here from what the script did.
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { spike } from "../../lib/bff/insight.ts";
import { sessionOrigin } from "../../lib/bff/session-origin.ts";
import { invocationBrowsers } from "../../lib/contract/browsers.ts";
import { operations } from "../../lib/contract/operations.ts";
import { type RunningDashboard, startDashboard, type Visitor } from "../support/dashboard.ts";
import { patience } from "../support/eventually.ts";
import { startMoodyProxy } from "../support/moody-proxy.ts";
import { type ServiceProgram, startServiceProgram } from "../support/service-program.ts";

// Each run takes a browser of its pool, waits until the script has seen it, and looks at a page where it is told to.
const source = `
import { app } from "fleetdeck";
app("orders").action("sync", async (context, payload) => {
  const page = await context.browser({ pool: payload.pool });
  await fetch(payload.gate);
  if (payload.look) {
    const answer = await page.goto("http://orders.invalid/");
    if (!answer?.ok()) throw new Error("The page could not be read");
  }
  return "ok";
});`;

let service: ServiceProgram;
let dashboard: RunningDashboard;
let operator: Visitor;
let proxy: Awaited<ReturnType<typeof startMoodyProxy>>;
/** Answers, once it is open, whoever asks for `/<name>`. */
const open = new Set<string>();
const gate = createServer((request, response) => {
  const turn = setInterval(() => {
    if (!open.has(request.url ?? "")) return;
    clearInterval(turn);
    response.end();
  }, 50);
});

beforeAll(async () => {
  service = await startServiceProgram();
  dashboard = await startDashboard({ apiBaseUrl: service.url, token: service.token });
  operator = await dashboard.admin();
  proxy = await startMoodyProxy(service.api, "tokyo");
  await new Promise<void>((resolve) => gate.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  gate.close();
  gate.closeAllConnections();
  await proxy?.close();
  await dashboard?.stop();
  await service?.stop();
});

const read = async (path: string) => {
  const reply = await operator.get(path);
  expect(reply.status, reply.text).toBe(200);
  return reply.json;
};

const eventually = patience(40_000);

async function deploy(): Promise<void> {
  const form = new FormData();
  form.append("file", new Blob([source]), "orders.ts");
  form.append("version", "v1");
  const headers = { authorization: `Bearer ${service.token}` };
  const answer = await fetch(`${service.url}/deployments`, { method: "POST", headers, body: form });
  expect(answer.ok, await answer.clone().text()).toBe(true);
}

/** One run on a pool, whose browser the dashboard has seen before the run is let go on; how it ended. */
async function run(pool: { id: string; name: string }, name: string, look: boolean): Promise<string> {
  const address = gate.address();
  if (address === null || typeof address === "string") throw new Error("The gate has no port.");
  const payload = { pool: pool.name, look, gate: `http://127.0.0.1:${address.port}/${name}` };
  const body = { app_name: "orders", version: "v1", action_name: "sync", async: true };
  const { id } = await service.api.call(operations.createInvocation, {
    body: { ...body, payload: JSON.stringify(payload) },
  });
  const session = await eventually("the browser of the run is listed", async () => {
    const { browsers } = invocationBrowsers.parse(await read(`/api/invocations/${id}/browsers`));
    return browsers.at(0);
  });
  expect(session.pool).toEqual({ id: pool.id });
  await eventually("its pool is remembered", async () => {
    const origin = sessionOrigin.parse(await read(`/api/browsers/${session.session_id}/origin`));
    return origin.pool?.id === pool.id ? origin : undefined;
  });
  open.add(`/${name}`);
  return await eventually("the run is over", async () => {
    const { status } = await service.api.call(operations.retrieveInvocation, { params: { id } });
    return status === "failed" || status === "succeeded" ? status : undefined;
  });
}

test("the proxy, pool and profile of failing runs are named, each with its lift", {
  timeout: 90_000,
}, async () => {
  const { id: profileId } = await service.api.call(operations.createProfile, { body: { name: "shopper" } });
  const makePool = async (name: string, more: { proxy_id?: string; profile?: { name: string } }) => {
    const body = { name, size: 1, headless: true, fill_rate_per_minute: 25, ...more };
    const { id } = await service.api.call(operations.createPool, { body });
    return { id, name };
  };
  const behind = await makePool("behind-tokyo", { proxy_id: proxy.id, profile: { name: "shopper" } });
  const direct = await makePool("direct", {});
  await deploy();
  for (const { id } of [behind, direct])
    await eventually("the pool is filled", async () => {
      const pool = await service.api.call(operations.retrievePool, { params: { id_or_name: id } });
      return pool.available_count === 1 ? pool : undefined;
    });

  const ends: string[] = [];
  // Two on the proxy while it is up, six on the other pool, then six on the proxy when it is down.
  for (let at = 0; at < 2; at += 1) ends.push(await run(behind, `up-${at}`, false));
  for (let at = 0; at < 6; at += 1) ends.push(await run(direct, `direct-${at}`, false));
  proxy.set("unavailable");
  for (let at = 0; at < 6; at += 1) ends.push(await run(behind, `down-${at}`, true));
  expect(ends.filter((status) => status === "failed")).toHaveLength(6);
  expect(ends).toHaveLength(14);

  // Names are read with the lists of proxies and profiles, once a minute where nobody looks.
  const found = await eventually("every run is counted and every name is read", async () => {
    const told = spike.parse(await read("/api/insight/spike?minutes=180"));
    const named = told.attributes.every(({ name }) => name !== null);
    return told.recent.ended === 14 && named ? told : undefined;
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
