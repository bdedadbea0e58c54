import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { afterEach, describe, expect, test } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import { connectOverCdp } from "../../service/chromium/driver.ts";
import { openDatabase } from "../../service/database.ts";
import { processesNaming } from "../../service/kernel/process-tree.ts";
import { SessionRows } from "../../service/sessions/session-rows.ts";
import { ManualClock } from "../support/fakes/manual-clock.ts";
import { listenOnFreePort } from "../support/programs/free-port.ts";
import { type FullService, startFullService } from "../support/service/full-service.ts";
import { startServiceProgram } from "../support/service/service-program.ts";
import { sessionRecord } from "../support/service/session-record.ts";

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

async function start(options?: Parameters<typeof startFullService>[0]): Promise<FullService> {
  const service = await startFullService(options);
  cleanups.push(async () => {
    await service.close();
    expect(service.faults).toEqual([]);
    expect(await processesNaming(join(service.dataDir, "instances"))).toEqual([]);
  });
  return service;
}

const endOf = (service: FullService) =>
  new Promise<{ id: string; reason: string }>((resolve) => {
    service.sessions.onEnd((session, reason) => resolve({ id: session.id, reason }));
  });

/** A small site that sets a cookie for a day and one until the browser closes. */
async function site(): Promise<{ url: string; hits: () => readonly string[] }> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    // Chromium requests an icon whenever it likes.
    if (request.url !== "/favicon.ico") hits.push(request.url ?? "");
    response.setHeader("set-cookie", ["kept=yes; Max-Age=86400; HttpOnly", "session=also"]);
    response.setHeader("content-type", "text/html");
    response.end("<title>site</title>");
  });
  const { url, close } = await listenOnFreePort(server);
  cleanups.push(close);
  return { url, hits: () => [...hits] };
}

