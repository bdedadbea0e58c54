// A service with browsers on nodes: real processes, Chromium and PostgreSQL.
import { expect, test } from "vitest";
import { z } from "zod";
import { operations } from "../../lib/contract/operations/operations.ts";
import type { ApiClient } from "../support/api-client.ts";
import { freePort } from "../support/free-port.ts";
import { openSocket } from "../support/live-view-client.ts";
import { hasPostgres } from "../support/postgres.ts";
import { postgresForTests } from "../support/postgres-for-tests.ts";
import { sendRawRequest } from "../support/raw-http.ts";
import {
  deployOn,
  nodesOf,
  startNodeOn,
  startOn,
  token,
  versionThrough,
} from "../support/shared-services.ts";
import { waitUntil } from "../support/wait-until.ts";

const postgres = postgresForTests({ durable: true });
const { cleanUps } = postgres;

const startService = async (databaseUrl: string) =>
  await (await startOn(databaseUrl, { SERVICE_MAX_BROWSERS: "0" }, cleanUps)).program;
const startNode = async (databaseUrl: string, browsers: number, more: Record<string, string> = {}) =>
  await (await startNodeOn(databaseUrl, browsers, cleanUps, more)).program;

const connected = async (url: string, count: number) =>
  await expect
    .poll(async () => (await nodesOf(url)).filter(({ state }) => state === "connected").length, {
      timeout: 20_000,
    })
    .toBe(count);

/** While a live view shows a browser of a node, the node gives it another size only by force. */
async function forcesSizeOfWatchedBrowser(
  { api, url }: Program,
  { session_id: id, browser_live_view_url: view }: { session_id: string; browser_live_view_url?: unknown },
) {
  const { pathname, search } = new URL(String(view));
  const viewer = await openSocket(url, `${pathname}/socket${search}`);
  if (typeof viewer === "number") throw new Error(`the live view was refused with ${viewer}`);
  await waitUntil("the viewer has a picture", () => viewer.pictures() > 0);
  const resize = (viewport: object) =>
    api.call(operations.updateBrowser, {
      params: { id },
      body: { viewport: { width: 800, height: 600, ...viewport } },
    });
  await expect(resize({})).rejects.toThrow("answered 409");
  await expect(resize({ force: false })).rejects.toThrow("answered 409");
  expect((await resize({ force: true })).viewport).toMatchObject({ width: 800, height: 600 });
  const { result } = await api.call(operations.executePlaywright, {
    params: { id },
    body: { code: "return await page.evaluate(() => [screen.width, screen.height])" },
  });
  expect(result).toEqual([800, 600]);
  const listed = await api.call(operations.listBrowsers, {});
  expect(listed.find(({ session_id }) => session_id === id)?.viewport).toMatchObject({
    width: 800,
    height: 600,
  });
  viewer.socket.terminate();
}

