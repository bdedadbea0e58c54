// What an operator has open ends with the sign-in that opened it, or with its role: live views and downloads.
import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import { afterAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { z } from "zod";
import { type RunningDashboard, startDashboard, type Visitor } from "../support/dashboard.ts";
import { listenOnFreePort } from "../support/free-port.ts";
import { fullServiceForTests } from "../support/full-service-for-tests.ts";
import { waitUntil } from "../support/wait-until.ts";

const service = await fullServiceForTests();
const token = "ended-sign-in-token-1";
/** Answers every download with bytes that never end. */
const endless = await listenOnFreePort(
  createServer((request, response) => {
    if (request.url?.includes("read_file") !== true) return void response.writeHead(404).end("{}");
    response.writeHead(200, { "content-type": "application/octet-stream" });
    const writing = setInterval(() => response.write("x".repeat(1_000)), 20);
    response.once("close", () => clearInterval(writing));
  }),
);
const overService = await startDashboard({
  apiBaseUrl: service.url,
  token: service.bearer,
  variables: { RECORDER: "off" },
});
const overEndless = await startDashboard({
  apiBaseUrl: endless.url,
  token,
  variables: { RECORDER: "off" },
});
afterAll(async () => {
  await overService.stop();
  await overEndless.stop();
  await endless.close();
});

const whoIs = async (visitor: Visitor) =>
  z.object({ operator: z.object({ username: z.string() }) }).parse((await visitor.get("/api/session")).json)
    .operator.username;

/** What ends the rights of an operator, as an admin or themselves do it. */
const endings: [string, (dashboard: RunningDashboard, visitor: Visitor) => Promise<void>][] = [
  ["signing out", async (_dashboard, visitor) => void (await visitor.send("DELETE", "/api/session"))],
  [
    "a lower role",
    async (dashboard, visitor) => {
      const username = await whoIs(visitor);
      const db = await dashboard.store();
      await db.updateTable("users").set({ role: "viewer" }).where("username", "=", username).execute();
    },
  ],
  [
    "a disabled account",
    async (dashboard, visitor) => {
      const username = await whoIs(visitor);
      const db = await dashboard.store();
      await db.updateTable("users").set({ disabled: 1 }).where("username", "=", username).execute();
    },
  ],
];

/** Opens a viewer's socket as the page at a live view's address does. */
async function view(address: string) {
  const html = await (await fetch(address)).text();
  const jwt = /data-token="([^"]+)"/.exec(html)?.[1] ?? "";
  const socket = new WebSocket(`${service.url.replace("http", "ws")}/browser/remote/socket?jwt=${jwt}`);
  const messages: string[] = [];
  let closed = false;
  socket.on("message", (data, isBinary) => isBinary || messages.push(String(data)));
  socket.once("close", () => {
    closed = true;
  });
  await waitUntil("the viewer is connected", () => messages.some((text) => text.includes("hello")));
  return { messages, isClosed: () => closed };
}

describe.each(endings)("%s", (_name, end) => {
  it("cuts the live view, whose address opens no more (T13, T16, T28)", async () => {
    const session = await service.create();
    const operator = await overService.signedIn("operator");
    const other = await overService.signedIn("operator");
    const open = async (visitor: Visitor) => {
      const reply = await visitor.send("POST", `/api/browsers/${session.session_id}/live-view`);
      return z.object({ url: z.string() }).parse(reply.json).url;
    };
    const [address, others] = [await open(operator), await open(other)];
    const [viewer, otherViewer] = [await view(address), await view(others)];
    await end(overService, operator);
    await waitUntil("the view is cut", viewer.isClosed);
    expect(viewer.messages.at(-1)).toContain('"ended"');
    expect((await fetch(address)).status).toBe(401);
    expect(otherViewer.isClosed()).toBe(false);
    expect((await fetch(others)).status).toBe(200);
    await service.sessions.end(session.session_id, "deleted");
  });

  it("cuts a running download (T13, T16, T51)", async () => {
    const operator = await overEndless.signedIn("operator");
    const other = await overEndless.signedIn("operator");
    const begin = (visitor: Visitor) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const sent = httpRequest(`${overEndless.url}/api/browsers/s1/fs/read_file?path=/a`, {
          headers: { cookie: visitor.cookieHeader() },
        });
        sent.once("response", resolve).once("error", reject).end();
      });
    const open = async (visitor: Visitor) => {
      const answer = await begin(visitor);
      const state = { bytes: 0, isCut: false };
      answer.on("data", (part: Buffer) => {
        state.bytes += part.length;
      });
      answer.on("error", () => {
        state.isCut = true;
      });
      await waitUntil("it downloads", () => state.bytes > 0);
      return { state, stop: () => answer.destroy() };
    };
    const [own, others] = [await open(operator), await open(other)];
    await end(overEndless, operator);
    await waitUntil("the download is cut", () => own.state.isCut);
    const before = others.state.bytes;
    await waitUntil("the other goes on", () => others.state.bytes > before);
    others.stop();
  });
});

it("stopping the dashboard ends the live views that it opened (T28, T59)", async () => {
  const session = await service.create();
  const own = await startDashboard({
    apiBaseUrl: service.url,
    token: service.bearer,
    variables: { RECORDER: "off" },
  });
  const operator = await own.signedIn("operator");
  const reply = await operator.send("POST", `/api/browsers/${session.session_id}/live-view`);
  const viewer = await view(z.object({ url: z.string() }).parse(reply.json).url);
  await own.stop();
  await waitUntil("the view is cut", viewer.isClosed);
  await service.sessions.end(session.session_id, "deleted");
});
