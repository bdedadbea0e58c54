// Nodes that come, go and cannot be reached: real processes, Chromium and PostgreSQL.
import { expect, test } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import type { ApiClient } from "../support/dashboard/api-client.ts";
import { freePort } from "../support/programs/free-port.ts";
import { hasPostgres } from "../support/programs/postgres.ts";
import { postgresForTests } from "../support/programs/postgres-for-tests.ts";
import { sendRawRequest } from "../support/programs/raw-http.ts";
import {
  connected,
  deployOn,
  nodesOf,
  startersFor,
  startNodeOn,
  token,
  versionThrough,
} from "../support/service/shared-services.ts";

const postgres = postgresForTests({ durable: true });
const { cleanUps } = postgres;

const { startService, startNode } = startersFor(cleanUps);

type Program = Awaited<ReturnType<typeof startService>>;

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
        app_name: app,
        version: "latest",
        action_name: action,
        async: true,
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
