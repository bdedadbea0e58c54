import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { browser } from "../../lib/contract/browsers.ts";
import { pool } from "../../lib/contract/pools.ts";
import { connectOverCdp, type Page } from "../../service/chromium/driver.ts";
import { killNow } from "../../service/kernel/process-tree.ts";
import { seedPools, seedProxies } from "../../service/samples/seed.ts";
import { siteForTests } from "../support/programs/test-site.ts";
import { type FullService, startFullService } from "../support/service/full-service.ts";

const taken = z.looseObject({ ...browser.shape, cdp_ws_url: z.string() });

let service: FullService;
/** The addresses the site was called from. */
let callers: string[] = [];
const site = await siteForTests((request, response) => {
  callers.push(request.socket.remoteAddress ?? "");
  if (request.url?.startsWith("/account") && request.headers.authorization === undefined) {
    const challenge = request.url === "/account/in" ? { "www-authenticate": 'Basic realm="account"' } : {};
    response.writeHead(401, challenge).end();
    return;
  }
  response.writeHead(200, { "content-type": "text/html" }).end("<title>site</title>");
});
const siteUrl = `${site.url}/`;

beforeAll(async () => {
  service = await startFullService({ maxBrowsers: 3 });
});
afterAll(async () => {
  await service.close();
  expect(service.faults).toEqual([]);
});
afterEach(async () => {
  for (const { id } of service.pools.list()) await service.pools.delete(id, { force: true });
  // One that was in the making ends when it is made.
  await expect.poll(() => service.sessions.liveCount).toBe(0);
});

const standard = { size: 1, headless: true, fill_rate_per_minute: 25 };
const create = async (config: object = {}) => {
  const answer = await service.ask("POST", "/browser_pools", { ...standard, ...config });
  expect(answer.status).toBe(201);
  return pool.parse(answer.json());
};
const counts = async (idOrName: string) => {
  const read = pool.parse((await service.ask("GET", `/browser_pools/${idOrName}`)).json());
  return [read.available_count, read.acquired_count] as const;
};
const filled = (idOrName: string, to: [number, number]) => expect.poll(() => counts(idOrName)).toEqual(to);
const acquire = async (idOrName: string, labels: object = {}) => {
  const answer = await service.ask("POST", `/browser_pools/${idOrName}/acquire`, {
    acquire_timeout_seconds: 120,
    ...labels,
  });
  expect(answer.status).toBe(200);
  return taken.parse(answer.json());
};
const openIn = (id: string) => service.sessions.living(id).pages.open.map(({ url }) => url);
const release = async (idOrName: string, body: object) =>
  (await service.ask("POST", `/browser_pools/${idOrName}/release`, body)).status;

const stored = (page: Page) =>
  page.evaluate(async () => ({
    cookie: document.cookie,
    local: Object.fromEntries(Object.entries(localStorage)),
    databases: (await indexedDB.databases()).length,
  }));
/** The status of the part of the site for those who have signed in by HTTP. */
const accountStatus = (page: Page) => page.evaluate(async () => (await fetch("/account/of-mine")).status);
const leaveTraces = (page: Page) =>
  page.evaluate(async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: what pages do
    document.cookie = "left=1; Max-Age=3600";
    localStorage.setItem("left", "1");
    await new Promise((resolve) => {
      indexedDB.open("left", 1).onsuccess = resolve;
    });
  });

test("the sample pools of a new data folder fill with real browsers up to the capacity", async () => {
  seedPools(service.pools);
  const answer = await service.ask("GET", "/browser_pools");
  expect(answer.headers.get("x-has-more")).toBe("false");
  const pools = z.array(pool).parse(answer.json());
  expect(pools.map((one) => [one.name, one.browser_pool_config.size])).toEqual([
    ["checkout", 2],
    ["storefront", 1],
  ]);
  expect(pools[0]?.browser_pool_config).toMatchObject({
    name: "checkout",
    headless: false,
    stealth: false,
    kiosk_mode: false,
    timeout_seconds: 600,
    fill_rate_per_minute: 25,
  });
  // Five would be wanted, three fit.
  const total = async () => (await counts("checkout"))[0] + (await counts("storefront"))[0];
  await expect.poll(total).toBe(3);
  expect(service.sessions.liveCount).toBe(3);
  expect(service.sessions.list({ status: "all", limit: 10, offset: 0 }, { scope: "all" }).items).toEqual([]);
  await service.pools.delete("storefront", { force: false });
  await filled("checkout", [2, 0]);
});

