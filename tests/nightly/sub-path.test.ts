// The dashboard below a path of a host, built for that path and behind nginx: pages, streams, live views, downloads and the
// way through the sign-in, as a browser and as a program use them.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paths } from "../../lib/paths.ts";
import { buildFolder } from "../../scripts/base-path.mjs";
import { ensureBuild } from "../../scripts/build-dashboard.mjs";
import { chromiumForTests } from "../support/chromium-for-tests.ts";
import { adminPassword, type RunningDashboard, sendRequest, startDashboard } from "../support/dashboard.ts";
import { freePort } from "../support/free-port.ts";
import { type FullService, startFullService } from "../support/full-service.ts";
import { startNginx } from "../support/nginx.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const basePath = "/ops/fleet-1";
const buildMs = 10 * 60_000;

let service: FullService;
let dashboard: RunningDashboard;
let nginx: Awaited<ReturnType<typeof startNginx>>;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let session: string;
/** Paths of requests to the dashboard's host that are not below its path, and answers that are failures. */
const strays: string[] = [];
const failures: string[] = [];

beforeAll(async () => {
  const [front, port] = [await freePort(), await freePort()];
  const publicUrl = `http://127.0.0.1:${front}${basePath}`;
  await ensureBuild(root, { nodePath: process.execPath, env: { ...process.env, PUBLIC_URL: publicUrl } });
  service = await startFullService({ maxBrowsers: 2, frameOrigins: [new URL(publicUrl).origin] });
  dashboard = await startDashboard({
    apiBaseUrl: service.url,
    token: service.bearer,
    variables: { PORT: String(port), PUBLIC_URL: `${publicUrl}/`, TRUSTED_PROXIES: "127.0.0.1" },
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
  session = (await service.create()).session_id;
}, buildMs);
afterAll(async () => {
  await context?.close();
  await nginx?.stop();
  await dashboard?.stop();
  await service?.close();
});

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
  await page.waitForURL(`**${basePath}${paths.browser(session)}`);
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

test("an open row is in the address, and Back closes it", async () => {
  await page.goto(`${basePath}/audit`);
  await page.getByRole("row").nth(1).click();
  await page.waitForURL(`**${basePath}/audit?*`);
  await page.goBack();
  await page.waitForURL(`**${basePath}/audit`);
});

test("a download arrives", async () => {
  await page.goto(`${basePath}/audit`);
  await page.getByRole("button", { name: "Export" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: /^JSON/ }).click(),
  ]);
  expect(await readFile(await download.path(), "utf8")).toContain("signIn");
});

test("signing out leads to the sign-in, and nothing was requested beside the path", async () => {
  await page.getByRole("button", { name: /^Account/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(`**${basePath}/sign-in`);
  expect(strays).toEqual([]);
  expect(failures).toEqual([]);
});
