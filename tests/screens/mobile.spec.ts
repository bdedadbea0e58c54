// The dashboard under a thumb: what matters at night is reached, done and read by tapping alone.
import { takenOver } from "../support/dashboard/page-moments.ts";
import { expect, test } from "./fixtures.ts";

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

test("on a phone a proxy is opened through the menu and checked, and a log is read", async ({
  page,
  upstream: { records, logs },
}) => {
  const proxy = records.proxy();
  records.checks.set(proxy.id, () => ({ status: "unavailable" }));
  const { session_id: session } = records.browser();
  logs.write(session, "chromium", ["Listening on 9222"]);
  await page.goto("/settings");
  const menu = page.getByRole("button", { name: "Pages" });
  await takenOver(menu);
  await menu.tap();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: /^Proxies/ })
    .tap();
  await expect(page.getByRole("heading", { level: 1, name: "Proxies" })).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  const card = page.getByRole("row").filter({ hasText: proxy.id });
  const box = await card.boundingBox();
  expect(box?.height, "tall enough for a thumb").toBeGreaterThanOrEqual(44);
  expect(box?.height, "two lines").toBeLessThanOrEqual(64);
  await card.tap();
  const sheet = page.getByRole("dialog", { name: proxy.id });
  await sheet.getByRole("button", { name: `Check ${proxy.id}` }).tap();
  await expect(sheet.getByText("unavailable", { exact: true }).first()).toBeVisible();

  await page.goto(`/browsers/${session}?panes=s.chromium`);
  const log = page.getByRole("log");
  await log.scrollIntoViewIfNeeded();
  await expect(log).toContainText("Listening on 9222");
  expect((await log.boundingBox())?.height).toBeGreaterThan(200);
});
