// What may happen to invocations on nodes while their service is replaced; `tests/service` has the plain case.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import type { ApiClient } from "../support/dashboard/api-client.ts";
import { hasPostgres } from "../support/programs/postgres.ts";
import {
  actionsOnNodes,
  ended,
  follow,
  invoke,
  messagesOf,
  retrieved,
  type Service,
  waiter,
} from "../support/service/actions-on-nodes.ts";
import { connected, deployOn, nodesOf, startNodeOn, token } from "../support/service/shared-services.ts";

const { postgres, cleanUps, startPlaces, serviceOn, setUp } = actionsOnNodes();

/** Actions end while there is no service, and are handed to the next one, which is returned. */
async function endsMeanwhile(databaseUrl: string, service: Service) {
  const places = await startPlaces();
  const done = await invoke(service.api, "wait", places.url);
  await places.reached("waiting");
  const late = await invoke(service.api, "browse", places.url, 20);
  await places.reached("browsing");
  await service.stop("SIGKILL");
  places.letGo("waiting");
  await places.reached("returning");
  // Its time limit holds without a service.
  await expect.poll(() => places.count("browsing, left"), { timeout: 40_000 }).toBe(1);

  const next = await (await serviceOn(databaseUrl)).program;
  expect(await ended(next.api, done)).toMatchObject({ status: "succeeded", output: '"let go"' });
  expect(messagesOf(await (await follow(next.url, done)).text())).toEqual(["waiting", "done"]);
  expect(await ended(next.api, late)).toMatchObject({
    status: "failed",
    status_reason: "no result within 20 s of running",
  });
  expect(places.count("waiting")).toBe(1);
  await expect.poll(async () => (await nodesOf(next.url)).map(({ used }) => used)).toEqual([0]);
  return next;
}

/** What has ended is handed over also by a node that was killed and started again; returns it and the next service. */
async function handedOverByNodeStartedAgain() {
  const { databaseUrl, service, node, places } = await setUp();
  const done = await invoke(service.api, "wait", places.url);
  await places.reached("waiting");
  const cut = await invoke(service.api, "browse", places.url);
  await places.reached("browsing");
  await service.stop("SIGKILL");
  places.letGo("waiting");
  const kept = () => readdirSync(join(node.dataDir, "ended-runs")).filter((name) => name.endsWith(".json"));
  await expect.poll(kept, { timeout: 20_000 }).toHaveLength(1);
  await node.stop("SIGKILL");

  const again = startNodeOn(databaseUrl, 2, cleanUps, {}, node.dataDir);
  const next = await (await serviceOn(databaseUrl)).program;
  const startedAgain = await (await again).program;
  expect(await ended(next.api, done)).toMatchObject({ status: "succeeded", output: '"let go"' });
  expect(messagesOf(await (await follow(next.url, done)).text())).toEqual(["waiting", "done"]);
  expect(await ended(next.api, cut)).toMatchObject({
    status: "failed",
    status_reason: expect.stringMatching(/its node .+ was started again/),
  });
  expect([places.count("waiting"), places.count("browsing")]).toEqual([1, 1]);
  await expect.poll(kept).toEqual([]);
  return { databaseUrl, service: next, node: startedAgain };
}

test.runIf(hasPostgres)(
  "a node that was started again hands over what had ended; what runs on one that is lost with its service fails",
  async () => {
    const { databaseUrl, service, node } = await handedOverByNodeStartedAgain();
    const places = await startPlaces();
    const id = await invoke(service.api, "wait", places.url);
    await places.reached("waiting");
    await service.stop("SIGKILL");
    await node.stop("SIGKILL");
    const { api } = await (await serviceOn(databaseUrl)).program;
    const { status, status_reason: reason } = await ended(api, id);
    expect(status).toBe("failed");
    expect(reason).toMatch(/its node .*was lost/);
  },
);

/** An action that needs a browser while there is no service gets it of the next one, which is returned. */
async function waitsForBrowser(databaseUrl: string, service: Service) {
  const places = await startPlaces();
  const id = await invoke(service.api, "open", places.url);
  await places.reached("opening");
  await service.stop("SIGKILL");
  places.letGo("opening");
  const next = await (await serviceOn(databaseUrl)).program;
  expect(await ended(next.api, id)).toMatchObject({
    status_reason: "the action returned a value",
    output: '"opened"',
  });
  return next;
}

