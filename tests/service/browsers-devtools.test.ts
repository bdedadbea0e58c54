// How clients reach the DevTools of a session, and that nothing else does.
import { readdir, readFile, readlink } from "node:fs/promises";
import { chromium } from "playwright-core";
import puppeteer from "puppeteer-core";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { z } from "zod";
import { processTree } from "../../service/kernel/process-tree.ts";
import { devtoolsOver } from "../support/fakes/devtools-over.ts";
import { siteForTests } from "../support/programs/test-site.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";

const service = await fullServiceForTests({ maxBrowsers: 8 });
const site = await siteForTests();

const version = z.looseObject({ Browser: z.string(), webSocketDebuggerUrl: z.string() });
const targets = z.array(
  z.looseObject({
    id: z.string(),
    type: z.string(),
    url: z.string(),
    title: z.string(),
    webSocketDebuggerUrl: z.string(),
  }),
);

/** The session's DevTools address as the base of an HTTP client. */
const httpBase = (cdpUrl: string) => cdpUrl.replace(/^ws/, "http");

const below = (cdpUrl: string, path: string) => {
  const url = new URL(httpBase(cdpUrl));
  url.pathname += path;
  return url;
};

/** Inodes of the TCP sockets that a process listens with. */
async function listeningSockets(pid: number): Promise<string[]> {
  const tables = await Promise.all(
    ["tcp", "tcp6"].map((name) => readFile(`/proc/${pid}/net/${name}`, "utf8").catch(() => "")),
  );
  const listening = tables
    .flatMap((table) => table.split("\n").slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state]) => state === "0A")
    .map((fields) => `socket:[${fields[9]}]`);
  const open = await Promise.all(
    (await readdir(`/proc/${pid}/fd`).catch(() => [])).map((fd) =>
      readlink(`/proc/${pid}/fd/${fd}`).catch(() => ""),
    ),
  );
  return open.filter((target) => listening.includes(target));
}

