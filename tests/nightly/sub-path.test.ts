// The dashboard below a path of a host, built for that path and behind nginx: pages, streams, live views, downloads and the
// way through the sign-in, as a browser and as a program use them.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import { paths } from "../../lib/paths.ts";
import { buildFolder } from "../../scripts/base-path.mjs";
import { ensureBuild } from "../../scripts/build-dashboard.mjs";
import {
  adminPassword,
  type RunningDashboard,
  sendRequest,
  startDashboard,
} from "../support/dashboard/dashboard.ts";
import { chromiumForTests } from "../support/programs/chromium-for-tests.ts";
import { freePort, listenOnFreePort } from "../support/programs/free-port.ts";
import { startNginx } from "../support/programs/nginx.ts";
import { readZip } from "../support/read-zip.ts";
import { type FullService, startFullService } from "../support/service/full-service.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const basePath = "/ops/fleet-1";
const buildMs = 10 * 60_000;

let service: FullService;
let dashboard: RunningDashboard;
let nginx: Awaited<ReturnType<typeof startNginx>>;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** A page that requests one thing more. */
const site = await listenOnFreePort(
  createServer((request, response) => {
    response.setHeader("content-type", request.url === "/item" ? "application/json" : "text/html");
    response.end(request.url === "/item" ? "{}" : "<title>Shop</title><script>fetch('/item')</script>");
  }),
);
let session: string;
let invocation: string;
let pool: string;
/** Paths of requests to the dashboard's host that are not below its path, and answers that are failures. */
const strays: string[] = [];
const failures: string[] = [];

beforeAll(async () => {
  const [front, port] = [await freePort(), await freePort()];
  const publicUrl = `http://127.0.0.1:${front}${basePath}`;
  await ensureBuild(root, { nodePath: process.execPath, env: { ...process.env, PUBLIC_URL: publicUrl } });
  service = await startFullService({ maxBrowsers: 4, frameOrigins: [new URL(publicUrl).origin] });
  dashboard = await startDashboard({
    apiBaseUrl: service.url,
    token: service.bearer,
    variables: {
      PORT: String(port),
      PUBLIC_URL: `${publicUrl}/`,
      TRUSTED_PROXIES: "127.0.0.1",
      KEEP_LOGS: "all",
      KEEP_NETWORK: "all",
      KEEP_PICTURES: "all",
    },
  });
  nginx = await startNginx(front, port);
  browser = await chromiumForTests();
  context = await browser.newContext({ acceptDownloads: true, baseURL: new URL(publicUrl).origin });
  page = await context.newPage();
  page.on("request", (request) => {
    const { host, pathname } = new URL(request.url());
    if (host === new URL(publicUrl).host && !`${pathname}/`.startsWith(`${basePath}/`)) strays.push(pathname);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) failures.push(`${response.status()} ${response.url()}`);
  });
  page.on("pageerror", (error) => failures.push(error.message));
  const enabled = { enabled: true };
  const made = await service.create({ telemetry: { browser: { network: enabled, page: enabled } } });
  session = made.session_id;
  const driven = await chromium.connectOverCDP(made.cdp_ws_url);
  await driven.contexts()[0]?.pages()[0]?.goto(site.url, { waitUntil: "networkidle" });
  await driven.close();
  const search = { app_name: "storefront", version: "v1", action_name: "search", payload: '{"query":"oak"}' };
  invocation = (await service.api.call(operations.createInvocation, { body: { ...search, async: true } })).id;
  pool = (await service.api.call(operations.createPool, { body: { name: "below-a-path", size: 1 } })).id;
}, buildMs);
afterAll(async () => {
  await context?.close();
  await nginx?.stop();
  await dashboard?.stop();
  await service?.close();
  await site.close();
});

