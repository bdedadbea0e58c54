import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { afterEach, describe, expect, test } from "vitest";
import { connectOverCdp } from "../../service/chromium/driver.ts";
import { ManualClock } from "../../service/domain/clock.ts";
import { processesNaming } from "../../service/instance/process-tree.ts";
import {
  type BrowserService,
  type BrowserServiceOptions,
  startBrowserService,
} from "../support/browser-service.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function start(options: BrowserServiceOptions = {}): Promise<BrowserService> {
  const service = await startBrowserService(options);
  cleanups.push(async () => {
    await service.close();
    expect(service.faults).toEqual([]);
    expect(await processesNaming(join(service.dataDir, "instances"))).toEqual([]);
  });
  return service;
}

const endOf = (service: BrowserService) =>
  new Promise<{ id: string; reason: string }>((resolve) => {
    service.sessions.onEnd((session, reason) => resolve({ id: session.id, reason }));
  });

/** A small site that sets a cookie for a day and one until the browser closes. */
async function site(): Promise<{ url: string; hits: () => readonly string[] }> {
  const hits: string[] = [];
  const server: Server = createServer((request, response) => {
    hits.push(request.url ?? "");
    response.setHeader("set-cookie", ["kept=yes; Max-Age=86400; HttpOnly", "session=also"]);
    response.setHeader("content-type", "text/html");
    response.end("<title>site</title>");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(async () => server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, hits: () => [...hits] };
}

describe("a session ends", () => {
  test("when nobody was connected for its time, and not while somebody is", async () => {
    const clock = new ManualClock();
    const service = await start({ clock });
    const { session_id, cdp_ws_url } = await service.create({ timeout_seconds: 10 });
    const ended = endOf(service);
    const client = await connectOverCdp(cdp_ws_url);
    clock.advance(60_000);
    expect(service.sessions.find(session_id)).toBeDefined();
    await client.close();
    await expect.poll(() => service.sessions.find(session_id)?.clients).toBe(0);
    clock.advance(9_000);
    expect(service.sessions.find(session_id)).toBeDefined();
    clock.advance(2_000);
    expect(await ended).toEqual({ id: session_id, reason: "timeout" });
    expect(service.sessions.record(session_id)).toMatchObject({ end_reason: "timeout" });
  });

  test("a waiting one of a pool has no time-out and leaves no record", async () => {
    const clock = new ManualClock();
    const service = await start({ clock });
    const waiting = await service.sessions.create({
      headless: false,
      stealth: false,
      timeoutSeconds: 10,
      kioskMode: false,
      poolId: "pool",
      idle: true,
    });
    clock.advance(600_000);
    expect(service.sessions.liveCount).toBe(1);
    expect(service.sessions.find(waiting.id)).toBeUndefined();
    await service.sessions.end(waiting.id, "pool_discarded");
    expect(service.sessions.list({ status: "all", limit: 10, offset: 0 }).items).toEqual([]);
  });

  test("at once when Chromium is killed", async () => {
    const service = await start();
    const { session_id } = await service.create();
    const ended = endOf(service);
    process.kill(service.sessions.find(session_id)?.chromium.process.pid ?? 0, "SIGKILL");
    expect(await ended).toEqual({ id: session_id, reason: "crashed" });
    expect((await service.call(`/browsers/${session_id}`)).status).toBe(404);
    expect(await readdir(join(service.dataDir, "instances"))).toEqual([]);
  });

  test("not when a client closes the browser: it is started again, with what it had stored", async () => {
    const service = await start();
    const { url } = await site();
    const { session_id, cdp_ws_url } = await service.create();
    const client = await puppeteer.connect({ browserWSEndpoint: cdp_ws_url });
    const page = await client.newPage();
    await page.goto(url);
    await page.evaluate(`localStorage.setItem("stays", "here")`);
    const first = service.sessions.find(session_id)?.chromium;
    await client.close();
    await expect
      .poll(() => service.sessions.find(session_id)?.chromium !== first, { timeout: 20_000 })
      .toBe(true);
    const again = await connectOverCdp(cdp_ws_url);
    await again.page.goto(url);
    expect(await again.page.evaluate(`localStorage.getItem("stays")`)).toBe("here");
    await again.close();
    expect(service.sessions.find(session_id)).toBeDefined();
  });

  test("everyone who ends it waits for the same end", async () => {
    const service = await start();
    const { session_id } = await service.create();
    const reasons: string[] = [];
    service.sessions.onEnd((_session, reason) => reasons.push(reason));
    const waits = [
      service.sessions.end(session_id, "deleted"),
      service.sessions.end(session_id, "timeout"),
      service.sessions.close(),
    ];
    await Promise.all(waits);
    expect(reasons).toEqual(["deleted"]);
    expect((await service.call("/browsers", { method: "POST" })).status).toBe(503);
  });

  test("T59 with a service that is killed; the next one clears away what is left", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "fd-killed-"));
    cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
    const child: ChildProcess = fork(new URL("../support/browser-service-child.ts", import.meta.url), [
      dataDir,
    ]);
    const [sessionId] = await once(child, "message");
    expect((await processesNaming(join(dataDir, "instances"))).length).toBeGreaterThan(0);
    child.kill("SIGKILL");
    await once(child, "exit");
    // On Linux the kernel ends the browsers with their service; elsewhere the next start does.
    if (process.platform === "linux") {
      await expect.poll(() => processesNaming(join(dataDir, "instances")), { timeout: 20_000 }).toEqual([]);
    }
    const service = await start({ dataDir });
    expect(await readdir(join(dataDir, "instances"))).toEqual([]);
    expect(service.sessions.record(String(sessionId))).toMatchObject({ end_reason: "shutdown" });
    expect(service.sessions.list({ status: "active", limit: 10, offset: 0 }).items).toEqual([]);
  });
});

