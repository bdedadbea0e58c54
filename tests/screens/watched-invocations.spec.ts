// A watched invocation in two tabs of one browser: both report its end, one of them for the other, too.
import type { Page } from "@playwright/test";
import { clickWhenTakenOver } from "../support/dashboard/page-moments.ts";
import { browserLaunch } from "../support/programs/launch-options.ts";
import { expect, test } from "./fixtures.ts";

// The headless shell permits no notification.
test.use({ launchOptions: browserLaunch });

const tray = (page: Page) => page.getByRole("region", { name: "Watched invocations" });

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

test("a watched invocation is followed on every page and tab, with one notification of its end", async ({
  page,
  context,
  upstream: { records },
}) => {
  await context.grantPermissions(["notifications"]);
  await recordNotifications(page);
  const invocation = records.invocation({ action_name: "crawl", status: "running" });
  await page.goto(`/invocations/${invocation.id}`);
  await clickWhenTakenOver(page.getByRole("button", { name: "Watch", exact: true }));
  const notification = tray(page).getByRole("switch", { name: /^Notification/ });
  await notification.click();
  // It is on once the permission was given.
  await expect(notification).toBeChecked();
  await page.getByRole("link", { name: /^Pools/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pools" })).toBeVisible();
  await expect(tray(page).getByRole("link", { name: new RegExp(invocation.id) })).toBeVisible();
  const other = await context.newPage();
  await recordNotifications(other);
  await other.goto("/audit");
  await expect(tray(other)).toContainText("running");

  records.invocations.set(invocation.id, {
    ...invocation,
    status: "failed",
    finished_at: new Date().toISOString(),
  });
  for (const each of [page, other]) {
    await expect(tray(each).getByRole("listitem")).toContainText("failed");
    await expect(each).toHaveTitle(/^\(1 watched invocation ended\) (Pools|Audit) · Fleetdeck$/);
  }
  await expect
    .poll(async () => (await notifiedCount(page)) + (await notifiedCount(other)), "one tab notifies for all")
    .toBe(1);
  await page.getByRole("link", { name: /^Proxies/ }).click();
  await expect(page).toHaveTitle("(1 watched invocation ended) Proxies · Fleetdeck");
  await tray(page).getByRole("button", { name: "Mark as seen" }).click();
  await expect(page).toHaveTitle("Proxies · Fleetdeck");
  await expect(other).toHaveTitle("Audit · Fleetdeck");
  await tray(page)
    .getByRole("button", { name: /^Stop watching crawl/ })
    .click();
  await expect(tray(page)).toBeHidden();
  await expect(tray(other)).toBeHidden();
  expect((await notifiedCount(page)) + (await notifiedCount(other))).toBe(1);
});
