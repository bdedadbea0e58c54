// The tray of watched runs beside every page, and the failures counted while nobody looks.
import type { Page } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";
import { faultsOf } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { finished, invoke } from "./making.ts";

test.use({ fleetName: "bulk" });

const crawl = ["catalogue", "v1", "crawl"] as const;
const tray = (page: Page) => page.getByRole("region", { name: "Watched runs" });

/** Remembers what the page notifies; the browser's own object still does it. */
async function recordNotifications(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown: string[] = [];
    Object.assign(window, { shown });
    window.Notification = class extends window.Notification {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        shown.push(title);
      }
    };
  });
}
const notifiedCount = (page: Page) =>
  page.evaluate(() => {
    const shown: unknown = Reflect.get(window, "shown");
    return Array.isArray(shown) ? shown.length : 0;
  });

test("a watched run is followed on every page, after a reload and in every tab, and its end is told", async ({
  page,
  context,
  fleet: { api },
}) => {
  await context.grantPermissions(["notifications"]);
  await recordNotifications(page);
  const id = await invoke(api, crawl, { maxPages: 200, pauseMs: 1000 });
  await page.goto(`/invocations/${id}`);
  await expect(tray(page)).toBeHidden();
  await page.getByRole("button", { name: "Watch", exact: true }).click();
  await expect(page.getByRole("button", { name: "Watching" })).toHaveAttribute("aria-pressed", "true");
  await expect(tray(page).getByRole("link", { name: new RegExp(id) })).toBeVisible();
  await expect(tray(page)).toContainText("running");

  const notification = tray(page).getByRole("switch", { name: /^Notification/ });
  await expect(notification).not.toBeChecked();
  await notification.click();
  await expect(notification).toBeChecked();
  await tray(page)
    .getByRole("switch", { name: /^Sound/ })
    .click();
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole("link", { name: /^Pools/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pools" })).toBeVisible();
  await expect(tray(page).getByRole("link", { name: new RegExp(id) })).toBeVisible();
  await page.reload();
  await expect(tray(page)).toContainText("running");
  const other = await context.newPage();
  await recordNotifications(other);
  await other.goto("/audit");
  await expect(tray(other)).toContainText("running");

  await api.call(operations.updateInvocation, { params: { id }, body: { status: "failed" } });
  // A notice does not stay: it is looked for before the other tab.
  await expect(page.getByRole("region", { name: /^Notices/ })).toContainText("crawl");
  for (const each of [page, other]) {
    await expect(tray(each).getByRole("listitem")).toContainText("failed");
    await expect(each).toHaveTitle(/^\(1 watched run over\) (Pools|Audit) · Fleetdeck$/);
  }
  await expect
    .poll(async () => (await notifiedCount(page)) + (await notifiedCount(other)), "one tab notifies for all")
    .toBe(1);

  await page.getByRole("link", { name: /^Proxies/ }).click();
  await expect(page).toHaveTitle("(1 watched run over) Proxies · Fleetdeck");
  await expect(page.getByRole("heading", { level: 1, name: "Proxies" })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await tray(page).getByRole("button", { name: "Mark seen" }).click();
  await expect(page).toHaveTitle("Proxies · Fleetdeck");
  await expect(tray(page).getByRole("button", { name: /^Watched runs/ })).toBeFocused();
  await expect(other).toHaveTitle("Audit · Fleetdeck");

  await tray(page)
    .getByRole("button", { name: /^Watched runs/ })
    .click();
  await expect(tray(page).getByRole("listitem")).toBeHidden();
  await tray(page)
    .getByRole("button", { name: /^Watched runs/ })
    .click();
  await tray(page)
    .getByRole("button", { name: /^Stop watching crawl/ })
    .click();
  await expect(tray(page)).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
  await expect(tray(other)).toBeHidden();
});

test("a refused permission and a run that the API does not know are said", async ({ page }) => {
  const pin = { id: "zzzzzzzzzzzzzzzzzzzzzzzz", action_name: "search", status: "running" };
  const kept = {
    pins: [{ ...pin, gone: false, seen: false, told: false }],
    expanded: true,
    sound: false,
    notify: false,
  };
  await page.addInitScript(
    (text) => localStorage.setItem("fleetdeck.watch.admin", text),
    JSON.stringify(kept),
  );
  await page.goto("/settings");
  await expect(tray(page)).toContainText("The API no longer knows this run");
  const notification = tray(page).getByRole("switch", { name: /^Notification/ });
  await notification.click();
  await expect(tray(page).getByRole("status")).toContainText("refuses notifications");
  await expect(notification).not.toBeChecked();
  expect(await faultsOf(page)).toEqual([]);
});

/** Makes the page believe that its tab is hidden, or seen again. */
async function turnTab(page: Page, state: "hidden" | "visible"): Promise<void> {
  await page.evaluate((now) => {
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => now });
    Object.defineProperty(document, "hidden", { configurable: true, get: () => now === "hidden" });
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
  }, state);
}

test("failures while the tab is hidden are counted in its title until somebody looks", async ({
  page,
  fleet: { api },
}) => {
  await finished(api, await invoke(api, ["storefront", "v2", "search"], { before: true }));
  await page.goto("/");
  await expect(page).toHaveTitle("Overview · Fleetdeck");
  let reads = 0;
  page.on("response", (response) => {
    if (/invocations\?.*status=failed/.test(response.url())) reads += 1;
  });
  await turnTab(page, "hidden");
  // The second is asked for when the first was taken in: what failed by then is known.
  await expect.poll(() => reads).toBeGreaterThan(1);
  for (const at of [1, 2]) await finished(api, await invoke(api, ["storefront", "v2", "search"], { at }));
  await expect(page).toHaveTitle("(2 failed) Overview · Fleetdeck", { timeout: 60_000 });
  await turnTab(page, "visible");
  await expect(page).toHaveTitle("Overview · Fleetdeck");
});