describe("the DevTools of a session", () => {
  test.skipIf(process.platform !== "linux")("listen on no port that another session could find", async () => {
    const { session_id } = await service.create();
    const tree = await processTree(service.sessions.living(session_id).chromium.process.pid);
    expect(tree.length).toBeGreaterThan(2);
    for (const { pid } of tree) expect(await listeningSockets(pid)).toEqual([]);
  });

  test("answer over HTTP as those of a Chromium with a port, with the session's own addresses", async () => {
    const { cdp_ws_url } = await service.create();
    for (const path of ["/json/version", "/json/version/"]) {
      const answer = await fetch(below(cdp_ws_url, path));
      expect(answer.headers.get("content-type")).toContain("application/json");
      const { Browser, webSocketDebuggerUrl } = version.parse(await answer.json());
      expect(Browser).toMatch(/^(Headless)?Chrome\/\d+/);
      expect(webSocketDebuggerUrl).toBe(cdp_ws_url);
    }
    const browser = await chromium.connectOverCDP(httpBase(cdp_ws_url));
    const page = browser.contexts()[0]?.pages()[0] ?? expect.fail("there is no page");
    await page.goto(`${site.url}/`);
    const listed = targets.parse(await (await fetch(below(cdp_ws_url, "/json/list"))).json());
    expect(targets.parse(await (await fetch(below(cdp_ws_url, "/json"))).json())).toEqual(listed);
    const shown = listed.find(({ url }) => url === `${site.url}/`) ?? expect.fail("the page is not listed");
    expect(shown).toMatchObject({ type: "page", title: await page.title() });
    // Its address leads to that page alone.
    const devtools = await devtoolsOver(shown.webSocketDebuggerUrl);
    expect(await devtools.evaluate("location.href", {})).toBe(`${site.url}/`);
    devtools.close();
    await browser.close();
  });

  test("are found by clients that append to the address, lose its query or replace its path", async () => {
    const { cdp_ws_url } = await service.create();
    const { origin, pathname, search, searchParams } = new URL(httpBase(cdp_ws_url));
    const withTokenInPath = `${origin}${pathname}/${searchParams.get("jwt")}`;
    const replaced = `${origin}/json/version${search}`;
    for (const browserURL of [httpBase(cdp_ws_url), withTokenInPath, `${origin}/${search}`]) {
      const browser = await puppeteer.connect({ browserURL });
      expect(await browser.pages()).toHaveLength(1);
      await browser.disconnect();
      const driver = await chromium.connectOverCDP(browserURL);
      await driver.close();
    }
    for (const address of [replaced, `${withTokenInPath}/json/version`, `${withTokenInPath}/json/version/`]) {
      const answer = await fetch(address);
      expect(version.parse(await answer.json()).webSocketDebuggerUrl).toBe(cdp_ws_url);
    }
    const listed = targets.parse(await (await fetch(`${origin}/json/list${search}`)).json());
    expect(targets.parse(await (await fetch(`${withTokenInPath}/json/list`)).json())).toEqual(listed);
    for (const address of [withTokenInPath, `${withTokenInPath}/`, `${withTokenInPath}/devtools/browser/x`]) {
      const devtools = await devtoolsOver(address.replace(/^http/, "ws"));
      expect(await devtools.targets()).not.toEqual([]);
      devtools.close();
    }
  });

  test("at the root ask for a jwt; a path without a meaning is 404", async () => {
    const answer = await fetch(`${service.url}/json/version`);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining("cdp_ws_url") });
    const base = service.url.replace(/^http/, "ws");
    for (const path of ["//", "//browser/cdp", "/browser/cdpx", "/browser/cdp/a.b.c/devtools/x"]) {
      await expect(devtoolsOver(base + path), path).rejects.toThrow("404");
    }
  });

  test("are refused without the session's jwt, for an unknown page and for a command to another's session", async () => {
    const { cdp_ws_url } = await service.create();
    const without = below(cdp_ws_url, "/json/version");
    without.search = "";
    expect((await fetch(without)).status).toBe(401);
    const unknown = below(cdp_ws_url, "/devtools/page/0123456789ABCDEF0123456789ABCDEF");
    unknown.protocol = "ws";
    await expect(devtoolsOver(unknown.href)).rejects.toThrow("404");
    const [mine, other] = await Promise.all([devtoolsOver(cdp_ws_url), devtoolsOver(cdp_ws_url)]);
    const [target] = await other.targets();
    const sessionId = await other.attach(target?.targetId ?? "");
    await expect(mine.evaluate("1", { sessionId })).rejects.toThrow("Session with given id not found");
    expect(await other.evaluate("1", { sessionId })).toBe(1);
    for (const devtools of [mine, other]) devtools.close();
  });

  test("answer what is no command with an error and stay open", async () => {
    const { cdp_ws_url } = await service.create();
    const socket = new WebSocket(cdp_ws_url);
    await new Promise((resolve) => socket.once("open", resolve));
    const next = () =>
      new Promise((resolve) => socket.once("message", (data) => resolve(JSON.parse(`${data}`))));
    for (const text of ["no JSON", "[1]", "", '{"id":"x"}']) {
      const answer = next();
      socket.send(text);
      expect(await answer, text).toMatchObject({ error: { code: -32700 } });
    }
    const answer = next();
    socket.send(' { "id" : 7 , "method" : "Browser.getVersion" } \n');
    expect(await answer).toMatchObject({ id: 7, result: { protocolVersion: "1.3" } });
    socket.close();
  });
});

test("a token that may only read gets no DevTools address, and a live view without input", async () => {
  const { session_id: id } = await service.create();
  const answers = ["/browsers", `/browsers/${id}`];
  for (const path of answers) {
    const { text } = await service.ask("GET", path, undefined, { token: service.readOnlyBearer });
    expect(text).toContain(id);
    expect(text).not.toContain("cdp_ws_url");
    const [, jwt = ""] = /remote\?jwt=([\w.-]+)/.exec(text) ?? expect.fail("there is no live view");
    const address = `${service.url}/browser/cdp/json/version?jwt=${jwt}`;
    expect((await fetch(address)).status).toBe(401);
    const socket = new WebSocket(`${service.url.replace("http", "ws")}/browser/remote/socket?jwt=${jwt}`);
    const hello = await new Promise((resolve) =>
      socket.once("message", (data) => resolve(JSON.parse(`${data}`))),
    );
    expect(hello).toEqual({ type: "hello", readOnly: true });
    socket.close();
  }
});