test("a released browser is blank for the next holder, and its earlier address is invalid", async () => {
  await create({ name: "reused" });
  const labels = { name: "of the first", tags: { team: "web" }, start_url: siteUrl };
  const first = await acquire("reused", labels);
  expect(first).toMatchObject({ headless: true, timeout_seconds: 600, ...labels });
  expect(await counts("reused")).toEqual([0, 1]);
  await expect.poll(() => openIn(first.session_id)).toEqual([siteUrl]);
  const driven = await connectOverCdp(first.cdp_ws_url);
  await driven.page.goto(`${siteUrl.replace("//", "//first:secret@")}account/in`);
  await driven.page.goto(siteUrl);
  expect(await accountStatus(driven.page)).toBe(200);
  await leaveTraces(driven.page);
  const clipboard = (id: string, act: string, body?: object) =>
    service.ask("POST", `/browsers/${id}/computer/clipboard/${act}`, body);
  expect((await clipboard(first.session_id, "write", { text: "theirs" })).status).toBe(200);
  const computer = (id: string, act: string, body: object) =>
    service.ask("POST", `/browsers/${id}/computer/${act}`, body);
  expect((await computer(first.session_id, "click_mouse", { x: 9, y: 9, click_type: "down" })).status).toBe(
    200,
  );
  await driven.page.context().newPage();
  const other = await driven.browser.newContext();
  await (await other.newPage()).goto(siteUrl);
  const home = service.sessions.find(first.session_id)?.instance.paths.home ?? "";
  await writeFile(join(home, "download.pdf"), "theirs");

  const gone = new Promise((resolve) => driven.browser.once("disconnected", resolve));
  expect(await release("reused", { session_id: first.session_id })).toBe(204);
  await gone;
  expect(await counts("reused")).toEqual([1, 0]);
  expect((await service.ask("GET", `/browsers/${first.session_id}`)).status).toBe(404);
  await expect(connectOverCdp(first.cdp_ws_url)).rejects.toThrow("has ended");

  const second = await acquire("reused");
  expect(second.session_id).toBe(first.session_id);
  expect(second.cdp_ws_url).not.toBe(first.cdp_ws_url);
  for (const label of Object.keys(labels)) expect(second).not.toHaveProperty(label);
  expect((await clipboard(second.session_id, "read")).json()).toEqual({ text: "" });
  const again = await connectOverCdp(second.cdp_ws_url);
  expect(again.browser.contexts().length).toBe(1);
  expect(
    again.page
      .context()
      .pages()
      .map((page) => page.url()),
  ).toEqual(["about:blank"]);
  await again.page.goto(siteUrl);
  expect(await stored(again.page)).toEqual({ cookie: "", local: {}, databases: 0 });
  expect(existsSync(join(home, "download.pdf"))).toBe(false);
  expect(await accountStatus(again.page)).toBe(401);
  await again.page.evaluate(() => {
    addEventListener("mousemove", ({ buttons }) => {
      document.title = `moved with ${buttons}`;
    });
  });
  expect((await computer(second.session_id, "move_mouse", { x: 20, y: 20 })).status).toBe(200);
  await expect.poll(() => again.page.title()).toBe("moved with 0");
  await again.close();
});