describe("a profile", () => {
  test("keeps cookies and local storage from one session to the next, and only with save_changes", async () => {
    const service = await start();
    const { url, hits } = await site();
    const first = await service.create({ profile: { name: "shop", save_changes: true } });
    expect(first.profile).toEqual({ id: "shop", name: "shop" });
    const driven = await connectOverCdp(first.cdp_ws_url);
    await driven.page.goto(url);
    await driven.page.evaluate(
      `localStorage.setItem("basket", "3 × <tea>"); localStorage.setItem("wörld", "€")`,
    );
    await driven.page.goto("about:blank");
    await driven.close();
    const before = hits();
    expect((await service.call(`/browsers/${first.session_id}`, { method: "DELETE" })).status).toBe(204);
    // Nothing was fetched to read the state.
    expect(hits()).toEqual(before);
    const saved = service.profiles.get("shop");
    expect(saved?.origins).toEqual([
      {
        origin: url,
        localStorage: expect.arrayContaining([
          { name: "basket", value: "3 × <tea>" },
          { name: "wörld", value: "€" },
        ]),
      },
    ]);
    expect(saved?.cookies.map(({ name, value, httpOnly }) => ({ name, value, httpOnly }))).toEqual(
      expect.arrayContaining([
        { name: "kept", value: "yes", httpOnly: true },
        { name: "session", value: "also", httpOnly: false },
      ]),
    );

    const second = await service.create({ profile: { name: "shop" } });
    expect(hits()).toEqual(before);
    const again = await connectOverCdp(second.cdp_ws_url);
    expect(again.page.context().pages()).toHaveLength(1);
    const cookies = await again.page.context().cookies(url);
    expect(cookies.map((cookie) => cookie.name).sort()).toEqual(["kept", "session"]);
    await again.page.goto(url);
    expect(await again.page.evaluate(`localStorage.getItem("basket")`)).toBe("3 × <tea>");
    await again.page.evaluate(`localStorage.clear()`);
    await again.close();
    await service.sessions.end(second.session_id, "deleted");
    expect(service.profiles.get("shop")).toBe(saved);

    // A session that visits nothing keeps what it was given.
    const third = await service.create({ profile: { id: "shop", save_changes: true } });
    await service.sessions.end(third.session_id, "timeout");
    expect(service.profiles.get("shop")?.origins).toEqual(saved?.origins);
    expect(service.profiles.get("shop")?.cookies).toHaveLength(2);
  });
});

test("a session speaks through its proxy, to loopback too", async () => {
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.end("from the proxy");
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  cleanups.push(async () => proxy.close());
  const address = proxy.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const service = await start({ proxies: { p1: `http://127.0.0.1:${port}` } });
  const unknown = await service.call("/browsers", {
    method: "POST",
    body: JSON.stringify({ proxy_id: "no" }),
  });
  expect(unknown.status).toBe(404);
  const created = await service.create({ proxy_id: "p1" });
  expect(created.proxy_id).toBe("p1");
  const driven = await connectOverCdp(created.cdp_ws_url);
  await driven.page.goto("http://127.0.0.1:4999/through");
  expect(await driven.page.textContent("body")).toBe("from the proxy");
  expect(asked).toContain("http://127.0.0.1:4999/through");
  await driven.close();
});