/** The next service cancels what a node still runs. */
async function isCancelled(databaseUrl: string, service: Service) {
  const places = await startPlaces();
  const id = await invoke(service.api, "wait", places.url);
  await places.reached("waiting");
  await service.stop("SIGTERM");
  const { api } = await (await serviceOn(databaseUrl)).program;
  await api.call(operations.updateInvocation, { params: { id }, body: { status: "failed" } });
  expect((await retrieved(api, id)).status_reason).toBe("cancelled by request");
  await expect.poll(() => places.count("waiting, left"), { timeout: 20_000 }).toBe(1);
}

test.runIf(hasPostgres)(
  "the next service has what ended without one, gives browsers that were needed meanwhile, and cancels what still runs",
  async () => {
    const { databaseUrl, service } = await setUp();
    const second = await endsMeanwhile(databaseUrl, service);
    const third = await waitsForBrowser(databaseUrl, second);
    await isCancelled(databaseUrl, third);
  },
);

/** Each browser of an action has its lines, whatever node it is on. */
async function linesOfEachBrowser({ api, url }: Service) {
  const places = await startPlaces();
  const id = await invoke(api, "two", places.url);
  await places.reached("two");
  expect((await nodesOf(url)).map(({ used }) => used)).toEqual([1, 1]);
  const { browsers } = await api.call(operations.listInvocationBrowsers, { params: { id } });
  expect(browsers).toHaveLength(2);
  for (const { session_id: session } of browsers) {
    const path = `/browsers/${session}/logs/stream?source=path&path=/var/log/app/agent.log&follow=false`;
    const log = async () =>
      await (await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })).text();
    // Written in the background.
    await expect.poll(log, { timeout: 20_000 }).toMatch(/Z begins"[\s\S]*Z has two"/);
  }
  places.letGo("two");
  await ended(api, id);
}

/** An action keeps a pool's browser on another node while its service is replaced, and begins with one of its own node. */
async function keepsBrowsersOfPool(databaseUrl: string, service: Service) {
  const pool = async ({ api }: { api: ApiClient }) => {
    const { available_count: available, acquired_count: acquired } = await api.call(operations.retrievePool, {
      params: { id_or_name: "ready" },
    });
    return { available, acquired };
  };
  const body = { name: "ready", size: 2, headless: true, fill_rate_per_minute: 25 };
  await service.api.call(operations.createPool, { body });
  await expect
    .poll(async () => await pool(service), { timeout: 20_000 })
    .toEqual({ available: 2, acquired: 0 });
  const places = await startPlaces();
  const id = await invoke(service.api, "pooled", places.url);
  await places.reached("pooled");
  await service.stop("SIGKILL");
  places.letGo("pooled");
  await places.reached("driven");
  places.letGo("driven");
  const next = await (await serviceOn(databaseUrl)).program;
  expect(await ended(next.api, id)).toMatchObject({ status: "succeeded", output: '["driven","driven"]' });
  await expect.poll(async () => await pool(next), { timeout: 20_000 }).toEqual({ available: 2, acquired: 0 });
  const [, first] = /session (\S+) from pool/.exec(await (await follow(next.url, id)).text()) ?? [];
  const records = new Database(join(next.dataDir, "service.db"), { readonly: true });
  const nodeOf = (table: string, key: unknown) =>
    records.prepare(`SELECT node FROM ${table} WHERE id = ?`).pluck().get(key);
  expect(nodeOf("sessions", first)).toBe(nodeOf("invocations", id));
  records.close();
}

test.runIf(hasPostgres)(
  "an action has browsers of two nodes, also while its service is replaced",
  async () => {
    const databaseUrl = await postgres.database();
    const service = await (await serviceOn(databaseUrl)).program;
    const nodes = [1, 2].map(async () => await (await startNodeOn(databaseUrl, 1, cleanUps)).program);
    await Promise.all(nodes);
    await connected(service.url, 2);
    await deployOn(service.url, waiter);
    await linesOfEachBrowser(service);
    await keepsBrowsersOfPool(databaseUrl, service);
  },
);