test("no log line, file or stream of a holder is left to the next", async () => {
  await create({ name: "private" });
  const first = await acquire("private");
  const { session_id } = first;
  const logText = `said by the first ${Math.random()}`;
  const driven = await connectOverCdp(first.cdp_ws_url);
  await driven.page.evaluate((text) => console.log(text), logText);
  const root = service.sessions.find(session_id)?.instance.paths.root ?? "";
  const logPath = join(root, "var/log/supervisord/chromium");
  await expect.poll(async () => (await readFile(logPath, "utf8")).includes(logText)).toBe(true);
  await mkdir(join(root, "data/deep"), { recursive: true });
  const { sandbox } = service.sessions.living(session_id).instance;
  const { folders, links } = sandbox.systemEntries;
  const hidden = folders.map((name) => `${name}/theirs`);
  // Where programs store logins and settings.
  const own = [".config/gh", ".cache/pip", ".local/bin", ".pki/nssdb"].map(
    (name) => `home/fleetdeck/${name}/theirs`,
  );
  const written = [
    "data/deep/file",
    "var/log/app/agent.log",
    "home/fleetdeck/.theirs",
    `${logPath}.1`,
    ...own,
  ];
  for (const file of [...written, ...hidden]) {
    const path = file.startsWith("/") ? file : join(root, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, logText);
  }
  const query = "source=supervisor&supervisor_process=chromium";
  const following = await service.call(`/browsers/${session_id}/logs/stream?${query}`);
  expect(following.status).toBe(200);
  await driven.close();
  await release("private", { session_id });
  // It ends with the holding, not with the session.
  await following.text();

  const second = await acquire("private");
  expect(second.session_id).toBe(session_id);
  const log = await service.ask("GET", `/browsers/${session_id}/logs/stream?${query}&follow=false`);
  expect(log.text).toContain("chromium started");
  expect(log.text).not.toContain(logText);
  const system = [...folders, ...Object.keys(links)];
  expect((await readdir(root)).sort()).toEqual(["home", "tmp", "var", ...system].sort());
  for (const name of folders) expect(await readdir(join(root, name)), name).toEqual([]);
  expect(await readdir(join(root, "var/log/app"))).toEqual([]);
  expect(await readdir(join(root, "var/log/supervisord"))).toEqual(["chromium"]);
  expect(await readdir(join(root, "home/fleetdeck"))).toEqual([]);
  const again = await connectOverCdp(second.cdp_ws_url);
  await again.page.evaluate(() => console.log("said by the second"));
  await expect.poll(async () => (await readFile(logPath, "utf8")).includes("said by the second")).toBe(true);
  await again.close();
});

test("what a holder's links lead to stays as it is, and the browser is used again (T38)", async () => {
  await create({ name: "linked" });
  const { session_id } = await acquire("linked");
  const { paths, sandbox } = service.sessions.living(session_id).instance;
  const { dir, root, run } = paths;
  const outside = join(service.dataDir, "outside");
  const theirs = ["fleetdeck/file", "chromium", "log/supervisord/chromium"].map((name) =>
    join(outside, name),
  );
  for (const file of theirs) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, "stays");
  }
  for (const name of ["home", "var"]) {
    await rename(join(root, name), join(root, `former-${name}`));
    await symlink(outside, join(root, name));
  }
  const { links } = sandbox.systemEntries;
  for (const name of Object.keys(links)) {
    await rm(join(root, name));
    await mkdir(join(root, name, "deep"), { recursive: true });
  }
  // As a client may have the browser save downloads there.
  await mkdir(join(run, "downloads"));
  await writeFile(join(run, "downloads/file"), "theirs");
  expect(await release("linked", { session_id })).toBe(204);
  for (const file of theirs) expect(await readFile(file, "utf8"), file).toBe("stays");
  expect((await acquire("linked")).session_id).toBe(session_id);
  expect((await readdir(run)).filter((name) => name === "downloads")).toEqual([]);
  for (const [name, target] of Object.entries(links)) expect(await readlink(join(root, name))).toBe(target);
  expect((await readdir(join(dir, "system"))).sort()).toEqual(["dev", "etc", "fstab"]);
});

test("a browser that each of its holders closes is used again by the next", async () => {
  await create({ name: "closed" });
  const ids = new Set<string>();
  for (let holder = 0; holder < 6; holder += 1) {
    const { session_id, cdp_ws_url } = await acquire("closed");
    ids.add(session_id);
    const session = service.sessions.living(session_id);
    const { pid } = session.chromium.process;
    const { browser: driven } = await connectOverCdp(cdp_ws_url);
    const devtools = await driven.newBrowserCDPSession();
    await devtools.send("Browser.close").catch(() => undefined);
    await expect.poll(() => session.chromium.process.pid).not.toBe(pid);
    expect(await release("closed", { session_id })).toBe(204);
  }
  expect(ids.size).toBe(1);
});

