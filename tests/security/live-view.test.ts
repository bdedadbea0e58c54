// Live views and recordings of a service that operators' machines cannot reach: relayed under the dashboard's own origin,
// behind nginx where there is one. Who may open them, and what the page of a live view can do.
import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import { connectOverCdp } from "../../service/chromium/driver.ts";
import { startDashboard } from "../support/dashboard/dashboard.ts";
import { storageStateOf } from "../support/dashboard/storage-state.ts";
import { chromiumForTests } from "../support/programs/chromium-for-tests.ts";
import { freePort } from "../support/programs/free-port.ts";
import { hasNginx, startNginx } from "../support/programs/nginx.ts";
import { startOnePortProxy } from "../support/programs/one-port-proxy.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";
import {
  liveViewAddress,
  liveViewSocketOf,
  openSocket,
  viewLive,
} from "../support/service/live-view-client.ts";
import { waitUntil } from "../support/wait-until.ts";

const service = await fullServiceForTests({ host: "127.0.0.2" });
const [port, frontPort] = [await freePort(), await freePort()];
const variables = {
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${hasNginx ? frontPort : port}`,
  TRUSTED_PROXIES: "127.0.0.1",
  RECORDER: "off",
};
const dashboard = await startDashboard({ apiBaseUrl: service.url, token: service.bearer, variables });
const nginx = hasNginx ? await startNginx(frontPort, port) : undefined;
const network = await startOnePortProxy(dashboard.url);
const operators = await chromiumForTests({ proxy: { server: network.url, bypass: "<-loopback>" } });
afterAll(async () => {
  await network.close();
  await nginx?.stop();
  await dashboard.stop();
});

const { url } = dashboard;
const operator = await dashboard.signedIn("operator");
const session = await service.create({ viewport: { width: 800, height: 600 } });
const driven = await connectOverCdp(session.cdp_ws_url);
await driven.page.goto(
  "data:text/html,<body style='margin:0;background:lime' onclick='document.title+=\"clicked\"'>",
);
afterAll(() => driven.close());
const opened = () => liveViewAddress(operator, session.session_id);

describe("from a machine that reaches the dashboard's port alone", () => {
  it("the live view is shown and takes input, and a recording is played (T28)", async () => {
    const context = await operators.newContext({ storageState: storageStateOf(operator) });
    const page = await context.newPage();
    await page.goto(`${url}/browsers/${session.session_id}`);
    await page.getByRole("button", { name: "Watch live" }).click();
    const view = page.frameLocator("iframe");
    await view.getByText("View only").waitFor();
    const inFrame = () => {
      const frame = page.frames().find((each) => each.url().includes("/api/live-view?"));
      return frame ?? expect.fail("there is no frame of the dashboard's own");
    };
    await expect.poll(() => inFrame().evaluate(() => document.querySelector("canvas")?.width)).toBe(800);

    expect(await page.locator("iframe").getAttribute("sandbox")).toBe("allow-scripts");
    const reach = await inFrame().evaluate(async () => {
      const failure = (error: unknown) => (error instanceof Error ? error.name : "unknown");
      const cookies = (() => {
        try {
          return document.cookie;
        } catch (error) {
          return failure(error);
        }
      })();
      const api = await fetch("/api/session").then((answer) => answer.status, failure);
      return { origin: window.origin, cookies, api };
    });
    expect(reach).toEqual({ origin: "null", cookies: "SecurityError", api: "TypeError" });
    const kept = await page.evaluate(() =>
      JSON.stringify([location.href, history.state, { ...localStorage }, { ...sessionStorage }]),
    );
    expect(kept).not.toContain("view=");
    expect(await page.content()).not.toMatch(/jwt=|eyJ/);
    expect(await inFrame().content()).not.toMatch(/jwt=|eyJ/);

    await page.getByRole("button", { name: "Take control" }).click();
    await view.getByText("Shift+Escape leaves the picture").waitFor();
    await expect
      .poll(async () => {
        await view.locator("canvas").click();
        return await driven.page.title();
      })
      .toContain("clicked");
    // The client leaves its dialogs open.
    driven.page.on("dialog", () => undefined);
    const name = driven.page.evaluate(() => prompt("Your name?"));
    await view.getByText("Your name?").waitFor();
    await view.getByRole("textbox", { name: "Text" }).fill("Ada");
    await view.getByRole("button", { name: "OK" }).click();
    expect(await name).toBe("Ada");

    const params = { id: session.session_id };
    const { replay_id } = await service.api.call(operations.startReplay, { params, body: {} });
    await service.api.call(operations.stopReplay, { params: { ...params, replay_id } });
    await page.goto(`${url}/browsers/${session.session_id}?tab=replays`);
    await page.getByRole("button", { name: /^Watch recording/ }).click();
    const player = page.locator("video");
    await expect
      .poll(() => player.evaluate((video: HTMLVideoElement) => video.readyState))
      .toBeGreaterThan(0);
    expect(network.refused.filter((host) => host.startsWith("127."))).toEqual([]);
    await context.close();
  });
});

describe("the page of a live view", () => {
  it("has a policy of its own, no origin, and no address of the API (T25, T27, T28)", async () => {
    const address = await opened();
    expect(address).toMatch(/^\/api\/live-view\?view=[\w-]+$/);
    const page = await operator.get(address);
    expect(page.status).toBe(200);
    const policy = String(page.headers["content-security-policy"]);
    const rules = Object.fromEntries(
      policy.split("; ").map((rule) => [rule.split(" ", 1)[0], rule.slice(rule.indexOf(" ") + 1)]),
    );
    const nonce = expect.stringMatching(/^'nonce-[\w+/=-]{16,}'$/);
    expect(rules).toEqual({
      "default-src": "'none'",
      "script-src": nonce,
      "style-src": nonce,
      "img-src": "blob:",
      "connect-src": `${url.replace("http", "ws")}/api/live-view/socket`,
      "base-uri": "'none'",
      "form-action": "'none'",
      "frame-ancestors": "'self'",
      sandbox: "allow-scripts",
    });
    expect(page.headers["x-frame-options"]).toBe("SAMEORIGIN");
    expect(page.headers["referrer-policy"]).toBe("no-referrer");
    expect(page.headers["cache-control"]).toBe("no-store");
    expect(page.text).not.toContain("127.0.0.2");
    expect(page.text).not.toMatch(/jwt=|eyJ/);
  });

  it("is shown to the sign-in that opened it alone, with its role (T11, T12, T28)", async () => {
    const address = await opened();
    const [other, viewer] = [await dashboard.signedIn("operator"), await dashboard.signedIn("viewer")];
    expect((await other.get(address)).json).toMatchObject({ code: "not_your_live_view" });
    expect((await viewer.get(address)).status).toBe(403);
    expect((await viewer.send("POST", `/api/browsers/${session.session_id}/live-view`)).status).toBe(403);
    expect((await operator.get(`${address}A`)).status).toBe(404);
    expect((await operator.get("/api/live-view?view=x")).status).toBe(404);
    expect((await operator.get(`${address}&jwt=x`)).status).toBe(400);
    const nobody = operator.clone();
    nobody.cookies.clear();
    expect((await nobody.get(address)).status).toBe(401);
  });

  it("says that a view has ended (T28)", async () => {
    const address = await opened();
    const ended = await service.create();
    const own = await liveViewAddress(operator, ended.session_id);
    await service.sessions.end(ended.session_id, "deleted");
    const page = await operator.get(own);
    expect(page.status).toBe(404);
    expect(page.text).toContain("has ended");
    expect(page.headers["content-security-policy"]).toContain("sandbox");
    expect((await operator.get(address)).status).toBe(200);
  });
});

describe("the socket of a live view", () => {
  it("is opened by a page without an origin, with the ticket of a valid sign-in (T14, T28)", async () => {
    const socket = liveViewSocketOf(await opened());
    for (const origin of [undefined, url, "https://evil.example", "http://127.0.0.2", ""])
      expect(await openSocket(url, socket, { origin }), String(origin)).toBe(403);
    expect(await openSocket(url, `${socket}A`)).toBe(404);
    expect(await openSocket(url, `${socket}&jwt=x`)).toBe(400);
    expect(await openSocket(url, "/api/live-view/socket")).toBe(400);
    expect(await openSocket(url, socket, { headers: { host: "evil.example" } })).toBe(421);
    const viewer = await viewLive(url, await opened());
    await waitUntil("a picture arrived", () => viewer.pictures() > 0);
    expect(viewer.messages[0]).toBe('{"type":"hello","readOnly":false}');
    viewer.socket.close();
    await waitUntil("it is closed", viewer.isClosed);
  });

  it("takes no input when it was opened to watch only", async () => {
    const viewer = await viewLive(url, `${await opened()}&readOnly=true`);
    expect(viewer.messages[0]).toBe('{"type":"hello","readOnly":true}');
    viewer.socket.close();
  });

  it("says why it ends, with the session", async () => {
    const ended = await service.create();
    const viewer = await viewLive(url, await liveViewAddress(operator, ended.session_id));
    await service.sessions.end(ended.session_id, "deleted");
    await waitUntil("it is closed", viewer.isClosed);
    expect(viewer.messages.at(-1)).toBe('{"type":"ended","message":"This session has ended."}');
  });

  it("is bounded in number for each sign-in (T45)", async () => {
    const busy = await dashboard.signedIn("operator");
    const address = await liveViewAddress(busy, session.session_id);
    const viewers = [];
    for (let at = 0; at < 12; at += 1) viewers.push(await viewLive(url, address));
    expect(await openSocket(url, liveViewSocketOf(address))).toBe(503);
    const others = await viewLive(url, await opened());
    viewers[0]?.socket.close();
    await expect
      .poll(async () => {
        const again = await openSocket(url, liveViewSocketOf(address));
        if (typeof again !== "number") again.socket.close();
        return typeof again;
      })
      .toBe("object");
    for (const { socket } of [...viewers, others]) socket.close();
  });

  it("that nobody reads any more is no load on the service", async () => {
    const clients = () => service.sessions.find(session.session_id)?.clients ?? 0;
    await waitUntil("only the driver is left of the test before", () => clients() === 1);
    const viewer = await viewLive(url, await opened());
    expect(clients()).toBe(2);
    viewer.socket.terminate();
    await waitUntil("the service has one client less", () => clients() === 1);
  });
});

it("every other upgrade is refused without an answer (T08)", async () => {
  for (const target of ["/", "/api/live", "/api/live-view", "/_next/webpack-hmr", "/browser/remote/socket"]) {
    const received = await new Promise<string>((resolve) => {
      let text = "";
      const socket = connect(port, "127.0.0.1", () =>
        socket.write(
          `GET ${target} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nOrigin: null\r\n` +
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
        ),
      );
      socket.on("data", (part) => {
        text += part.toString();
      });
      socket.on("error", () => undefined);
      socket.on("close", () => resolve(text));
    });
    expect(received, target).toBe("");
  }
});

it("an offer of another protocol than a WebSocket is not taken (T14)", async () => {
  const target = liveViewSocketOf(await opened());
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { host: new URL(url).host, connection: "Upgrade", upgrade: "h2c", origin: "null" };
    const sent = request({ host: "127.0.0.1", port, path: target, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on("error", reject).end();
  });
  expect(status).toBe(404);
});