test.runIf(hasPostgres)("sessions are on the nodes and used through the service, or any node", async () => {
  const databaseUrl = await postgres.database();
  const publicUrl = "http://browsers.example.com";
  const options = { SERVICE_MAX_BROWSERS: "0", SERVICE_PUBLIC_URL: publicUrl };
  const service = await (await startOn(databaseUrl, options, cleanUps)).program;
  const nodes = [await startNode(databaseUrl, 1), await startNode(databaseUrl, 1)];
  await connected(service.url, 2);
  const profile = await service.api.call(operations.createProfile, { body: { name: "shop" } });
  const first = await service.api.call(operations.createBrowser, {
    body: { headless: true, name: "one", profile: { id: profile.id, save_changes: true } },
  });
  const second = await service.api.call(operations.createBrowser, { body: { name: "two" } });
  expect((await nodesOf(service.url)).map(({ used }) => used)).toEqual([1, 1]);
  await expect(service.api.call(operations.createBrowser, {})).rejects.toThrow("answered 429");
  const listed = await service.api.call(operations.listBrowsers, {});
  expect(listed.map(({ session_id }) => session_id)).toEqual([second.session_id, first.session_id]);

  expect(first.cdp_ws_url).toMatch("ws://browsers.example.com/browser/cdp?");
  for (const url of [service.url, ...nodes.map((node) => node.url)]) {
    expect(await versionThrough(url, String(first.cdp_ws_url))).toMatch(/Chrome/);
    const version = String(first.cdp_ws_url)
      .replace("ws://browsers.example.com", url)
      .replace("?", "/json/version?");
    const { webSocketDebuggerUrl } = z
      .object({ webSocketDebuggerUrl: z.string() })
      .parse(await (await fetch(version)).json());
    expect(webSocketDebuggerUrl).toMatch("ws://browsers.example.com/browser/cdp?");
    expect((await fetch(String(second.browser_live_view_url).replace(publicUrl, url))).status).toBe(200);
  }
  // A link to a view is none to what takes a token, however its path is written.
  const jwt = new URL(String(second.browser_live_view_url)).searchParams.get("jwt");
  const path = `/browsers/${first.session_id}/process/exec`;
  for (const written of [
    path,
    path.replace("s/", "%73/"),
    path.replace("/browsers", "/browser/..%2fbrowsers"),
  ])
    for (const { url } of [service, ...nodes]) {
      const answer = await fetch(`${url}${written}?jwt=${jwt}`, {
        ...{ method: "POST", body: JSON.stringify({ command: "id" }) },
        headers: { "content-type": "application/json" },
      });
      expect([written, answer.status]).toEqual([written, 401]);
    }
  // Nor does a token of a client open what services use among themselves.
  for (const { url } of [service, ...nodes])
    for (const forbidden of ["/node/changes", "/node/runs/claim"]) {
      const headers = { authorization: `Bearer ${token}`, "x-fleetdeck-caller": '{"scope":"all"}' };
      const answer = await fetch(url + forbidden, { headers });
      expect([403, 404, 405]).toContain(answer.status);
    }
  const ran = await service.api.call(operations.execProcess, {
    params: { id: first.session_id },
    body: { command: "echo", args: ["on the node"] },
  });
  expect(Buffer.from(String(ran.stdout_b64), "base64").toString()).toBe("on the node\n");
  const changed = await service.api.call(operations.updateBrowser, {
    params: { id: "one" },
    body: { name: "renamed", tags: { team: "ops", separators: "\u2028 \u2029" } },
  });
  expect(changed).toMatchObject({ session_id: first.session_id, name: "renamed", tags: { team: "ops" } });
  expect((await nodesOf(service.url)).map(({ state }) => state)).toEqual(["connected", "connected"]);
  await expect(
    service.api.call(operations.updateBrowser, { params: { id: "two" }, body: { name: "renamed" } }),
  ).rejects.toThrow("answered 409");
  await forcesSizeOfWatchedBrowser(service, second);

  await service.api.call(operations.deleteBrowser, { params: { id: "renamed" } });
  const saved = await fetch(`${service.url}/profiles/shop/download`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect([saved.status, await saved.json()]).toEqual([200, { cookies: [], origins: [] }]);
  const again = await service.api.call(operations.createBrowser, {
    body: { headless: true, profile: { id: profile.id } },
  });
  expect(again.profile?.name).toBe("shop");
});

type Program = Awaited<ReturnType<typeof startService>>;

const retrievedPool = async (api: ApiClient, id: string) =>
  await api.call(operations.retrievePool, { params: { id_or_name: id } });

/** The sessions of a lost node end, and their pool of two refills on the next node of three, which is returned. */
async function poolRefillsOnNextNode(databaseUrl: string, service: Program) {
  const lost = await startNode(databaseUrl, 2);
  await connected(service.url, 1);
  const pool = await service.api.call(operations.createPool, {
    body: { name: "ready", size: 2, headless: true, fill_rate_per_minute: 25 },
  });
  const retrieved = async () => await retrievedPool(service.api, pool.id);
  await expect.poll(async () => (await retrieved()).available_count, { timeout: 20_000 }).toBe(2);
  const acquire = async () =>
    await service.api.call(operations.acquireBrowser, {
      params: { id_or_name: pool.id },
      body: { name: "worker", tags: { for: "checks" } },
    });
  const session = await acquire();
  expect(session).toMatchObject({ name: "worker", tags: { for: "checks" }, pool: { id: pool.id } });
  expect(await versionThrough(service.url, String(session?.cdp_ws_url))).toMatch(/Chrome/);
  // Its holder's addresses and labels end with the release.
  await service.api.call(operations.releaseBrowser, {
    params: { id_or_name: pool.id },
    body: { session_id: String(session?.session_id) },
  });
  await expect(versionThrough(service.url, String(session?.cdp_ws_url))).rejects.toThrow();
  await expect.poll(async () => (await retrieved()).available_count, { timeout: 20_000 }).toBe(2);
  const held = await acquire();

  await lost.stop("SIGKILL");
  const node = await startNode(databaseUrl, 3);
  const isLiving = async () =>
    (await service.api.call(operations.listBrowsers, {})).some(
      ({ session_id }) => session_id === held?.session_id,
    );
  await expect.poll(isLiving, { timeout: 20_000 }).toBe(false);
  await expect.poll(async () => (await retrieved()).available_count, { timeout: 20_000 }).toBe(2);
  expect((await retrieved()).acquired_count).toBe(0);
  expect((await nodesOf(service.url)).map(({ state, used }) => [state, used])).toEqual([["connected", 2]]);
  return { pool: pool.id, node };
}

/** Sessions on a node outlive the service: the next one takes them over. */
async function nextServiceTakesOver(databaseUrl: string, first: Program, pool: string, node: Program) {
  const session = await first.api.call(operations.createBrowser, { body: { headless: true } });
  const acquired = await first.api.call(operations.acquireBrowser, {
    params: { id_or_name: pool },
    body: { acquire_timeout_seconds: 20 },
  });
  const second = await startOn(databaseUrl, { SERVICE_MAX_BROWSERS: "0" }, cleanUps);
  await first.stop("SIGKILL");
  const { api, url } = await second.program;
  await connected(url, 1);
  for (const { session_id: id } of [session, acquired ?? session]) {
    const found = await api.call(operations.retrieveBrowser, { params: { id } });
    expect(await versionThrough(url, String(found.cdp_ws_url))).toMatch(/Chrome/);
    // Its jwt is still valid, at the node as well.
    expect(await versionThrough(node.url, String(session.cdp_ws_url))).toMatch(/Chrome/);
  }
  const counts = async () => {
    const { available_count, acquired_count } = await retrievedPool(api, pool);
    return { available_count, acquired_count };
  };
  expect((await counts()).acquired_count).toBe(1);
  await api.call(operations.releaseBrowser, {
    params: { id_or_name: pool },
    body: { session_id: String(acquired?.session_id) },
  });
  await expect.poll(counts, { timeout: 20_000 }).toEqual({ available_count: 2, acquired_count: 0 });
}

test.runIf(hasPostgres)(
  "a lost node's sessions end, pools refill on another, and what that has outlives the service",
  async () => {
    const databaseUrl = await postgres.database();
    const service = await startService(databaseUrl);
    const { pool, node } = await poolRefillsOnNextNode(databaseUrl, service);
    await nextServiceTakesOver(databaseUrl, service, pool, node);
  },
);

const greeter = `
  import { app } from "fleetdeck";
  export const greeter = app("greeter").action("greet", (context, payload) => {
    context.log("greeting");
    return "Hello " + payload.name;
  });
`;

/** Begins one, whose id it returns. */
const invoke = async (api: ApiClient, app: string, action: string, payload: object) =>
  (
    await api.call(operations.createInvocation, {
      body: {
        ...{ app_name: app, version: "latest", action_name: action, async: true },
        payload: JSON.stringify(payload),
      },
    })
  ).id;
const greet = async (api: ApiClient, name: string) => await invoke(api, "greeter", "greet", { name });
/** Until it is ended. */
const crawl = async (api: ApiClient) =>
  await invoke(api, "catalogue", "crawl", { maxPages: 100, pauseMs: 1_000 });
const retrieved = async (api: ApiClient, id: string) =>
  await api.call(operations.retrieveInvocation, { params: { id } });
const statusOf = async (api: ApiClient, id: string) => (await retrieved(api, id)).status;
const sessionsOf = async (api: ApiClient, id: string) =>
  (await api.call(operations.listInvocationBrowsers, { params: { id } })).browsers.length;

/** Invocations wait for a node, fail with one that is lost, and run on the next one, of four, which is returned. */
async function invocationsRunOnNodes(databaseUrl: string, { api, url }: Program) {
  await deployOn(url, greeter);
  const early = await greet(api, "node");
  expect(await statusOf(api, early)).toBe("queued");

  const lost = await startNode(databaseUrl, 4);
  await expect.poll(async () => await statusOf(api, early), { timeout: 30_000 }).toBe("succeeded");
  expect((await retrieved(api, early)).output).toBe('"Hello node"');
  const events = await fetch(`${url}/invocations/${early}/events`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await events.text()).toContain("greeting");

  const running = await crawl(api);
  await expect.poll(async () => await sessionsOf(api, running), { timeout: 30_000 }).toBe(1);
  // A cancelled one ends on its node.
  const cancelled = await crawl(api);
  await expect.poll(async () => await statusOf(api, cancelled), { timeout: 30_000 }).toBe("running");
  await api.call(operations.updateInvocation, { params: { id: cancelled }, body: { status: "failed" } });
  await lost.stop("SIGKILL");
  await expect.poll(async () => await statusOf(api, running), { timeout: 30_000 }).toBe("failed");
  expect((await retrieved(api, running)).status_reason).toMatch(/its node .+ was lost/);
  const waiting = await greet(api, "another");
  const next = await startNode(databaseUrl, 4);
  await expect.poll(async () => await statusOf(api, waiting), { timeout: 30_000 }).toBe("succeeded");
  return next;
}

/** A node that only the service cannot reach is lost until it can be reached; returns a session that it has after that. */
async function lostWhileUnreachable(databaseUrl: string, { api, url }: Program, node: Program) {
  await connected(url, 1);
  const running = await crawl(api);
  await expect.poll(async () => await sessionsOf(api, running), { timeout: 30_000 }).toBe(1);
  const session = await api.call(operations.createBrowser, { body: { headless: true } });

  // As behind a network policy: what is connected stays so, and new connections are not made.
  const database = await postgres.connected(databaseUrl);
  const moveTo = async (address: string) =>
    await database.query("UPDATE fleetdeck_service.nodes SET address = $1", [address]);
  const elsewhere = `http://127.0.0.1:${await freePort()}`;
  await moveTo(elsewhere);
  // A WebSocket is answered as a plain request is.
  const cdp = new URL(String(session.cdp_ws_url));
  const ask = async (path: string, headers: Record<string, string>) => {
    const { status, body } = await sendRawRequest(url, { method: "GET", path, headers });
    return { status, body };
  };
  const plain = async () =>
    await ask(`/browsers/${session.session_id}/processes`, { authorization: `Bearer ${token}` });
  await expect.poll(async () => (await plain()).status, { timeout: 20_000 }).toBe(503);
  const upgraded = await ask(cdp.pathname + cdp.search, { connection: "Upgrade", upgrade: "websocket" });
  expect(upgraded).toEqual(await plain());
  expect(JSON.parse(upgraded.body)).toMatchObject({ code: "node_unreachable" });

  const state = async () => (await nodesOf(url)).map(({ state: present, reason }) => [present, reason]);
  const reason = `cannot be reached at ${elsewhere}: nothing listens there`;
  await expect.poll(state, { timeout: 20_000 }).toEqual([["unreachable", reason]]);
  await expect(api.call(operations.retrieveBrowser, { params: { id: session.session_id } })).rejects.toThrow(
    "answered 404",
  );
  await expect.poll(async () => await statusOf(api, running)).toBe("failed");
  expect((await retrieved(api, running)).status_reason).toMatch(/its node .+ was lost/);
  await expect(api.call(operations.createBrowser, {})).rejects.toThrow("answered 429");
  const waiting = await greet(api, "later");
  // The node still takes from the queue, and is given nothing.
  const refused = `SELECT 1 FROM fleetdeck_queue.job WHERE data ->> 'invocationId' = $1 AND retry_count > 0`;
  await expect
    .poll(async () => (await database.query(refused, [waiting])).rowCount, { timeout: 30_000 })
    .toBe(1);
  expect(await statusOf(api, waiting)).toBe("queued");

  await moveTo(node.url);
  await connected(url, 1);
  await expect.poll(async () => await statusOf(api, waiting), { timeout: 30_000 }).toBe("succeeded");
  // What it had has ended there as well.
  await expect
    .poll(async () => (await nodesOf(url)).map(({ used }) => used), { timeout: 20_000 })
    .toEqual([0]);
  const again = await api.call(operations.createBrowser, { body: { headless: true } });
  expect(await versionThrough(url, String(again.cdp_ws_url))).toMatch(/Chrome/);
  return again.session_id;
}

/** A node that is killed and started again at once, with `session` before, is another node, of two, which is returned. */
async function anotherAtTheSameAddress(
  databaseUrl: string,
  { api, url }: Program,
  killed: Program,
  session: string,
) {
  await killed.stop("SIGKILL");
  const more = { SERVICE_PORT: new URL(killed.url).port, SERVICE_DRAIN_SECONDS: "60" };
  const node = await startNode(databaseUrl, 2, more);
  await expect
    .poll(async () => (await nodesOf(url)).map(({ state, used }) => [state, used]), { timeout: 20_000 })
    .toEqual([["connected", 0]]);
  await expect(api.call(operations.retrieveBrowser, { params: { id: session } })).rejects.toThrow(
    "answered 404",
  );
  return node;
}

/**
 * A node that stops takes nothing new and waits for its sessions. Files of ended sessions are read from it and from a
 * later run of it, and in between it is said that no node has them.
 */
async function stopsAndReturns(databaseUrl: string, { api, url }: Program, node: Program) {
  const { session_id: id } = await api.call(operations.createBrowser, {
    body: { headless: true, telemetry: { enabled: true } },
  });
  const ran = await api.call(operations.execProcess, { params: { id }, body: { command: "true" } });
  expect(ran.exit_code).toBe(0);
  await api.call(operations.deleteBrowser, { params: { id } });
  const read = async (path: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/browsers/${id}/${path}`, { headers });
    return [answer.status, await answer.text()] as const;
  };
  const [status, events] = await read("telemetry/events");
  expect([status, events]).toEqual([200, expect.stringContaining("exec")]);

  const session = await api.call(operations.createBrowser, { body: { headless: true } });
  const ended = node.stop();
  await expect
    .poll(async () => (await nodesOf(url)).map(({ state }) => state), { timeout: 20_000 })
    .toEqual(["draining"]);
  await expect(api.call(operations.createBrowser, {})).rejects.toThrow("answered 429");
  expect(await versionThrough(url, String(session.cdp_ws_url))).toMatch(/Chrome/);
  await api.call(operations.deleteBrowser, { params: { id: session.session_id } });
  expect(await ended).toBe(0);
  await expect.poll(async () => await nodesOf(url), { timeout: 20_000 }).toEqual([]);

  for (const path of ["telemetry/events", "replays"]) {
    const [gone, answer] = await read(path);
    expect([gone, JSON.parse(answer)]).toEqual([
      404,
      { code: "node_gone", message: expect.stringMatching(/on its node \S+:\d+, which is gone/) },
    ]);
  }
  await startNodeOn(databaseUrl, 1, cleanUps, {}, node.dataDir);
  await connected(url, 1);
  expect(await read("telemetry/events")).toEqual([200, events]);
  expect(await read("replays")).toEqual([200, "[]"]);
}

test.runIf(hasPostgres)(
  "nodes that are lost, unreachable, killed and started again, or stopped: their invocations, sessions and files",
  async () => {
    const databaseUrl = await postgres.database();
    const service = await startService(databaseUrl);
    const node = await invocationsRunOnNodes(databaseUrl, service);
    const session = await lostWhileUnreachable(databaseUrl, service, node);
    const another = await anotherAtTheSameAddress(databaseUrl, service, node, session);
    await stopsAndReturns(databaseUrl, service, another);
  },
);