describe("a session ends", () => {
  test("after its timeout without connections, and not while connected", async () => {
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

  test("not after control of its computer, but after other calls of the API", async () => {
    const clock = new ManualClock();
    const service = await start({ clock });
    const { session_id } = await service.create({ timeout_seconds: 10 });
    const ended = endOf(service);
    const params = { id: session_id };
    clock.advance(8_000);
    await service.api.call(operations.moveMouse, { params, body: { x: 5, y: 5 } });
    clock.advance(8_000);
    expect(service.sessions.find(session_id)).toBeDefined();
    await service.api.call(operations.listFiles, { params, query: { path: "/tmp" } });
    clock.advance(4_000);
    expect(await ended).toEqual({ id: session_id, reason: "timeout" });
  });

  test("an idle one of a pool has no timeout and leaves no record", async () => {
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
    expect(service.sessions.list({ status: "all", limit: 10, offset: 0 }, { scope: "all" }).items).toEqual(
      [],
    );
  });

  test("immediately when Chromium is killed", async () => {
    const service = await start();
    const { session_id } = await service.create();
    const ended = endOf(service);
    process.kill(service.sessions.find(session_id)?.chromium.process.pid ?? 0, "SIGKILL");
    expect(await ended).toEqual({ id: session_id, reason: "crashed" });
    expect((await service.call(`/browsers/${session_id}`)).status).toBe(404);
    expect(await readdir(join(service.dataDir, "instances"))).toEqual([]);
  });

  test("not when a client closes the browser: it restarts with its storage", async () => {
    const service = await start();
    const { url } = await site();
    const { session_id, cdp_ws_url } = await service.create();
    const client = await puppeteer.connect({ browserWSEndpoint: cdp_ws_url });
    const page = await client.newPage();
    await page.goto(url);
    await page.evaluate(`localStorage.setItem("stays", "here")`);
    const first = service.sessions.find(session_id)?.chromium;
    await client.close();
    await expect.poll(() => service.sessions.find(session_id)?.chromium !== first).toBe(true);
    const again = await connectOverCdp(cdp_ws_url);
    await again.page.goto(url);
    expect(await again.page.evaluate(`localStorage.getItem("stays")`)).toBe("here");
    await again.close();
    expect(service.sessions.find(session_id)).toBeDefined();
  });

  test("concurrent deletions wait for the same end", async () => {
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

  test("T59 in order where the terminal of its service is closed", async () => {
    const { api, dataDir, stop } = await startServiceProgram();
    await api.call(operations.createBrowser, {});
    expect(await stop("SIGHUP")).toBe(0);
    expect(await processesNaming(join(dataDir, "instances"))).toEqual([]);
  });

  test("T59 with a killed service; the next one cleans up", async () => {
    const { api, child, dataDir, stop } = await startServiceProgram();
    cleanups.push(() => stop());
    const { session_id } = await api.call(operations.createBrowser, {});
    expect((await processesNaming(join(dataDir, "instances"))).length).toBeGreaterThan(0);
    child.kill("SIGKILL");
    await once(child, "exit");
    // On Linux the kernel ends the browsers with their service; elsewhere the next start does.
    if (process.platform === "linux") {
      await expect.poll(() => processesNaming(join(dataDir, "instances"))).toEqual([]);
    }
    const store = openDatabase(join(dataDir, "service.db"));
    new SessionRows(store).insert(sessionRecord("of-a-node", { node: "n1" }));
    store.close();
    // Without a database for nodes.
    const service = await start({ dataDir });
    expect(await readdir(join(dataDir, "instances"))).toEqual([]);
    for (const id of [session_id, "of-a-node"])
      expect(service.sessions.record(id)).toMatchObject({ end_reason: "shutdown" });
    expect(service.sessions.list({ status: "active", limit: 10, offset: 0 }, { scope: "all" }).items).toEqual(
      [],
    );
  });
});

test("a service that shuts down gives out no browser, also while its actions are stopped", async () => {
  const service = await startFullService();
  const { id } = service.pools.create({ size: 1, fill_rate_per_minute: 25 });
  const body = { app_name: "catalogue", version: "v1", action_name: "crawl", async: true };
  const payload = JSON.stringify({ maxPages: 100, pauseMs: 1_000 });
  const { id: crawl } = service.invocations.create({ ...body, payload });
  await expect.poll(() => service.sessions.ofInvocation(crawl).length).toBe(1);
  await expect.poll(() => service.pools.retrieve(id).available_count).toBe(1);
  const closed = service.close();
  const answers = await Promise.all([
    service.ask("POST", "/browsers", {}),
    service.ask("POST", `/browser_pools/${id}/acquire`, {}),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  await closed;
  expect(service.faults).toEqual([]);
});

describe("a profile", () => {
  test("preserves cookies and local storage across sessions, only with save_changes", async () => {
    const service = await start();
    const { url, hits } = await site();
    const { id } = service.profiles.create("shop");
    const stored = async () => (await service.profiles.resolve({ id })).state;
    const first = await service.create({ profile: { name: "shop", save_changes: true } });
    expect(first.profile).toMatchObject({ id, name: "shop" });
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
    const saved = await stored();
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
    expect(await stored()).toEqual(saved);

    // A session that visits nothing keeps what it was given.
    const third = await service.create({ profile: { id, save_changes: true } });
    await service.sessions.end(third.session_id, "timeout");
    expect((await stored())?.origins).toEqual(saved?.origins);
    expect((await stored())?.cookies).toHaveLength(2);
  });
});

test("a session connects through its proxy, to loopback too", async () => {
  const requestUrls: string[] = [];
  const proxy = createServer((request, response) => {
    requestUrls.push(request.url ?? "");
    response.end("from the proxy");
  });
  const { url, close } = await listenOnFreePort(proxy);
  cleanups.push(close);
  const service = await start();
  const config = { host: "127.0.0.1", port: Number(new URL(url).port) };
  const { id: proxy_id = "" } = await service.proxies.create({ type: "custom", protocol: "http", config });
  const unknown = await service.call("/browsers", {
    method: "POST",
    body: JSON.stringify({ proxy_id: "no" }),
  });
  expect(unknown.status).toBe(404);
  const created = await service.create({ proxy_id });
  expect(created.proxy_id).toBe(proxy_id);
  const driven = await connectOverCdp(created.cdp_ws_url);
  await driven.page.goto("http://127.0.0.1:4999/through");
  expect(await driven.page.textContent("body")).toBe("from the proxy");
  expect(requestUrls).toContain("http://127.0.0.1:4999/through");
  await driven.close();
});
