// What operators meet and a fast machine with a good network does not.
import { expect, test } from "./fixtures.ts";

test("ages are right on a computer whose clock is ten minutes slow", async ({ page, upstream }) => {
  const proxy = upstream.records.proxy({
    name: "moody-gateway",
    last_checked: new Date(Date.now() - 20 * 60_000).toISOString(),
  });
  await page.addInitScript((byMs) => {
    const now = Date.now.bind(Date);
    const { timeOrigin } = performance;
    Date.now = () => now() + byMs;
    Object.defineProperty(performance, "timeOrigin", { get: () => timeOrigin + byMs });
  }, -10 * 60_000);
  await page.goto("/proxies");
  const row = page.getByRole("row").filter({ hasText: proxy.name ?? "" });
  await expect(row).toContainText("20 min ago");
});

test("a part whose code cannot be fetched leaves the page as it is, and comes once it can", async ({
  page,
  upstream,
  consoleErrors,
}) => {
  const { id } = upstream.records.pool({ name: "crawl" });
  // What shows notices is fetched ahead, as they may be about the network.
  const notices = page.waitForResponse(
    async (response) =>
      response.url().endsWith(".js") && (await response.text()).includes("data-sonner-toaster"),
  );
  await page.goto(`/pools/${id}`);
  await notices;
  const edit = page.getByRole("button", { name: "Edit…" });
  await expect(edit).toBeEnabled();
  await page.route(/\/_next\/static\/.*\.js/, (route) => route.abort());
  await edit.click();
  await expect(page.getByText("Part of this page was not loaded")).toBeVisible();
  await expect(page.getByRole("heading", { name: "crawl" })).toBeVisible();
  await page.unroute(/\/_next\/static\/.*\.js/);
  await expect(page.getByRole("dialog", { name: /crawl/ })).toBeVisible();
  consoleErrors.length = 0;
});
