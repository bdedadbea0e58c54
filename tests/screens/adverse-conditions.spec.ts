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
