// The settings that a session was created with, seen from its own pages; and what it can be changed to while it lives.
import { once } from "node:events";
import { createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { Server as ForwardProxy } from "proxy-chain";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { browser } from "../../lib/contract/browsers.ts";
import { profile } from "../../lib/contract/profiles.ts";
import { proxy } from "../../lib/contract/proxies.ts";
import { DevTools } from "../../service/chromium/devtools.ts";
import { connectOverCdp, type Page } from "../../service/chromium/driver.ts";
import { processesNaming, processTree } from "../../service/kernel/process-tree.ts";
import { siteForTests } from "../support/programs/test-site.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";

const service = await fullServiceForTests({ maxBrowsers: 4 });
const siteUrl = `${(await siteForTests()).url}/`;
afterEach(async () => {
  for (const { session_id } of await listed("?limit=100")) await service.sessions.end(session_id, "deleted");
});

const portOf = (address: unknown) => z.object({ port: z.int() }).parse(address).port;
const create = (body: object = {}) => service.create(body);
const patch = async (id: string, body: object) => await service.ask("PATCH", `/browsers/${id}`, body);
const listed = async (query: string) =>
  z.array(browser).parse((await service.ask("GET", `/browsers${query}`)).json());

const measures = (page: Page) =>
  page.evaluate(() => ({
    window: [window.outerWidth, window.outerHeight],
    view: [window.innerWidth, window.innerHeight],
    screen: [screen.width, screen.height],
    fullscreen: matchMedia("(display-mode: fullscreen)").matches,
    webdriver: navigator.webdriver,
    agent: navigator.userAgent,
  }));

async function storageProcessOf(sessionId: string): Promise<number> {
  const roots = await processesNaming(join(service.dataDir, "instances", sessionId));
  const trees = await Promise.all(roots.map(processTree));
  const own = new Set(trees.flat().map(({ pid }) => pid));
  const [found] = (await processesNaming("storage.mojom.StorageService")).filter((pid) => own.has(pid));
  return z.int().parse(found);
}

async function seen(url: string): Promise<Awaited<ReturnType<typeof measures>>> {
  const driven = await connectOverCdp(url);
  try {
    await driven.page.goto(siteUrl);
    return await measures(driven.page);
  } finally {
    await driven.close();
  }
}

describe("pages observe the requested settings:", () => {
  test("the default size and rate, and the longest timeout", async () => {
    const made = await create({ timeout_seconds: 259_200 });
    expect(made.timeout_seconds).toBe(259_200);
    expect(made.viewport).toEqual({ width: 1920, height: 1080, refresh_rate: 25 });
    const { window, screen, view, fullscreen, webdriver } = await seen(made.cdp_ws_url);
    expect([window, screen]).toEqual([
      [1920, 1080],
      [1920, 1080],
    ]);
    expect(view[1]).toBeLessThan(1080);
    expect([fullscreen, webdriver]).toEqual([false, true]);
  });

  test("any size within bounds; stealth; the shortest timeout; none out of bounds", async () => {
    const viewport = { width: 1024, height: 768 };
    const made = await create({ viewport, stealth: true, headless: true, timeout_seconds: 10 });
    expect(made).toMatchObject({
      timeout_seconds: 10,
      stealth: true,
      headless: true,
      viewport: { ...viewport, refresh_rate: 60 },
    });
    expect(made.browser_live_view_url).toBeUndefined();
    const { window, screen, webdriver, agent } = await seen(made.cdp_ws_url);
    expect([window, screen]).toEqual([
      [1024, 768],
      [1024, 768],
    ]);
    expect(webdriver).toBe(false);
    expect(agent).not.toContain("Headless");
    for (const [width, height] of [
      [319, 240],
      [320, 239],
      [7681, 240],
      [320, 4321],
      [800.5, 600],
    ]) {
      const refused = await service.ask("POST", "/browsers", { viewport: { width, height } });
      expect([width, height, refused.status]).toEqual([width, height, 400]);
      expect(refused.text).toContain("body.viewport.");
    }
  });

  test("kiosk mode, with the page filling the screen, also after a resize", async () => {
    const viewport = { width: 800, height: 600 };
    const made = await create({ viewport, kiosk_mode: true });
    const full = { view: [800, 600], screen: [800, 600], fullscreen: true };
    expect(await seen(made.cdp_ws_url)).toMatchObject(full);
    expect((await patch(made.session_id, { viewport: { width: 1200, height: 800 } })).status).toBe(200);
    const driven = await connectOverCdp(made.cdp_ws_url);
    await expect
      .poll(() => measures(driven.page))
      .toMatchObject({ view: [1200, 800], screen: [1200, 800], fullscreen: true });
    await driven.close();
  });

  test("no time-outs out of bounds", async () => {
    for (const timeout_seconds of [9, 259_201, 10.5, "60"]) {
      expect((await service.ask("POST", "/browsers", { timeout_seconds })).status).toBe(400);
    }
  });
});

describe("a live session is changed:", () => {
  test("to another size, with a connected client", async () => {
    const { session_id, cdp_ws_url } = await create({ viewport: { width: 1024, height: 768 } });
    const driven = await connectOverCdp(cdp_ws_url);
    await driven.page.goto(siteUrl);
    const answer = await patch(session_id, { viewport: { width: 1440, height: 900, force: true } });
    expect(browser.parse(answer.json()).viewport).toEqual({ width: 1440, height: 900, refresh_rate: 25 });
    await expect
      .poll(() => measures(driven.page))
      .toMatchObject({ window: [1440, 900], screen: [1440, 900] });
    await driven.close();
    const [record] = await listed("");
    expect(record?.viewport).toMatchObject({ width: 1440, height: 900 });
  });

  test("to go through a proxy and back, with its pages, cookies and storage", async () => {
    const calls: string[] = [];
    const theirs = new ForwardProxy({
      port: 0,
      host: "127.0.0.1",
      prepareRequestFunction: ({ username, password, hostname, isHttp }) => {
        const welcome = username === "us er" && password === "p:ä55/w";
        if (welcome) calls.push(`${isHttp ? "http" : "connect"} ${hostname}`);
        return { requestAuthentication: !welcome };
      },
    });
    await theirs.listen();
    const config = { host: "127.0.0.1", port: theirs.port, username: "us er", password: "p:ä55/w" };
    const made = await service.ask("POST", "/proxies", { type: "custom", protocol: "http", config });
    const { id: proxy_id } = proxy.parse(made.json());

    const { session_id, cdp_ws_url } = await create();
    const first = await connectOverCdp(cdp_ws_url);
    await first.page.goto(siteUrl);
    await first.page.evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: what pages do
      document.cookie = "until=theend";
      localStorage.setItem("kept", "yes");
    });
    await first.page.context().newPage();
    const gone = new Promise((resolve) => first.browser.once("disconnected", resolve));
    const changed = await patch(session_id, { proxy_id });
    expect(browser.parse(changed.json())).toMatchObject({ session_id, proxy_id });
    await gone;

    const again = await connectOverCdp(cdp_ws_url);
    const urls = () =>
      again.page
        .context()
        .pages()
        .map((page) => page.url())
        .sort();
    await expect.poll(urls).toEqual(["about:blank", siteUrl]);
    calls.length = 0;
    await again.page.goto(`${siteUrl}again`);
    expect(calls).toContain("http 127.0.0.1");
    expect(await again.page.evaluate(() => [document.cookie, localStorage.getItem("kept")])).toEqual([
      "until=theend",
      "yes",
    ]);

    // TLS goes through as a tunnel: the other end gets the beginning of a handshake.
    const firstBytes: number[] = [];
    const secure = createTcpServer((socket) => {
      socket
        .on("error", () => undefined)
        .once("data", (data) => {
          firstBytes.push(data[0] ?? 0);
          socket.destroy();
        });
    }).listen(0, "127.0.0.1");
    await once(secure, "listening");
    calls.length = 0;
    await again.page.goto(`https://127.0.0.1:${portOf(secure.address())}/`).catch(() => undefined);
    expect(calls).toContain("connect 127.0.0.1");
    expect(firstBytes[0]).toBe(0x16);
    secure.close();
    await again.close();

    // Deleting a proxy leaves its sessions alone; the empty string takes them off it.
    expect((await service.ask("DELETE", `/proxies/${proxy_id}`)).status).toBe(204);
    const off = await patch(session_id, { proxy_id: "" });
    expect(browser.parse(off.json()).proxy_id).toBeUndefined();
    calls.length = 0;
    await seen(cdp_ws_url);
    expect(calls).toEqual([]);
    await theirs.close(true);
  });

  // Chromium kills its storage process at its own end, whether that has written everything or not.
  test.runIf(process.platform === "linux")(
    "to go through a proxy, with what a page stored last, though Chromium's storage process gets no more time",
    async () => {
      const made = await service.ask("POST", "/proxies", {
        type: "custom",
        protocol: "http",
        config: { host: "127.0.0.1", port: 9 },
      });
      const { session_id, cdp_ws_url } = await create();
      const first = await connectOverCdp(cdp_ws_url);
      await first.page.goto(siteUrl);
      const storageProcess = await storageProcessOf(session_id);
      const send = DevTools.prototype.send;
      const freezing = vi.spyOn(DevTools.prototype, "send");
      freezing.mockImplementation(function (this: DevTools, method, ...rest) {
        if (method === "Browser.close") process.kill(storageProcess, "SIGSTOP");
        return send.call(this, method, ...rest);
      });
      await first.page.evaluate(() => localStorage.setItem("kept", "yes"));
      const changing = patch(session_id, { proxy_id: proxy.parse(made.json()).id });
      expect((await changing.finally(() => freezing.mockRestore())).status).toBe(200);
      expect((await patch(session_id, { proxy_id: "" })).status).toBe(200);
      const again = await connectOverCdp(cdp_ws_url);
      await again.page.goto(siteUrl);
      expect(await again.page.evaluate(() => localStorage.getItem("kept"))).toBe("yes");
      await again.close();
    },
  );

  test("to have a profile, once", async () => {
    const { id } = profile.parse((await service.ask("POST", "/profiles", { name: "late" })).json());
    await service.profiles.saved(id, {
      cookies: [],
      origins: [{ origin: new URL(siteUrl).origin, localStorage: [{ name: "cart", value: "3" }] }],
    });
    const { session_id, cdp_ws_url } = await create();
    const changed = await patch(session_id, { profile: { name: "late", save_changes: true } });
    expect(browser.parse(changed.json()).profile).toMatchObject({ id, name: "late" });
    const driven = await connectOverCdp(cdp_ws_url);
    await driven.page.goto(siteUrl);
    expect(await driven.page.evaluate(() => localStorage.getItem("cart"))).toBe("3");
    await driven.page.evaluate(() => localStorage.setItem("cart", "4"));
    await driven.close();
    expect((await patch(session_id, { profile: { id } })).status).toBe(400);
    expect((await service.ask("DELETE", `/browsers/${session_id}`)).status).toBe(204);
    const saved = await service.ask("GET", "/profiles/late/download");
    expect(saved.json()).toMatchObject({ origins: [{ localStorage: [{ name: "cart", value: "4" }] }] });
  });

  test("not to missing resources, and then not at all", async () => {
    const { session_id } = await create({ viewport: { width: 800, height: 600 } });
    for (const [body, status] of [
      [{ proxy_id: "nowhere", viewport: { width: 900, height: 600 } }, 404],
      [{ profile: { name: "nobody" } }, 404],
      [{ profile: {} }, 400],
      [{ viewport: { width: 1, height: 1 } }, 400],
      [{ viewport: "large" }, 400],
    ] as const) {
      expect([body, (await patch(session_id, body)).status]).toEqual([body, status]);
    }
    expect((await patch("unknown", {})).status).toBe(404);
    expect((await patch(session_id, {})).json()).toMatchObject({ viewport: { width: 800, height: 600 } });
  });
});