test("a browser that its holder reconfigured is replaced on release", async () => {
  await create({ name: "as-made", viewport: { width: 1024, height: 768 }, stealth: true, kiosk_mode: true });
  const first = await acquire("as-made");
  expect(first).toMatchObject({
    stealth: true,
    kiosk_mode: true,
    viewport: { width: 1024, height: 768, refresh_rate: 60 },
  });
  const viewport = { width: 800, height: 600 };
  expect((await service.ask("PATCH", `/browsers/${first.session_id}`, { viewport })).status).toBe(200);
  expect(await release("as-made", { session_id: first.session_id })).toBe(204);
  const second = await acquire("as-made");
  expect(second.session_id).not.toBe(first.session_id);
  expect(second.viewport).toMatchObject({ width: 1024, height: 768 });
});

test("a browser released without reuse is deleted and replaced", async () => {
  await create({ name: "fresh" });
  const { session_id } = await acquire("fresh");
  expect(await release("fresh", { session_id, reuse: false })).toBe(204);
  expect(service.sessions.find(session_id)).toBeUndefined();
  expect((await acquire("fresh")).session_id).not.toBe(session_id);
});

test("a browser that was killed, deleted or timed out leaves the counts and is replaced", async () => {
  await create({ name: "mortal", timeout_seconds: 600 });
  /** Kills it at once, or after `act`; resolves with the counts at its end, before another one is there. */
  const countsAfterKill = async (id: string, act = async () => {}) => {
    const session = service.sessions.living(id);
    const after = new Promise((resolve) => {
      session.closing.addEventListener("abort", () => {
        const { available_count, acquired_count } = service.pools.retrieve("mortal");
        resolve([available_count, acquired_count]);
      });
    });
    await act();
    killNow(session.chromium.process.pid);
    return await after;
  };

  const { session_id: idle } = await acquire("mortal");
  const afterIdle = await countsAfterKill(idle, async () => {
    await release("mortal", { session_id: idle });
    expect(await counts("mortal")).toEqual([1, 0]);
  });
  expect(afterIdle).toEqual([0, 0]);
  await filled("mortal", [1, 0]);

  const held = await acquire("mortal");
  expect(held.session_id).not.toBe(idle);
  expect(await countsAfterKill(held.session_id)).toEqual([0, 0]);
  expect(await release("mortal", { session_id: held.session_id })).toBe(404);

  const deleted = await acquire("mortal");
  expect((await service.ask("DELETE", `/browsers/${deleted.session_id}`)).status).toBe(204);
  expect((await counts("mortal"))[1]).toBe(0);

  const timed = await acquire("mortal");
  expect(timed.timeout_seconds).toBe(600);
  service.skip(300_000);
  expect(await counts("mortal")).toEqual([0, 1]);
  service.skip(300_000);
  await filled("mortal", [1, 0]);
});

