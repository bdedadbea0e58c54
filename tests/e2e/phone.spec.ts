// The dashboard on a phone: nothing sticks out, and what matters at night can be done with a thumb.
import { expect, test } from "./fixtures.ts";
import { bringToLife, everyPage, type Life } from "./life.ts";
import { deleteBrowser } from "./making.ts";

test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

let life: Life;
test.beforeAll(async ({ fleet: { api } }) => {
  life = await bringToLife(api);
});
test.afterAll(async ({ fleet: { api } }) => {
  if (life !== undefined) await deleteBrowser(api, life.session);
});

test("no page scrolls sideways", async ({ page }) => {
  const tooWide: Record<string, string[]> = {};
  for (const [path, heading] of everyPage(life)) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
    await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
    const found = await page.evaluate(() => {
      const widthPx = document.documentElement.clientWidth;
      if (document.documentElement.scrollWidth <= widthPx && window.innerWidth <= 390) return [];
      const sticking = [...document.querySelectorAll("body *")].filter(
        (each) => each.getBoundingClientRect().right > widthPx + 1,
      );
      return [
        `${document.documentElement.scrollWidth} px wide`,
        ...sticking.slice(0, 3).map((each) => each.outerHTML.slice(0, 200)),
      ];
    });
    if (found.length > 0) tooWide[path] = found;
  }
  expect(tooWide).toEqual({});
});

test("a proxy is reached through the menu and checked with a tap", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Pages" }).tap();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: /^Proxies/ })
    .tap();
  await expect(page.getByRole("heading", { level: 1, name: "Proxies" })).toBeVisible();
  await expect(page.getByRole("dialog")).toBeHidden();
  const card = page.getByRole("row").filter({ hasText: "residential-chicago" });
  const check = page.getByRole("button", { name: "Check residential-chicago" });
  const box = await check.boundingBox();
  expect(box?.height, "tall enough for a thumb").toBeGreaterThanOrEqual(32);
  await check.tap();
  await expect(card.getByText("unavailable", { exact: true })).toBeVisible();
});

test("a run is watched and a log is read", async ({ page }) => {
  await page.goto(`/invocations/${life.failedRun}`);
  await expect(page.getByRole("main").getByText("failed", { exact: true }).first()).toBeVisible();
  await page.goto(`/browsers/${life.session}`);
  const log = page.getByRole("log");
  await log.scrollIntoViewIfNeeded();
  await expect(log).toContainText(/\S/);
  expect((await log.boundingBox())?.height).toBeGreaterThan(200);
});
