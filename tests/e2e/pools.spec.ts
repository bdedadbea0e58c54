// A real pool: browsers that are taken, given back, lost and started, on the page and in its chart.

import type { Locator } from "@playwright/test";
import { operations } from "../../lib/contract/operations/operations.ts";
import { clickWhenTakenOver } from "../support/dashboard/page-moments.ts";
import { expect, test } from "./fixtures.ts";

const name = "e2e-drain";

/** Waits until the figures of a pool read so: `available` is "2". */
async function expectFigures(
  place: Locator,
  figures: Readonly<Record<"available" | "acquired" | "missing", string>>,
): Promise<void> {
  const read = () =>
    place
      .locator("dl > div")
      .evaluateAll((parts) =>
        Object.fromEntries(
          parts.map((part) => [part.querySelector("dt")?.textContent, part.querySelector("dd")?.textContent]),
        ),
      );
  await expect.poll(read, { timeout: 30_000 }).toMatchObject(figures);
}

test("a pool is observed while it drains and refills", async ({ page, fleet: { api } }) => {
  const pool = await api.call(operations.createPool, {
    body: { name, size: 2, fill_rate_per_minute: 25, headless: true, timeout_seconds: 300 },
  });
  const params = { id_or_name: pool.id };
  const take = async () => {
    const browser = await api.call(operations.acquireBrowser, {
      params,
      body: { acquire_timeout_seconds: 30 },
    });
    if (browser === undefined) throw new Error("no browser came");
    return browser.session_id;
  };
  await page.goto(`/pools/${pool.id}`);
  const main = page.getByRole("main");
  await expectFigures(main, { available: "2", acquired: "0", missing: "0" });
  await expect(page.getByText("At size")).toBeVisible();

  const [retained, lost] = [await take(), await take()];
  await expectFigures(main, { available: "0", acquired: "2", missing: "0" });
  await expect(page.getByText("All acquired")).toBeVisible();
  await api.call(operations.releaseBrowser, { params, body: { session_id: retained, reuse: true } });
  await expectFigures(main, { available: "1", acquired: "1", missing: "0" });
  // Where the last start is long ago, the next one would come before anybody has seen that one is missing.
  await api.call(operations.updatePool, { params, body: { fill_rate_per_minute: 0 } });
  // Lost, not given back: its place is filled at the rate of the pool.
  await api.call(operations.deleteBrowser, { params: { id: lost } });
  await expectFigures(main, { available: "1", acquired: "0", missing: "1" });
  await api.call(operations.updatePool, { params, body: { fill_rate_per_minute: 25 } });
  await expectFigures(main, { available: "2", acquired: "0", missing: "0" });
  await expect(page.getByRole("region", { name: "Over time" }).getByRole("figure")).toContainText(
    /available 2,.*least available 0/,
  );

  await api.call(operations.updatePool, { params, body: { fill_rate_per_minute: 0 } });
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Flush…" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("seen in an end-to-end test");
  await dialog.getByRole("button", { name: "Flush pool" }).click();
  await expect(dialog).toBeHidden();
  await expectFigures(main, { available: "0", acquired: "0", missing: "2" });
  await api.call(operations.deletePool, { params, body: { force: true } });
});

test("a pool is made on the page, fills with browsers, and is deleted with them", async ({
  page,
  fleet: { api },
}) => {
  await page.goto("/pools");
  await clickWhenTakenOver(page.getByRole("button", { name: "Create pool…" }).first());
  const form = page.getByRole("dialog", { name: "Create pool" });
  await form.getByLabel("Name").fill("e2e-made");
  await form.getByLabel("Size").fill("1");
  await form.getByRole("button", { name: "More settings" }).click();
  await form.getByLabel("Headless: no window, no live view").check();
  await form.getByRole("button", { name: "Create pool" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "e2e-made" })).toBeVisible();
  await expectFigures(page.getByRole("main"), { available: "1", acquired: "0", missing: "0" });

  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByLabel(/to confirm$/).fill("e2e-made");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("seen in an end-to-end test");
  await dialog.getByRole("button", { name: "Delete pool" }).click();
  await expect(page).toHaveURL(/\/pools$/);
  const left = await api.call(operations.listPools, { query: { name: "e2e-made" } });
  expect(left).toEqual([]);
});