describe("acquire", () => {
  test("waits in order, answers 204 at the timeout, and drops aborted callers", async () => {
    await create({ name: "busy" });
    const { session_id } = await acquire("busy");
    const none = await service.ask("POST", "/browser_pools/busy/acquire", { acquire_timeout_seconds: 0 });
    expect(none.status).toBe(204);
    const asking = vi.spyOn(service.pools, "acquire");
    onTestFinished(() => asking.mockRestore());
    const leaving = new AbortController();
    const left = service.ask(
      "POST",
      "/browser_pools/busy/acquire",
      { acquire_timeout_seconds: 3_600 },
      { signal: leaving.signal },
    );
    const refused = expect(left).rejects.toThrow("abort");
    const order: number[] = [];
    const next: Promise<string>[] = [];
    // One after another: calls that are sent at once may come in any order.
    for (const number of [1, 2]) {
      await expect.poll(() => asking.mock.calls.length).toBe(number);
      next.push(
        acquire("busy").then(async (got) => {
          order.push(number);
          await release("busy", { session_id: got.session_id });
          return got.session_id;
        }),
      );
    }
    await expect.poll(() => asking.mock.calls.length).toBe(3);
    const [leaver] = asking.mock.results;
    leaving.abort();
    await refused;
    // The pool has forgotten it before a browser is free.
    expect(await leaver?.value).toBeUndefined();
    await release("busy", { session_id });
    expect(await Promise.all(next)).toEqual([session_id, session_id]);
    expect(order).toEqual([1, 2]);
    expect(await counts("busy")).toEqual([1, 0]);
  });

  test("by an invocation assigns the browser to it until release", async () => {
    const { id } = await create({ name: "invoked" });
    await filled("invoked", [1, 0]);
    const token = service.access.issueForInvocation("inv1");
    const answer = await service.ask("POST", "/browser_pools/invoked/acquire", undefined, { token });
    const { session_id } = taken.parse(answer.json());
    expect(answer.json()).toMatchObject({ pool: { id } });
    expect(service.sessions.ofInvocation("inv1").map((session) => session.id)).toEqual([session_id]);
    await release("invoked", { session_id });
    expect(service.sessions.ofInvocation("inv1")).toEqual([]);
    await acquire("invoked");
    expect(service.sessions.ofInvocation("inv1")).toEqual([]);
    service.access.revokeInvocation("inv1");
  });
});

test("the proxy and profile of a pool are in every browser, also after cleaning", async () => {
  await seedProxies(service.proxies);
  const [guarded] = service.proxies.list({ query: "gateway" });
  const profile = service.profiles.create("shopper");
  const origin = new URL(siteUrl).origin;
  const cookie = { name: "sid", value: "known", domain: "127.0.0.1", path: "/", expires: -1 };
  await service.profiles.saved(profile.id, {
    cookies: [{ ...cookie, httpOnly: false, secure: false, sameSite: "Lax" }],
    origins: [{ origin, localStorage: [{ name: "cart", value: "3" }] }],
  });
  const made = await create({
    name: "equipped",
    proxy_id: guarded?.id,
    profile: { name: "shopper", save_changes: true },
  });
  expect(made.browser_pool_config).toMatchObject({ proxy_id: guarded?.id, profile: { name: "shopper" } });
  const known = { cookie: "sid=known", local: { cart: "3" }, databases: 0 };
  for (let round = 0; round < 2; round += 1) {
    const got = await acquire("equipped");
    expect(got).toMatchObject({ proxy_id: guarded?.id, profile: { id: profile.id, name: "shopper" } });
    const driven = await connectOverCdp(got.cdp_ws_url);
    callers = [];
    await driven.page.goto(siteUrl);
    expect(await stored(driven.page)).toEqual(known);
    if (process.platform === "linux") expect(new Set(callers)).toEqual(new Set(["127.0.0.15"]));
    await leaveTraces(driven.page);
    await driven.close();
    expect(await release("equipped", { session_id: got.session_id })).toBe(204);
  }
  expect(service.profiles.retrieve("shopper").last_used_at).toBeDefined();
});

