import { chromium } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";
import { adminPassword, type RunningDashboard, startDashboard } from "../support/dashboard.ts";
import { startShownRelay } from "../support/shown-relay.ts";
import { faultsOf } from "./accessibility.ts";
import { expect, nobody, signIn, test } from "./fixtures.ts";
import { openPalette } from "./keyboard.ts";
import { createBrowser, deleteBrowser, invoke } from "./making.ts";

test.use({ fleetName: "inventory" });

/** For what the dashboard learns by reading lists now and then. */
const slowly = { timeout: 120_000 };

test("a proxy and a session pinned by hand stand first, with their label, and the palette finds them", async ({
  page,
  fleet,
}) => {
  const [proxy] = await fleet.api.call(operations.listProxies, { query: { query: "tokyo" } });
  await page.goto(`/proxies?open=${proxy?.id}`);
  const sheet = page.getByRole("dialog", { name: "mobile-tokyo" });
  await sheet.getByRole("button", { name: "Pin mobile-tokyo" }).click();
  await page.getByRole("textbox", { name: "Label" }).fill("the spare one");
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("dialog", { name: "Pin mobile-tokyo" }).getByRole("button", { name: "Pin" }).click();
  await expect(sheet.getByRole("button", { name: "Pinned mobile-tokyo" })).toBeVisible();
  const first = page.getByRole("table", { name: "Proxies", exact: true }).getByRole("row").nth(1);
  await expect(first).toContainText("mobile-tokyo · the spare one");
  await sheet.getByRole("button", { name: "Close" }).click();

  await page.goto("/proxies?open=not-listed-anywhere");
  await page.getByRole("button", { name: "Pin not-listed-anywhere" }).click();
  await page.getByRole("textbox", { name: "Label" }).fill("from the ticket");
  await page.keyboard.press("Enter");
  const beside = page.getByRole("region", { name: "Proxies remembered" });
  await expect(beside.getByRole("row").nth(1)).toContainText("from the ticket");
  await expect(beside).toContainText("pinned by hand");

  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await (await openPalette(page)).getByRole("combobox").fill("spare");
  await page.getByRole("option", { name: /the spare one · proxy/ }).click();
  await expect(sheet).toBeVisible();
  const audit = await page.request.get("/api/audit?limit=20");
  expect(await audit.text()).toContain("pinInventory");
  await sheet.getByRole("button", { name: "Pinned mobile-tokyo" }).click();
  await page.getByRole("button", { name: "Unpin" }).click();
  await expect(sheet.getByRole("button", { name: "Pin mobile-tokyo" })).toBeVisible();
});

test("the form of a pin begins with the newest label, and what fails after it was closed is told", async ({
  page,
  fleet: { api, dashboard },
}) => {
  const pool = await api.call(operations.createPool, {
    body: { size: 1, name: "labelled-pool", headless: true, fill_rate_per_minute: 0 },
  });
  const pin = `${dashboard.url}/api/inventory/pool/${pool.id}/pin`;
  const headers = { origin: dashboard.url };
  const labelElsewhere = async (label: string) =>
    expect((await page.request.put(pin, { headers, data: { label } })).ok()).toBe(true);
  await labelElsewhere("first");
  await page.goto(`/pools/${pool.id}`);
  const button = page.getByRole("button", { name: "Pinned labelled-pool" });
  await expect(button).toBeVisible();
  await labelElsewhere("second");
  await button.click();
  const form = page.getByRole("dialog", { name: "Pin labelled-pool" });
  const label = form.getByRole("textbox", { name: "Label" });
  await expect(label).toHaveValue("second");

  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route(pin, async (route) => {
    asked.resolve();
    await answered.promise;
    return route.fulfill({
      status: 503,
      json: { code: "store_unavailable", message: "The store does not answer.", request_id: "e2e" },
    });
  });
  await label.fill("third");
  await page.keyboard.press("Enter");
  await asked.promise;
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  answered.resolve();
  await expect(page.getByText("The pin of labelled-pool was not saved")).toBeVisible();
  await page.request.delete(pin, { headers });
  await api.call(operations.deletePool, { params: { id_or_name: pool.id }, body: { force: true } });
});

test("a proxy that is deleted stays known: gone, and where it was learned", async ({
  page,
  fleet: { api },
}) => {
  const { id } = await api.call(operations.createProxy, {
    body: { type: "custom", name: "short-lived", config: { host: "127.0.0.1", port: 9 } },
  });
  await page.goto("/proxies");
  await expect(page.getByText("short-lived")).toBeVisible();
  // What was seen less than two seconds before a list is not yet called gone by it.
  await expect
    .poll(async () => (await page.request.get(`/api/inventory?kind=proxy&query=${id}`)).text(), slowly)
    .toContain("listProxies");
  await api.call(operations.deleteProxy, { params: { id } });
  const beside = page.getByRole("region", { name: "Proxies remembered" });
  const gone = beside.getByRole("row").filter({ hasText: "short-lived" });
  await expect(gone).toContainText("gone", slowly);
  await expect(gone).toContainText("the list of proxies");
  expect(await faultsOf(page)).toEqual([]);
});