describe("a persistence identifier", () => {
  test("identifies one live session, and deletes it", async () => {
    const [one, two] = await Promise.all([
      create({ persistence: { id: "mine" } }),
      create({ persistence: { id: "mine" } }),
    ]);
    expect(one.session_id).toBe(two.session_id);
    expect((await create({ persistence: { id: "mine" }, headless: true })).headless).toBe(false);
    expect((await service.ask("DELETE", "/browsers")).status).toBe(400);
    expect((await service.ask("DELETE", "/browsers?persistent_id=other")).status).toBe(404);
    expect((await service.ask("DELETE", "/browsers?persistent_id=mine")).status).toBe(204);
    expect((await service.ask("GET", `/browsers/${one.session_id}`)).status).toBe(404);
    expect((await service.ask("DELETE", "/browsers?persistent_id=mine")).status).toBe(404);
    expect((await create({ persistence: { id: "mine" } })).session_id).not.toBe(one.session_id);
  });
});

test("T37 the list is searched by parts of identifiers; invalid queries are refused", async () => {
  const { id } = service.profiles.create("Listed Shopper");
  const [plain, named] = [await create(), await create({ persistence: { id: "MINE-7" }, profile: { id } })];
  const ids = async (query: string) => (await listed(query)).map((one) => one.session_id);
  expect(await ids("")).toEqual([named.session_id, plain.session_id]);
  expect(await ids("?query=mine-7")).toEqual([named.session_id]);
  expect(await ids(`?query=${encodeURIComponent("listed shop")}`)).toEqual([named.session_id]);
  expect(await ids(`?query=${plain.session_id.slice(3, 20)}`)).toEqual([plain.session_id]);
  expect(await ids("?query=%25")).toEqual([]);
  const paged = await service.ask("GET", "/browsers?limit=1");
  expect(
    ["x-limit", "x-offset", "x-has-more", "x-next-offset"].map((name) => paged.headers.get(name)),
  ).toEqual(["1", "0", "true", "1"]);
  const last = await service.ask("GET", "/browsers?limit=1&offset=1");
  expect([last.headers.get("x-has-more"), last.headers.get("x-next-offset")]).toEqual(["false", "0"]);
  for (const bad of ["limit=0", "limit=101", "offset=-1", "limit=x", "status=gone", "limit=1&limit=2"]) {
    for (const path of bad.startsWith("status") ? ["/browsers"] : lists) {
      expect([path, bad, (await service.ask("GET", `${path}?${bad}`)).status]).toEqual([path, bad, 400]);
    }
  }
});
const lists = ["/browsers", "/browser_pools", "/proxies", "/profiles"];