describe("changes", () => {
  test("names are unique, references must exist, and faults are reported", async () => {
    await create({ name: "first" });
    const second = await create({ fill_rate_per_minute: 0 });
    expect(second.name).toBeUndefined();
    const status = async (method: "POST" | "PATCH", path: string, body: object) =>
      (await service.ask(method, path, body)).status;
    expect(await status("POST", "/browser_pools", { ...standard, name: "first" })).toBe(409);
    expect(await status("PATCH", `/browser_pools/${second.id}`, { name: "first" })).toBe(409);
    expect(await status("POST", "/browser_pools", { ...standard, proxy_id: "nowhere" })).toBe(404);
    expect(await status("POST", "/browser_pools", { ...standard, profile: { name: "nobody" } })).toBe(404);
    expect(await status("POST", "/browser_pools", { ...standard, profile: {} })).toBe(400);
    expect(await status("POST", "/browser_pools", { headless: true })).toBe(400);
    expect(await status("POST", "/browser_pools", { ...standard, name: "a b" })).toBe(400);
    expect(await status("POST", "/browser_pools", { ...standard, extensions: [{ name: "x" }] })).toBe(404);
    expect(await release("first", { session_id: "unknown" })).toBe(404);
    expect((await service.ask("POST", "/browser_pools/none/flush")).status).toBe(404);
    const got = await acquire("first");
    expect(await release(second.id, { session_id: got.session_id })).toBe(400);
  });

  test("sizes and rates are validated with each fault; all pools together fit the capacity", async () => {
    const status = async (body: object) => {
      const answer = await service.ask("POST", "/browser_pools", { ...standard, ...body });
      return [answer.status, answer.headers.get("x-should-retry"), answer.text] as const;
    };
    for (const body of [
      { size: 0 },
      { size: 4 },
      { size: 101 },
      { fill_rate_per_minute: 26 },
      { fill_rate_per_minute: -1 },
      { timeout_seconds: 9 },
      { timeout_seconds: 259_201 },
      { viewport: { width: 100, height: 100 } },
      { extensions: Array.from({ length: 21 }, () => ({ name: "x" })) },
    ]) {
      const [code, , text] = await status(body);
      expect([body, code]).toEqual([body, 400]);
      expect(text).toContain(`body.${Object.keys(body)[0]}`);
    }
    const { id } = await create({ name: "two", size: 2, fill_rate_per_minute: 0 });
    const [code, retry] = await status({ size: 2 });
    expect([code, retry]).toEqual([429, "false"]);
    await create({ name: "one", fill_rate_per_minute: 0 });
    expect((await service.ask("PATCH", `/browser_pools/${id}`, { size: 3 })).status).toBe(429);
    expect((await service.ask("PATCH", `/browser_pools/${id}`, { size: 4 })).status).toBe(400);
    expect((await service.ask("PATCH", `/browser_pools/${id}`, { size: 1 })).status).toBe(200);
    // A rate of 0 fills nothing.
    expect(await counts("one")).toEqual([0, 0]);
  });

  test("size, name and settings change; surplus and discarded idle browsers end", async () => {
    const { id } = await create({ name: "big", size: 3 });
    await filled("big", [3, 0]);
    const held = await acquire("big");
    const shrunk = await service.ask("PATCH", `/browser_pools/${id}`, { size: 1, name: "small" });
    expect(pool.parse(shrunk.json())).toMatchObject({
      name: "small",
      available_count: 0,
      acquired_count: 1,
      browser_pool_config: { size: 1, name: "small", headless: true },
    });
    expect(service.sessions.liveCount).toBe(1);
    await service.ask("PATCH", "/browser_pools/small", { viewport: { width: 640, height: 480 } });
    await release("small", { session_id: held.session_id });
    expect((await acquire("small")).viewport).not.toMatchObject({ width: 640 });
    await release("small", { session_id: held.session_id });
    await service.ask("PATCH", "/browser_pools/small", { discard_all_idle: true });
    expect((await acquire("small")).viewport).toMatchObject({ width: 640, height: 480 });
  });

  test("a flush ends idle browsers only; a pool in use is deleted by force only", async () => {
    await create({ name: "flushed", size: 2 });
    await filled("flushed", [2, 0]);
    const held = await acquire("flushed");
    expect((await service.ask("POST", "/browser_pools/flushed/flush")).status).toBe(204);
    expect(service.sessions.find(held.session_id)).toBeDefined();
    await filled("flushed", [1, 1]);
    const refused = await service.ask("DELETE", "/browser_pools/flushed");
    expect([refused.status, refused.json()]).toMatchObject([409, { code: "conflict" }]);
    expect((await service.ask("DELETE", "/browser_pools/flushed", { force: true })).status).toBe(204);
    expect(service.sessions.liveCount).toBe(0);
    expect((await service.ask("GET", "/browser_pools/flushed")).status).toBe(404);
  });
});

test("a restart refills the pools from their records", async () => {
  const made = await create({ name: "kept", kiosk_mode: true });
  await acquire("kept");
  await service.close("keep");
  service = await startFullService({ maxBrowsers: 3, dataDir: service.dataDir });
  const [listed] = z.array(pool).parse((await service.ask("GET", "/browser_pools?name=kept")).json());
  expect(listed).toEqual({ ...made, available_count: expect.any(Number), acquired_count: 0 });
  await filled("kept", [1, 0]);
});
