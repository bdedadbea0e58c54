// What an operator is told before they scroll: what needs them, with its figures, and how the fleet went.
import type { Page } from "@playwright/test";
import { attention } from "../../lib/bff/attention.ts";
import { operations } from "../../lib/contract/operations.ts";
import { startMoodyProxy } from "../support/moody-proxy.ts";
import { faultsOf } from "./accessibility.ts";
import { expect, signIn, test } from "./fixtures.ts";
import { finished, invoke } from "./making.ts";

test.use({ fleetName: "overview" });

const ended = 6;
const failed = 6;

test.beforeAll(async ({ fleet: { api } }) => {
  const ids: string[] = [];
  for (let at = 0; at < ended; at += 1)
    ids.push(await invoke(api, ["storefront", "v1", "search"], { query: `oak ${at}` }));
  for (let at = 0; at < failed; at += 1)
    ids.push(await invoke(api, ["storefront", "v2", "search"], { wrong: at }));
  for (const id of ids) await finished(api, id);
});

const needed = (page: Page) => page.getByRole("region", { name: "Needs attention" });
const figure = (page: Page, name: string) =>
  page.getByRole("region", { name: "Figures" }).getByRole("link", { name: new RegExp(`^${name}`) });
const isNarrow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
const settled = (page: Page) => expect(page.locator("[aria-busy=true]")).toHaveCount(0);

test("says what fails, with the figures and the runs behind them, in both themes and on a phone", async ({
  page,
}) => {
  await page.goto("/");
  const item = needed(page).getByRole("listitem").filter({ hasText: "storefront / search" });
  await expect(item).toContainText(
    `storefront / search fails 100 % on v2 (${failed} of ${failed}), 0 % on other versions`,
    { timeout: 60_000 },
  );
  await expect(item).toContainText(`${failed} of ${failed}: bad input: payload.query`);
  await expect(item).toContainText(`${failed} different inputs`);
  await expect(needed(page)).toContainText(`${ended + failed} runs ended in the last hour`);
  await expect(figure(page, "Failed")).toContainText("50 %");
  await expect(figure(page, "Failed")).toContainText(
    new RegExp(`started since \\d\\d:\\d\\d · of ${ended + failed} · complete`),
  );
  await expect(figure(page, "Capacity free")).toContainText(/\d+ pools? · complete · read \d+ s ago/);

  const bars = page.getByRole("region", { name: "Runs by status" });
  await expect(bars.getByText(`succeeded ${ended}, failed ${failed}`)).toBeAttached();
  await expect(bars.getByText(/the dashboard's mirror.*complete/)).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Duration", exact: true }).getByText(/p95 \d/),
  ).toBeAttached();
  const pools = page.getByRole("region", { name: "Pools" }).getByRole("article");
  await expect(pools.first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Last operator actions" })).toContainText("signIn");
  await settled(page);
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expect(await faultsOf(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(item).toBeVisible();
  await expect.poll(() => isNarrow(page)).toBe(true);
  expect(await faultsOf(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });

  await item.getByRole("link", { name: `Open ${failed} runs` }).click();
  const runs = page.getByRole("table", { name: "Invocations" }).getByRole("row");
  await expect(runs).toHaveCount(failed + 1);
  await page.goto("/");
  await figure(page, "Failed").click();
  await expect(page).toHaveURL(/since=\d{4}-/);
  await expect(runs).toHaveCount(failed + 1);
});

test("keeps the range of its charts in the address", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("combobox", { name: "Range of the charts" }).click();
  await page.getByRole("option", { name: "Last 7 days" }).click();
  await expect(page).toHaveURL(/range=7d/);
  const bars = page.getByRole("region", { name: "Runs by status" });
  await expect(bars.getByText(/in steps of [36] h/)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("combobox", { name: "Range of the charts" })).toContainText("Last 7 days");
});

test("tells a proxy that is down with what hangs on it, a pool that is taken, and an API that is silent", async ({
  page,
  fleet: { api, relay },
}) => {
  const proxy = await startMoodyProxy(api, "gone");
  const pool = await api.call(operations.createPool, {
    body: { size: 1, name: "scarce", headless: true, proxy_id: proxy.id, fill_rate_per_minute: 25 },
  });
  const taken = await api.call(operations.acquireBrowser, {
    params: { id_or_name: pool.id },
    body: { acquire_timeout_seconds: 120 },
  });
  proxy.set("unavailable");
  await api.call(operations.checkProxy, { params: { id: proxy.id } });

  await page.goto("/");
  const items = needed(page).getByRole("listitem");
  const down = items.filter({ hasText: "Proxy gone is unavailable" });
  await expect(down).toContainText("1 pool, 1 live session and 0 running runs hang on it", {
    timeout: 60_000,
  });
  const empty = items.filter({ hasText: "Pool scarce is fully acquired" });
  await expect(empty).toContainText("0 of 1 available, 1 acquired");
  await expect(page.getByRole("article", { name: "Pool scarce" })).toContainText("all acquired");
  const told = attention.parse(await (await page.request.get("/api/attention")).json());
  expect(new Set(told.items.map(({ id }) => id)).size).toBe(told.items.length);

  relay.set({ kind: "refuse" });
  const silent = items.filter({ hasText: "The API gives no newer answer" });
  await expect(silent).toContainText(/upstream_\w+/, { timeout: 60_000 });
  await expect(items.first()).toContainText("The API gives no newer answer");
  await expect(items.filter({ hasText: "Nobody records" })).toHaveCount(0);
  expect(await faultsOf(page)).toEqual([]);
  relay.set({ kind: "pass" });
  await expect(silent).toHaveCount(0, { timeout: 60_000 });

  if (taken !== undefined)
    await api.call(operations.releaseBrowser, {
      params: { id_or_name: pool.id },
      body: { session_id: taken.session_id },
    });
  await expect(empty).toHaveCount(0, { timeout: 60_000 });
  await api.call(operations.deletePool, { params: { id_or_name: pool.id }, body: { force: true } });
  await api.call(operations.deleteProxy, { params: { id: proxy.id } });
  await proxy.close();
  await expect(down).toHaveCount(0, { timeout: 60_000 });
});

test.describe("a viewer", () => {
  test.use({ storageState: { cookies: [], origins: [] } });
  test("is told why the operators' actions are not shown", async ({ page, fleet: { dashboard } }) => {
    await dashboard.signedIn("viewer");
    await page.goto("/");
    await signIn(page, "viewer1", "viewer1");
    await expect(page.getByRole("region", { name: "Last operator actions" })).toContainText(
      "This needs the operator role; yours is viewer.",
    );
    expect(await faultsOf(page)).toEqual([]);
  });
});