test("a profile says who uses it, and is counted in the page without a value shown", async ({
  page,
  fleet: { api, service },
}) => {
  const name = "e2e.üñï profile 1.0";
  await api.call(operations.createProfile, { body: { name } });
  const session = await createBrowser(api, { headless: true, profile: { name, save_changes: true } });
  const driven = await chromium.connectOverCDP(session.cdpUrl);
  const hourLater = Date.now() / 1000 + 3600;
  await driven.contexts()[0]?.addCookies([
    { name: "sid", value: "a-s3cret-sign-in", url: service.url, expires: hourLater },
    { name: "tab", value: "a-s3cret-too", url: service.url },
    {
      name: "cart",
      value: "a-s3cret-cart",
      domain: "shop.test",
      path: "/",
      secure: true,
      expires: hourLater,
    },
  ]);
  await driven.close();
  await deleteBrowser(api, session.id);
  const pool = await api.call(operations.createPool, {
    body: { size: 1, name: "profiled-pool", profile: { name }, headless: true, fill_rate_per_minute: 0 },
  });

  await page.goto("/profiles");
  await page.getByRole("textbox", { name: "Profile id or name" }).fill(name);
  await page.getByRole("button", { name: "Look up" }).click();
  const sheet = page.getByRole("dialog", { name });
  await expect(sheet.getByRole("region", { name: "Who uses it" })).toContainText("1 pool, ");
  await sheet.getByRole("button", { name: `Inspect ${name}` }).click();
  const ask = page.getByRole("alertdialog");
  await ask.getByRole("textbox", { name: "Reason" }).fill("counted in an end-to-end test");
  await ask.getByRole("button", { name: "Inspect" }).click();
  const held = page.getByRole("dialog", { name: `What profile ${name} holds` });
  await expect(held).toContainText("3 cookies of 2 domains");
  const shop = held.getByRole("row").filter({ hasText: "shop.test" });
  await expect(shop.getByRole("cell")).toHaveText([/shop\.test/, "1", "0", "0", "1"]);
  const host = held.getByRole("row").filter({ hasText: new URL(service.url).hostname });
  await expect(host.getByRole("cell")).toHaveText([/127/, "2", "1", "0", "0"]);
  await shop.getByText("shop.test").click();
  await expect(held).toContainText("cart = ••••••");
  expect(await page.content()).not.toContain("s3cret");
  expect(await faultsOf(page)).toEqual([]);
  const audit = await (await page.request.get("/api/audit?limit=20")).text();
  expect(audit).toContain("Inspect: counted in an end-to-end test");
  await api.call(operations.deletePool, { params: { id_or_name: pool.id }, body: { force: true } });
});

test.describe("an API with the eleven operations alone", () => {
  test.use({ storageState: nobody });
  let relay: Awaited<ReturnType<typeof startShownRelay>>;
  let dashboard: RunningDashboard;
  test.beforeAll(async ({ fleet }) => {
    relay = await startShownRelay(fleet.service.url);
    dashboard = await startDashboard({ apiBaseUrl: relay.url, token: fleet.service.token });
  });
  test.afterAll(async () => {
    await dashboard?.stop();
    await relay?.close();
  });

  test("pages are full of what other answers told: sessions, proxies, profiles", async ({
    page,
    fleet: { api },
  }) => {
    const [proxy] = await api.call(operations.listProxies, { query: { query: "frankfurt" } });
    const profile = await api.call(operations.createProfile, { body: { name: "told-of" } });
    const pool = await api.call(operations.createPool, {
      body: {
        size: 1,
        name: "telling-pool",
        ...(proxy === undefined ? {} : { proxy_id: proxy.id }),
        profile: { id: profile.id },
        headless: true,
        fill_rate_per_minute: 0,
      },
    });
    const run = await invoke(api, ["catalogue", "v1", "crawl"], { maxPages: 200, pauseMs: 1000 });
    await expect
      .poll(async () => {
        const { browsers } = await api.call(operations.listInvocationBrowsers, { params: { id: run } });
        return browsers.length;
      }, slowly)
      .toBeGreaterThan(0);
    const { browsers } = await api.call(operations.listInvocationBrowsers, { params: { id: run } });
    const session = browsers[0]?.session_id ?? "no session";

    await page.goto(`${dashboard.url}/sign-in`);
    await signIn(page, "admin", adminPassword);
    await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    await page.goto(`${dashboard.url}/pools`);
    await expect(page.getByText("telling-pool").first()).toBeVisible();
    await page.goto(`${dashboard.url}/proxies`);
    const proxies = page.getByRole("table", { name: "Proxies remembered" });
    await expect(proxies.getByRole("row").filter({ hasText: proxy?.id ?? "no proxy" })).toContainText(
      "the list of pools",
      slowly,
    );
    expect(await faultsOf(page)).toEqual([]);
    await page.goto(`${dashboard.url}/profiles`);
    const profiles = page.getByRole("table", { name: "Profiles remembered" });
    await expect(profiles.getByRole("row").filter({ hasText: profile.id })).toContainText(
      "the list of pools",
      slowly,
    );
    await page.goto(`${dashboard.url}/browsers`);
    const sessions = page.getByRole("table", { name: "Sessions remembered" });
    await expect(sessions.getByRole("row").filter({ hasText: session })).toContainText(
      "a run's sessions",
      slowly,
    );

    // A check works without a list, and what it says is remembered.
    await page.goto(`${dashboard.url}/proxies?open=${proxy?.id}`);
    await page
      .getByRole("dialog")
      .getByRole("button", { name: new RegExp(`^Check ${proxy?.id}`) })
      .click();
    await expect(page.getByText("datacenter-frankfurt is available")).toBeVisible();
    await expect(page.getByRole("region", { name: "Recorded checks" })).toContainText("of 1");
    await api.call(operations.updateInvocation, { params: { id: run }, body: { status: "failed" } });
    await api.call(operations.deletePool, { params: { id_or_name: pool.id }, body: { force: true } });
  });
});
