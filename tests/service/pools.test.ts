// What the holders of a pool's browser leave in it, and what the next one finds: in the whole of Chromium.
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { connectOverCdp, type Page } from "../../service/chromium/driver.ts";
import { seedProxies } from "../../service/samples/seed.ts";
import { siteForTests } from "../support/programs/test-site.ts";
import { poolsForTests } from "../support/service/pools-for-tests.ts";

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
const { service, create, counts, acquire, release } = await poolsForTests();

const openIn = (id: string) => service.sessions.living(id).pages.open.map(({ url }) => url);
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
