// Labels that operators give: kept from a thing's own page, shown and found in its list, and kept when the thing is gone.
import type { Page } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";
import { marking } from "../support/extensions.ts";
import { faultsOf } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { createBrowser, deleteBrowser } from "./making.ts";

test.use({ fleetName: "labels" });
test.describe.configure({ timeout: 180_000 });
const slow = { timeout: 30_000 };

/** Pins what the page has one button for, under a label. */
async function pin(page: Page, name: string, label: string): Promise<void> {
  await page.getByRole("button", { name: `Pin ${name}`, exact: true }).click();
  const form = page.getByRole("dialog", { name: `Pin ${name}` });
  await form.getByRole("textbox", { name: "Label" }).fill(label);
  await form.getByRole("button", { name: "Pin" }).click();
  // A row of what is remembered is called by its label from then on.
  const pinned = new RegExp(`^Pinned (${name}|${label})$`);
  await expect(page.getByRole("button", { name: pinned })).toBeVisible(slow);
}

async function look(page: Page, name: string): Promise<void> {
  for (const theme of ["light", "dark"] as const)
    for (const width of [1440, 390]) {
      await page.emulateMedia({ colorScheme: theme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({
        path: test.info().outputPath(`${name}-${theme}-${width}.png`),
        fullPage: true,
      });
    }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("a session is pinned from its own page; its label stands first in the list, is found, and outlives it", async ({
  page,
  fleet: { api },
}) => {
  const kept = await createBrowser(api, { headless: true });
  const other = await createBrowser(api, { headless: true });
  await page.goto(`/browsers/${kept.id}`);
  await pin(page, kept.id, "the slow checkout");
  await expect(page.getByRole("main")).toContainText("the slow checkout");
  expect(await faultsOf(page)).toEqual([]);
  await look(page, "session");

  await page.goto("/browsers");
  const list = page.getByRole("table", { name: "Browser sessions" });
  const first = list.getByRole("row").nth(1);
  await expect(first).toContainText("the slow checkout", slow);
  await expect(first).toContainText(kept.id);
  await expect(list).toContainText(other.id);
  await look(page, "sessions");
  await page.getByRole("searchbox", { name: "Search sessions" }).fill("SLOW check");
  await expect(list).not.toContainText(other.id, slow);
  await expect(list.getByRole("row")).toHaveCount(2);
  await expect(list).toContainText(kept.id);
  expect(new URL(page.url()).searchParams.get("query")).toBe("SLOW check");
  await page.getByRole("searchbox", { name: "Search sessions" }).fill("no such label");
  await expect(page.getByText("Nothing matches")).toBeVisible(slow);
  await page.getByRole("button", { name: "Clear filters" }).click();

  await deleteBrowser(api, kept.id);
  const beside = page.getByRole("table", { name: "Sessions remembered" });
  await expect(beside.getByRole("row").filter({ hasText: "the slow checkout" })).toContainText("gone", slow);
  expect(await faultsOf(page)).toEqual([]);
  await deleteBrowser(api, other.id);
});

test("pools and the extensions they load are pinned, found by label, and remembered when they are gone", async ({
  page,
  fleet: { api, service },
}) => {
  const stored = await page.request.post(`${service.url}/extensions`, {
    headers: { authorization: `Bearer ${service.token}` },
    multipart: {
      name: "e2e-blocker",
      file: { name: "e.zip", mimeType: "application/zip", buffer: marking("e2e") },
    },
  });
  expect(stored.status()).toBe(201);
  const poolOf = (name: string, more = {}) =>
    api.call(operations.createPool, {
      body: { size: 1, name, headless: true, fill_rate_per_minute: 0, ...more },
    });
  const nightly = await poolOf("pool-a", { extensions: [{ name: "e2e-blocker" }] });
  const other = await poolOf("pool-b");

  await page.goto(`/pools/${nightly.id}`);
  await pin(page, "pool-a", "nightly crawl");
  expect(await faultsOf(page)).toEqual([]);
  await page.goto("/pools");
  const card = page.getByRole("article", { name: "Pool pool-a" });
  await expect(card).toContainText("nightly crawl", slow);
  await expect(page.getByRole("article").first()).toContainText("pool-a");
  const extensions = page.getByRole("table", { name: "Extensions remembered" });
  const blocker = extensions.getByRole("row").filter({ hasText: "e2e-blocker" });
  await expect(blocker).toBeVisible(slow);
  await pin(page, "e2e-blocker", "ad blocker");
  await expect(extensions).toContainText("ad blocker");
  expect(await faultsOf(page)).toEqual([]);
  await look(page, "pools");

  await page.getByRole("searchbox", { name: "Search pools" }).fill("nightly");
  await expect(page.getByRole("article", { name: "Pool pool-b" })).toBeHidden(slow);
  await expect(card).toBeVisible(slow);
  await page.getByRole("searchbox", { name: "Search pools" }).fill("ad block");
  await expect(card).toBeHidden(slow);
  await expect(extensions).toContainText("ad blocker");
  await page.getByRole("button", { name: "Clear filters" }).click();

  await api.call(operations.deletePool, { params: { id_or_name: nightly.id }, body: { force: true } });
  const beside = page.getByRole("table", { name: "Pools remembered" });
  await expect(beside.getByRole("row").filter({ hasText: "nightly crawl" })).toContainText("gone", slow);
  await look(page, "pools-gone");
  await api.call(operations.deletePool, { params: { id_or_name: other.id }, body: { force: true } });
});

test("the list of profiles says who uses each, shows its label and finds it", async ({
  page,
  fleet: { api },
}) => {
  const used = await api.call(operations.createProfile, { body: { name: "used-one" } });
  await api.call(operations.createProfile, { body: { name: "idle-one" } });
  const pool = await api.call(operations.createPool, {
    body: {
      size: 1,
      name: "profiled",
      profile: { name: "used-one" },
      headless: true,
      fill_rate_per_minute: 0,
    },
  });
  const session = await createBrowser(api, { headless: true, profile: { id: used.id } });
  await page.goto("/profiles");
  const list = page.getByRole("table", { name: "Profiles", exact: true });
  const row = list.getByRole("row").filter({ hasText: "used-one" });
  await expect(row).toContainText("profiled · 1 live session", slow);
  await expect(list.getByRole("row").filter({ hasText: "idle-one" })).toContainText("nobody");
  await expect(page.getByText(/users counted/)).toBeVisible();

  await page.goto(`/profiles?find=${used.id}`);
  await pin(page, "used-one", "payroll sign-in");
  await page.getByRole("dialog", { name: "used-one" }).getByRole("button", { name: "Close" }).click();
  await expect(list.getByRole("row").nth(1)).toContainText("used-one · payroll sign-in");
  expect(await faultsOf(page)).toEqual([]);
  await look(page, "profiles");
  await page.getByRole("searchbox", { name: "Search profiles" }).fill("payroll");
  await expect(list).not.toContainText("idle-one", slow);
  await expect(row).toContainText("payroll sign-in", slow);

  // Nobody is on it any more.
  await page.goto("/profiles");
  await deleteBrowser(api, session.id);
  await expect(row).not.toContainText("live session", slow);
  await api.call(operations.deletePool, { params: { id_or_name: pool.id }, body: { force: true } });
});
