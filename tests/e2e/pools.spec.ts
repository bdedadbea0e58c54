import type { Locator, Page } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";
import { expect, test } from "./fixtures.ts";

const name = "e2e-drain";

/** A figure of a pool as it is read: `available` is "2". */
async function expectFigures(
  pool: Locator,
  figures: Readonly<Record<"available" | "acquired" | "unfilled", number>>,
  timeoutMs = 60_000,
): Promise<void> {
  const read = () =>
    pool.evaluate((card) =>
      Object.fromEntries(
        [...card.querySelectorAll("dl dt")].map((term) => [
          term.textContent,
          term.parentElement?.querySelector("dd")?.textContent,
        ]),
      ),
    );
  const wanted = Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, String(value)]));
  await expect.poll(read, { timeout: timeoutMs }).toMatchObject(wanted);
}

const card = (page: Page) => page.getByRole("article", { name: `Pool ${name}` });

test("a pool is watched to drain and to refill", async ({ page, fleet: { api } }) => {
  test.setTimeout(600_000);
  const pool = await api.call(operations.createPool, {
    body: { name, size: 2, fill_rate_per_minute: 25, headless: true, timeout_seconds: 300 },
  });
  const params = { id_or_name: pool.id };
  const take = async () => {
    const browser = await api.call(operations.acquireBrowser, {
      params,
      body: { acquire_timeout_seconds: 120 },
    });
    if (browser === undefined) throw new Error("no browser came");
    return browser.session_id;
  };
  const isFull = async () =>
    (await api.call(operations.retrievePool, { params })).available_count === 2 ? "full" : "filling";
  await expect.poll(isFull, { timeout: 200_000 }).toBe("full");

  await page.goto("/pools");
  await expectFigures(card(page), { available: 2, acquired: 0, unfilled: 0 });
  await expect(card(page).getByText("at size")).toBeVisible();

  const held = [await take(), await take()];
  await expectFigures(card(page), { available: 0, acquired: 2, unfilled: 0 });
  await expect(card(page).getByText("none available")).toBeVisible();

  for (const session_id of held.slice(0, 1)) {
    await api.call(operations.releaseBrowser, { params, body: { session_id, reuse: true } });
  }
  await expectFigures(card(page), { available: 1, acquired: 1, unfilled: 0 });
  // Where the last start is a minute ago, the next one would come before anybody has seen that one is missing.
  await api.call(operations.updatePool, { params, body: { fill_rate_per_minute: 0 } });
  for (const session_id of held.slice(1)) {
    // Lost, not given back: then its place is filled at the rate of the pool.
    await api.call(operations.deleteBrowser, { params: { id: session_id } });
  }
  await expectFigures(card(page), { available: 1, acquired: 0, unfilled: 1 });
  await expect(card(page).getByText("1 unfilled").first()).toBeVisible();
  await api.call(operations.updatePool, { params, body: { fill_rate_per_minute: 25 } });
  // At this rate a browser is started every minute.
  await expectFigures(card(page), { available: 2, acquired: 0, unfilled: 0 }, 200_000);

  await test.step("the same on the pool's own page, and its chart has recorded it", async () => {
    await card(page).getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expectFigures(page.getByRole("main"), { available: 2, acquired: 0, unfilled: 0 });
    await expect(page.getByText("fill_rate_per_minute").first()).toBeVisible();
    await expect(page.getByText(/recording since/)).toBeVisible();
  });

  await test.step("it follows again after its reads failed for a while", async () => {
    const read = `**/api/browser_pools/${pool.id}`;
    await page.route(read, (route) => route.abort());
    await expect(page.getByText("Not up to date")).toBeVisible();
    await page.unroute(read);
    await api.call(operations.updatePool, { params, body: { size: 3, fill_rate_per_minute: 0 } });
    await expectFigures(page.getByRole("main"), { available: 2, acquired: 0, unfilled: 1 });
    await expect(page.getByText("Not up to date")).toBeHidden();
  });

  await test.step("flushing it asks for a reason and discards its idle browsers", async () => {
    await api.call(operations.updatePool, { params, body: { size: 2, fill_rate_per_minute: 0 } });
    await page.getByRole("button", { name: /^Flush/ }).click();
    const dialog = page.getByRole("alertdialog");
    const confirm = dialog.getByRole("button", { name: "Flush pool" });
    await expect(confirm).toHaveAttribute("aria-disabled", "true");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("seen in an end-to-end test");
    await confirm.click();
    await expect(dialog).toBeHidden();
    await expectFigures(page.getByRole("main"), { available: 0, acquired: 0, unfilled: 2 });
  });
  await api.call(operations.deletePool, { params, body: { force: true } });
  await page.goto("/pools");
  await expect(page.getByRole("article", { name: "Pool " }).first()).toBeVisible();
  await expect(card(page)).toBeHidden();
});

test("a pool that does not exist says so", async ({ page }) => {
  await page.goto("/pools/no-such-pool");
  await expect(page.getByText("No pool is called no-such-pool")).toBeVisible();
  await page.getByRole("link", { name: "All pools" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pools" })).toBeVisible();
});