/** The bytes and the name of what the page saves when this is done. */
async function saved(doIt: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent("download"), doIt()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test("is built beside the build for the root, and says where it is", async () => {
  expect(existsSync(join(root, buildFolder(basePath), "BUILD_ID"))).toBe(true);
  expect(dashboard.url.endsWith(basePath)).toBe(true);
  const { origin } = new URL(dashboard.url);
  expect((await sendRequest(dashboard.url, "/api/livez")).status).toBe(200);
  const elsewhere = await sendRequest(origin, "/api/livez");
  expect([elsewhere.status, elsewhere.text]).toEqual([404, expect.stringContaining(basePath)]);
  const document = await (await dashboard.admin()).get("/api/openapi.json");
  expect(document.text).toContain(`${dashboard.url}/api`);
  expect((await sendRequest(dashboard.url, "/metrics")).status).toBe(401);
});

test("a page leads to the sign-in and back", async () => {
  await page.goto(`${basePath}${paths.browser(session)}`);
  await page.waitForURL(`**${basePath}/sign-in?callbackUrl=**`);
  // Before the form's script has run, a typed name would be lost.
  await page.locator("button[type=submit]:enabled").waitFor();
  await page.getByLabel("User name").fill("admin");
  await page.getByLabel("Password").fill(adminPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(`**${basePath}${paths.browser(session)}*`);
  const cookies = await context.cookies();
  expect(cookies.map(({ name }) => name)).toContain("fleetdeck_ops_fleet-1.session");
});

test("a log follows, and a live view shows the browser", async () => {
  await service.call(`/browsers/${session}/fs/write_file?path=/tmp/of-the-test.log`, {
    method: "PUT",
    body: "a line below a path\n",
  });
  await page.goto(`${basePath}${paths.browser(session, { source: "path", path: "/tmp/of-the-test.log" })}`);
  await page.getByText("a line below a path").waitFor();
  await page.getByRole("button", { name: "Watch live" }).click();
  const frame = page.frameLocator("iframe[title^='Live view of browser']");
  await frame.locator("canvas, img").first().waitFor();
});

test.each([
  ["Overview", paths.overview()],
  ["Search", paths.search()],
  ["Invocations", paths.invocations()],
  ["Browsers", paths.browsers()],
  ["Pools", paths.pools()],
  ["Proxies", paths.proxies()],
  ["Profiles", paths.profiles()],
  ["Alerts", paths.alerts()],
  ["Timeline", paths.timeline()],
  ["Audit", paths.audit()],
  ["Settings", paths.settings()],
])("%s is reached by its link and by its address", async (name, path) => {
  await page
    .getByRole("navigation", { name: "Pages" })
    .getByRole("link", { name: new RegExp(`^${name}`) })
    .click();
  await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
  const { pathname } = new URL(page.url());
  expect(pathname).toBe(path === "/" ? basePath : basePath + path);
  await page.reload();
  await page.getByRole("heading", { level: 1, name, exact: true }).waitFor();
});

test.each([
  { what: "Insight", from: () => paths.invocations(), to: () => paths.insight(), heading: "Invocations" },
  { what: "the start form", from: () => paths.invocations(), to: () => paths.invoke(), heading: "Invoke" },
  {
    what: "an invocation",
    from: () => paths.invocations({ open: invocation }),
    to: () => paths.invocation(invocation),
    heading: /search/,
  },
  { what: "a pool", from: () => paths.overview(), to: () => paths.pool(pool), heading: "below-a-path" },
])("the page of $what is reached by a link and by its address", async ({ from, to, heading }) => {
  const title = page.getByRole("heading", { level: 1, name: heading });
  await page.goto(basePath + from());
  await page
    .getByRole("main")
    .or(page.getByRole("dialog"))
    .locator(`a[href="${basePath}${to()}"]`)
    .first()
    .click();
  await page.waitForURL(`**${basePath}${to()}`);
  await title.waitFor();
  await page.goto(basePath + to());
  await title.waitFor();
  expect(new URL(page.url()).pathname).toBe(basePath + to());
});

test("an open row is in the address, and Back closes it", async () => {
  await page.goto(`${basePath}/audit`);
  await page.getByRole("row").nth(1).click();
  await page.waitForURL(`**${basePath}/audit?*`);
  await page.getByRole("dialog").waitFor();
  await page.goBack();
  await page.waitForURL(`**${basePath}/audit`);
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

test.each([/^JSON/, /^CSV/])("the audit is saved as %s", async (name) => {
  await page.goto(`${basePath}/audit`);
  await page.getByRole("button", { name: "Export" }).click();
  const { bytes } = await saved(() => page.getByRole("menuitem", { name }).click());
  expect(bytes.toString()).toMatch(/sign/i);
});

test("invocations are saved as CSV", async () => {
  await page.goto(`${basePath}${paths.invocations()}`);
  await page.getByRole("main").getByText("storefront").first().waitFor();
  await page.getByRole("button", { name: "Export…" }).click();
  const dialog = page.getByRole("dialog", { name: "Export invocations" });
  const { name, bytes } = await saved(() => dialog.getByRole("button", { name: "Export" }).click());
  expect(name).toMatch(/\.csv$/);
  expect(bytes.toString()).toContain(invocation);
});

test("a file of a browser is saved", async () => {
  await page.goto(`${basePath}${paths.browser(session, { tab: "files", dir: "/tmp" })}`);
  await page
    .getByRole("grid", { name: "Files in /tmp" })
    .getByRole("row")
    .filter({ hasText: "of-the-test.log" })
    .click();
  const file = await saved(() => page.getByRole("button", { name: "Download", exact: true }).click());
  expect({ ...file, bytes: file.bytes.toString() }).toEqual({
    name: "of-the-test.log",
    bytes: "a line below a path\n",
  });
});

test("the requests of a browser are saved as HAR, and its evidence as an archive", async () => {
  await page.goto(`${basePath}${paths.browser(session)}?panes=t.network`);
  const network = page.getByRole("region", { name: "Network" });
  await network.getByRole("row").filter({ hasText: "/item" }).first().waitFor();
  await network.getByRole("button", { name: "More" }).click();
  const har = await saved(() => page.getByRole("menuitem", { name: /^Export HAR/ }).click());
  expect(har.name).toMatch(/\.har$/);
  expect(har.bytes.toString()).toContain(`${site.url}/item`);
  const zip = await saved(() => page.getByRole("button", { name: "Export" }).click());
  expect((await readZip(zip.bytes)).size).toBeGreaterThan(0);
});

test("a recording of a browser is saved", async () => {
  const params = { id: session };
  const { replay_id } = await service.api.call(operations.startReplay, { params, body: { framerate: 5 } });
  await page.goto(`${basePath}${paths.browser(session, { tab: "replays" })}`);
  const recordings = page.getByRole("list", { name: "Recordings" });
  await recordings.getByText(/recording 00:0[1-9]/).waitFor();
  await service.api.call(operations.stopReplay, { params: { ...params, replay_id } });
  const { name, bytes } = await saved(() =>
    recordings.getByRole("button", { name: /^Download recording/ }).click(),
  );
  expect(name).toBe(`replay-${session}-${replay_id}.mp4`);
  expect(bytes.subarray(4, 8).toString()).toBe("ftyp");
});

test("signing out leads to the sign-in, and nothing was requested beside the path", async () => {
  await page.goto(`${basePath}/audit`);
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(`**${basePath}/sign-in`);
  expect(strays).toEqual([]);
  expect(failures).toEqual([]);
});
