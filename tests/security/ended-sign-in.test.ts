// What an operator has open ends with the sign-in that opened it, or with its role: live views, downloads and the output of
// commands.
import { createServer, request as httpRequest, type IncomingMessage } from "node:http";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import {
  type RunningDashboard,
  sendRequest,
  startDashboard,
  type Visitor,
} from "../support/dashboard/dashboard.ts";
import { listenOnFreePort } from "../support/programs/free-port.ts";
import { lightChromium } from "../support/programs/launch-options.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";
import {
  liveViewAddress,
  liveViewSocketOf,
  openSocket,
  viewLive,
} from "../support/service/live-view-client.ts";
import { waitUntil } from "../support/wait-until.ts";

const service = await fullServiceForTests({ chromiumPath: lightChromium });
const token = "ended-sign-in-token-1";
const line = { stream: "stdout", data_b64: Buffer.from("a line\n").toString("base64") };
/** What never ends, with its type. */
const answers = [
  { path: "/fs/read_file", type: "application/octet-stream", part: "x".repeat(1_000) },
  { path: "/stdout/stream", type: "text/event-stream", part: `data: ${JSON.stringify(line)}\n\n` },
];
/** Answers every download and the output of every command with what never ends. */
const endless = await listenOnFreePort(
  createServer((request, response) => {
    const answer = answers.find(({ path }) => request.url?.includes(path));
    if (answer === undefined) return void response.writeHead(404).end("{}");
    response.writeHead(200, { "content-type": answer.type });
    const writing = setInterval(() => response.write(answer.part), 20);
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

interface Leaving {
  visitor: Visitor;
  /** Asked for beforehand: a request just before the change would keep the rights of before for half a second. */
  username: string;
}

/** What ends the rights of an operator, as an admin or themselves do it. */
const endings: [string, (dashboard: RunningDashboard, leaving: Leaving) => Promise<void>][] = [
  ["signing out", async (_dashboard, { visitor }) => void (await visitor.send("DELETE", "/api/session"))],
  [
    "a lower role",
    async (dashboard, { username }) => {
      const db = await dashboard.store();
      await db.updateTable("users").set({ role: "viewer" }).where("username", "=", username).execute();
    },
  ],
  [
    "a disabled account",
    async (dashboard, { username }) => {
      const db = await dashboard.store();
      await db.updateTable("users").set({ disabled: 1 }).where("username", "=", username).execute();
    },
  ],
];

describe.each(endings)("%s", (_name, end) => {
  it("cuts the live view, whose address opens no more (T13, T16, T28)", async () => {
    const session = await service.create();
    const operator = await overService.signedIn("operator");
    const username = await whoIs(operator);
    const other = await overService.signedIn("operator");
    const open = async (visitor: Visitor) => {
      const address = await liveViewAddress(visitor, session.session_id);
      return { address, viewer: await viewLive(overService.url, address) };
    };
    const [own, others] = [await open(operator), await open(other)];
    const cookie = operator.cookieHeader();
    await end(overService, { visitor: operator, username });
    await waitUntil("the view is cut", own.viewer.isClosed);
    const page = await sendRequest(overService.url, own.address, { headers: { cookie } });
    expect([401, 403]).toContain(page.status);
    expect([401, 403]).toContain(await openSocket(overService.url, liveViewSocketOf(own.address)));
    expect(others.viewer.isClosed()).toBe(false);
    expect((await other.get(others.address)).status).toBe(200);
    others.viewer.socket.close();
    await service.sessions.end(session.session_id, "deleted");
  });

  it.each([
    ["a running download (T13, T16, T51)", "/api/browsers/s1/fs/read_file?path=/a"],
    ["the output of a command (T13, T16, T51)", "/api/browsers/s1/process/p1/output"],
  ])("cuts %s", async (_what, path) => {
    const operator = await overEndless.signedIn("operator");
    const username = await whoIs(operator);
    const other = await overEndless.signedIn("operator");
    const begin = (visitor: Visitor) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const sent = httpRequest(`${overEndless.url}${path}`, {
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
      answer.on("error", () => undefined);
      answer.on("close", () => {
        state.isCut = true;
      });
      await waitUntil("it is received", () => state.bytes > 0);
      return { state, stop: () => answer.destroy() };
    };
    const [own, others] = [await open(operator), await open(other)];
    await end(overEndless, { visitor: operator, username });
    await waitUntil("it is cut", () => own.state.isCut);
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
  const viewer = await viewLive(own.url, await liveViewAddress(operator, session.session_id));
  await own.stop();
  await waitUntil("the view is cut", viewer.isClosed);
  await service.sessions.end(session.session_id, "deleted");
});
