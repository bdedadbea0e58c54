import { createServer } from "node:http";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { WebSocketServer } from "ws";
import { serveUpgrades } from "../../../server/upgrades.ts";
import { listenOnFreePort } from "../../../tests/support/programs/free-port.ts";
import { openSocket } from "../../../tests/support/service/live-view-client.ts";
import { waitUntil } from "../../../tests/support/wait-until.ts";
import { findSignIn, type SignInRecord } from "../auth/sign-ins.ts";
import { readConfiguration, settle } from "../kernel/env.ts";
import { startShutdown } from "../kernel/shutdown.ts";
import { onUpgrade } from "../kernel/upgrades.ts";
import { liveViewSocketPath, relayLiveView } from "./live-view-relay.ts";
import { liveViewTicket } from "./live-view-ticket.ts";

// The paces are read when their module is loaded.
vi.hoisted(() => vi.stubEnv("TEST_SPEEDUP", "50"));
vi.mock("../db/database.ts", () => ({ database: () => ({}) }));
vi.mock("../auth/sign-ins.ts", () => ({ findSignIn: vi.fn() }));

/** The API: what it received, and how its sockets greet and end. */
const requested: { url: string | undefined; headers: object }[] = [];
let ending: string | undefined;
const sockets = new WebSocketServer({ noServer: true });
const api = await listenOnFreePort(
  createServer((_request, response) => void response.writeHead(404).end()).on(
    "upgrade",
    (request, socket, head) => {
      requested.push({ url: request.url, headers: request.headers });
      if (request.url?.includes("no-socket")) return void socket.end("HTTP/1.1 404 Not Found\r\n\r\n");
      sockets.handleUpgrade(request, socket, head, (accepted) => {
        accepted.on("message", (data) => accepted.send(`received ${data}`));
        accepted.send("hello");
        if (ending !== undefined) {
          accepted.send(ending);
          accepted.close(1000);
        }
      });
    },
  ),
);
const server = createServer();
serveUpgrades(server, { pathOf: (target) => target, refusalOf: () => undefined, others: "end" });
onUpgrade(liveViewSocketPath, relayLiveView);
const front = await listenOnFreePort(server);
const variables = { API_BASE_URL: api.url, API_TOKEN: "a-token-of-the-tests" };
settle(readConfiguration({ ...variables, TEST_SPEEDUP: "50" }), {
  port: 1,
  sessionSecret: "a-secret-of-the-tests-with-32-characters",
  development: false,
});
afterAll(async () => {
  // Neither server can close connections that have left HTTP.
  startShutdown();
  await front.close();
  await api.close();
});

let serial = 0;
let row: SignInRecord;
beforeEach(() => {
  serial += 1;
  const keys = { key: "key", previousKey: null, rotatedAtMs: Date.now(), confirmedAtMs: null };
  row = {
    sid: `sign-in ${serial}`,
    userId: "1",
    username: "ada",
    role: "operator",
    createdAtMs: Date.now(),
    seenAtMs: Date.now(),
    disabled: false,
    revoked: false,
    mustChangePassword: false,
    hasPassword: true,
    provedAtMs: null,
    keys,
  };
  vi.mocked(findSignIn).mockImplementation(async () => ({ ...row }));
  requested.length = 0;
  ending = undefined;
});

const targetOf = (path = "/browser/remote") =>
  `${liveViewSocketPath}?view=${liveViewTicket(`${api.url}${path}?jwt=x`, { sid: row.sid })}`;
async function open(target = targetOf()) {
  const viewer = await openSocket(front.url, target);
  if (typeof viewer === "number") throw new Error(`refused with ${viewer}`);
  return viewer;
}

it("passes bytes on in both directions, with no header of the client's but its key (T09)", async () => {
  const viewer = await open(`${targetOf()}&readOnly=true`);
  const long = "x".repeat(500_000);
  viewer.socket.send(long);
  await waitUntil("both arrived", () => viewer.messages.length === 2);
  expect(viewer.messages).toEqual(["hello", `received ${long}`]);
  expect(requested[0]?.url).toBe("/browser/remote/socket?jwt=x&readOnly=true");
  expect(Object.keys(requested[0]?.headers ?? {}).sort()).toEqual([
    "connection",
    "host",
    "sec-websocket-key",
    "sec-websocket-version",
    "upgrade",
    "user-agent",
  ]);
  viewer.socket.close();
  await waitUntil("it is closed", viewer.isClosed);
});

it("delivers what is sent last before the end", async () => {
  ending = `ended ${"y".repeat(300_000)}`;
  const viewer = await open();
  await waitUntil("it is closed", viewer.isClosed);
  expect(viewer.messages).toEqual(["hello", ending]);
});

it("ends with the sign-in or its role, and with the API's connection", async () => {
  for (const change of [{ revoked: true }, { role: "viewer" }, { disabled: true }] as const) {
    row = { ...row, sid: `${row.sid}'`, revoked: false, role: "operator", disabled: false };
    const viewer = await open();
    row = { ...row, ...change };
    await waitUntil("the sign-in is read again", viewer.isClosed);
    expect([401, 403]).toContain(await openSocket(front.url, targetOf()));
  }
  row = { ...row, sid: "another", revoked: false, role: "operator", disabled: false };
  const viewer = await open();
  for (const client of sockets.clients) client.terminate();
  await waitUntil("it is closed", viewer.isClosed);
});

it("closes the API's connection when the viewer leaves", async () => {
  const viewer = await open();
  await waitUntil("it is connected", () => sockets.clients.size === 1);
  viewer.socket.terminate();
  await waitUntil("the API has none", () => sockets.clients.size === 0);
});

it("refuses other pages, tickets, queries and paths (T14, T28)", async () => {
  for (const origin of [undefined, front.url, "https://evil.example", ""])
    expect(await openSocket(front.url, targetOf(), { origin }), String(origin)).toBe(403);
  expect(await openSocket(front.url, `${targetOf()}A`)).toBe(404);
  expect(await openSocket(front.url, `${targetOf()}&jwt=x`)).toBe(400);
  expect(await openSocket(front.url, liveViewSocketPath)).toBe(400);
  expect(await openSocket(front.url, targetOf("/no-socket"))).toBe(502);
  expect(await openSocket(front.url, "/api/live")).toBe(0);
  vi.mocked(findSignIn).mockImplementation(async () => undefined);
  row.sid = "unknown";
  expect(await openSocket(front.url, targetOf())).toBe(401);
  expect(requested).toHaveLength(1);
});

it("has twelve connections for each sign-in (T45)", async () => {
  const viewers = [];
  for (let at = 0; at < 12; at += 1) viewers.push(await open());
  expect(await openSocket(front.url, targetOf())).toBe(503);
  const [first] = viewers;
  first?.socket.terminate();
  await expect.poll(async () => typeof (await openSocket(front.url, targetOf()))).toBe("object");
  for (const { socket } of viewers) socket.terminate();
});

it("ends when the process is stopped (T59)", async () => {
  const viewer = await open();
  startShutdown();
  await waitUntil("it is closed", viewer.isClosed);
});
