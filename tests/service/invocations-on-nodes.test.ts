// Invocations that run on nodes while their service is replaced: real processes, Chromium and PostgreSQL.

import { readdirSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import type { ApiClient } from "../support/api-client.ts";
import { hasPostgres } from "../support/postgres.ts";
import { postgresForTests } from "../support/postgres-for-tests.ts";
import { deployOn, nodesOf, startNodeOn, startOn, token } from "../support/shared-services.ts";

const postgres = postgresForTests({ durable: true });
const { cleanUps } = postgres;

const waiter = `
  import { app } from "fleetdeck";
  const at = async (url, place) => await (await fetch(url + "/" + place)).text();
  app("waiter")
    .action("browse", async (context, { url }) => {
      const page = await context.browser();
      await page.setContent("<title>before</title>");
      for (let line = 1; line <= 20; line += 1) context.log("line " + line);
      await at(url, "browsing");
      context.log("line 21");
      const title = await page.title();
      await page.setContent("<title>after</title>");
      return [title, await page.title()];
    })
    .action("wait", async (context, { url }) => {
      context.log("waiting");
      const answer = await at(url, "waiting");
      context.log("done");
      await at(url, "returning");
      return answer;
    })
    .action("open", async (context, { url }) => {
      await at(url, "opening");
      context.log("opens");
      const page = await context.browser();
      await page.setContent("<title>opened</title>");
      return await page.title();
    })
    .action("two", async (context, { url }) => {
      context.log("begins");
      await context.browser();
      await context.browser();
      context.log("has two");
      return await at(url, "two");
    })
    .action("pooled", async (context, { url }) => {
      const pages = [await context.browser({ pool: "ready" }), await context.browser({ pool: "ready" })];
      await at(url, "pooled");
      for (const page of pages) await page.setContent("<title>driven</title>");
      const titles = await Promise.all(pages.map(async (page) => await page.title()));
      await at(url, "driven");
      return titles;
    });
`;

/** Where actions wait: a request is answered once its place is let go. Counts the requests, and those that gave up. */
async function startPlaces() {
  const waiting = new Map<string, ServerResponse[]>();
  const open = new Set<string>();
  const counts = new Map<string, number>();
  const note = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
  const server = createServer(({ url = "" }, response) => {
    const place = url.slice(1);
    note(place);
    response.once("close", () => response.writableEnded || note(`${place}, left`));
    if (open.has(place) || place === "returning") response.end("let go");
    else waiting.set(place, [...(waiting.get(place) ?? []), response]);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  cleanUps.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    count: (place: string) => counts.get(place) ?? 0,
    async reached(place: string) {
      await expect.poll(() => counts.get(place), { timeout: 30_000 }).toBe(1);
    },
    letGo(place: string) {
      open.add(place);
      for (const response of waiting.get(place) ?? []) response.end("let go");
    },
  };
}

const serviceOn = async (databaseUrl: string, dataDir?: string) =>
  await startOn(databaseUrl, { SERVICE_MAX_BROWSERS: "0" }, cleanUps, dataDir);
const connected = async (url: string, count = 1) =>
  await expect
    .poll(async () => (await nodesOf(url)).filter(({ state }) => state === "connected").length, {
      timeout: 20_000,
    })
    .toBe(count);

async function setUp() {
  const databaseUrl = await postgres.database();
  const service = await (await serviceOn(databaseUrl)).program;
  const node = await (await startNodeOn(databaseUrl, 2, cleanUps)).program;
  await connected(service.url);
  await deployOn(service.url, waiter);
  return { databaseUrl, service, node, places: await startPlaces() };
}

const invoke = async (api: ApiClient, action: string, url: string, seconds = 900) =>
  (
    await api.call(operations.createInvocation, {
      body: {
        ...{ app_name: "waiter", version: "latest", action_name: action },
        ...{ async: true, async_timeout_seconds: seconds, payload: JSON.stringify({ url }) },
      },
    })
  ).id;
const retrieved = async (api: ApiClient, id: string) =>
  await api.call(operations.retrieveInvocation, { params: { id } });
const ended = async (api: ApiClient, id: string) => {
  await expect
    .poll(async () => (await retrieved(api, id)).status, { timeout: 30_000 })
    .not.toMatch(/queued|running/);
  return await retrieved(api, id);
};
const follow = async (url: string, id: string) =>
  await fetch(`${url}/invocations/${id}/events`, { headers: { authorization: `Bearer ${token}` } });
const messagesOf = (events: string) =>
  [...events.matchAll(/"message":"(line \d+|waiting|done|opens)"/g)].map(([, message]) => message);

type Service = Awaited<ReturnType<typeof setUp>>["service"];

/** An action waits while its service is ended by `signal`, and ends under the next service, which is returned. */
async function actionOutlives(
  databaseUrl: string,
  service: Service,
  signal: "SIGKILL" | "SIGTERM",
  nextDataDir: string | undefined,
) {
  const places = await startPlaces();
  const id = await invoke(service.api, "browse", places.url);
  await places.reached("browsing");
  const browsers = async (api: ApiClient) =>
    (await api.call(operations.listInvocationBrowsers, { params: { id } })).browsers.map(
      ({ session_id }) => session_id,
    );
  const before = await browsers(service.api);
  expect(before).toHaveLength(1);
  const viewed = await follow(service.url, id);
  await service.stop(signal);
  const seen = await viewed.text().catch(() => undefined);
  expect(seen === undefined || seen.includes("service_stopping")).toBe(true);

  const next = await (await serviceOn(databaseUrl, nextDataDir)).program;
  expect((await retrieved(next.api, id)).status).toBe("running");
  const followed = follow(next.url, id).then(async (answer) => await answer.text());
  await connected(next.url);
  expect(await browsers(next.api)).toEqual(before);
  places.letGo("browsing");
  expect(await ended(next.api, id)).toMatchObject({
    status: "succeeded",
    output: '["before","after"]',
  });
  const lines = Array.from({ length: 21 }, (_, index) => `line ${index + 1}`);
  for (const events of [await followed, await (await follow(next.url, id)).text()])
    expect(messagesOf(events)).toEqual(lines);
  await expect.poll(async () => (await nodesOf(next.url)).map(({ used }) => used)).toEqual([0]);
  expect(places.count("browsing")).toBe(1);
  return next;
}

test.runIf(hasPostgres)(
  "actions on a node go on when their service is killed or stopped, under the next one with the same folder or its own",
  async () => {
    const { databaseUrl, service } = await setUp();
    const second = await actionOutlives(databaseUrl, service, "SIGKILL", service.dataDir);
    const third = await actionOutlives(databaseUrl, second, "SIGTERM", second.dataDir);
    // The actions below outlive one that is killed, under the next one with its own.
    await actionOutlives(databaseUrl, third, "SIGTERM", undefined);
  },
);

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

test.runIf(hasPostgres)(
  "an action on a full node gets a browser of another node rather than one that ends with the service",
  async () => {
    const databaseUrl = await postgres.database();
    const service = await (await serviceOn(databaseUrl)).program;
    await (await startNodeOn(databaseUrl, 1, cleanUps)).program;
    await connected(service.url);
    await deployOn(service.url, waiter);
    const places = await startPlaces();
    const id = await invoke(service.api, "open", places.url);
    await places.reached("opening");
    await service.api.call(operations.createBrowser, { body: { headless: true, timeout_seconds: 600 } });
    await (await startNodeOn(databaseUrl, 1, cleanUps)).program;
    await connected(service.url, 2);
    await service.stop("SIGKILL");

    // The next one has room itself.
    const next = await (await startOn(databaseUrl, { SERVICE_MAX_BROWSERS: "4" }, cleanUps)).program;
    await connected(next.url, 2);
    places.letGo("opening");
    expect(await ended(next.api, id)).toMatchObject({ status: "succeeded", output: '"opened"' });
    const [, session] = /session (\S+) created/.exec(await (await follow(next.url, id)).text()) ?? [];
    const records = new Database(join(next.dataDir, "service.db"), { readonly: true });
    const nodeOf = (table: string, key: unknown) =>
      records.prepare(`SELECT node FROM ${table} WHERE id = ?`).pluck().get(key);
    expect(nodeOf("sessions", session)).toEqual(expect.any(String));
    expect(nodeOf("sessions", session)).not.toBe(nodeOf("invocations", id));
    records.close();
  },
);
