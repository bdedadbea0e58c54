// What the dashboard remembers of ids: labels that operators gave, and things that are gone.
import { openPalette } from "../support/dashboard/keyboard-navigation.ts";
import { clickWhenTakenOver } from "../support/dashboard/page-moments.ts";
import { expect, test } from "./fixtures.ts";

test("a session's label comes first in the list, is found there and in the palette, and outlasts the session", async ({
  page,
  upstream: { records },
  stack: { dashboard },
}) => {
  const sessionId = records.browser().session_id;
  const other = records.browser().session_id;
  const admin = await dashboard.admin();
  const pinned = await admin.send("PUT", `/api/inventory/session/${sessionId}/pin`, {
    label: "the slow checkout",
  });
  expect(pinned.status, pinned.text).toBe(200);
  await page.goto("/browsers");
  const list = page.getByRole("table", { name: "Browsers" });
  await expect(list).toContainText(other);
  await expect(list.getByRole("row").nth(1)).toContainText("the slow checkout");
  await page.getByRole("searchbox", { name: "Search browsers" }).fill("SLOW check");
  await expect(list.getByRole("row")).toHaveCount(2);
  await expect(list).toContainText(sessionId);
  await page.getByRole("searchbox", { name: "Search browsers" }).fill("no such label");
  await expect(page.getByText("Nothing matches")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();

  const session = records.browsers.get(sessionId);
  records.browsers.delete(sessionId);
  if (session !== undefined)
    records.deleted.set(sessionId, { ...session, deleted_at: new Date().toISOString() });
  const beside = page.getByRole("table", { name: "Other browsers" });
  await expect(beside.getByRole("row").filter({ hasText: "the slow checkout" })).toContainText("gone");

  await (await openPalette(page)).getByRole("combobox").fill("slow checkout");
  await expect(page.getByRole("option", { name: /Open browser the slow checkout .*ended/ })).toBeVisible();
});

test("the palette leads ids, names and addresses to the one resource that has them", async ({
  page,
  upstream: { records },
}) => {
  const sessionId = records.browser().session_id;
  const proxy = records.proxy({ name: records.id("berlin"), ip_address: "203.0.113.77" });
  await page.goto("/proxies");
  await expect(page.getByText(proxy.name ?? "")).toBeVisible();
  const open = async (text: string, option: RegExp) => {
    const palette = await openPalette(page);
    await palette.getByRole("combobox").fill(text);
    await expect(palette.getByRole("option", { name: option })).toBeVisible();
    // One is named, and nothing is guessed.
    await expect(palette.getByRole("option", { name: /^Open / })).toHaveCount(1);
    await page.keyboard.press("Enter");
  };
  await open("203.0.113.77", new RegExp(`^Open proxy ${proxy.name}`));
  await expect(page).toHaveURL(new RegExp(`/proxies\\?open=${proxy.id}`));
  // Not in any list that was read: the API knows it.
  await open(sessionId, new RegExp(`^Open browser ${sessionId} active`));
  await expect(page).toHaveURL(new RegExp(`/browsers/${sessionId}`));
  await open(proxy.name ?? "", new RegExp(`^Open proxy ${proxy.name}`));
  await expect(page).toHaveURL(/\/proxies/);
});

test("a deleted proxy stays in the inventory with its source; an unknown id can be pinned", async ({
  page,
  upstream: { records },
  stack: { dashboard },
}) => {
  const { id } = records.proxy({ name: "short-lived" });
  await page.goto("/proxies?open=not-listed-anywhere");
  await expect(page.getByText("short-lived")).toBeVisible();
  await clickWhenTakenOver(page.getByRole("button", { name: "Pin not-listed-anywhere" }));
  await page.getByRole("textbox", { name: "Label" }).fill("from the ticket");
  await page.keyboard.press("Enter");
  const beside = page.getByRole("region", { name: "Other proxies" });
  await expect(beside.getByRole("row").filter({ hasText: "from the ticket" })).toContainText("pinned");

  const admin = await dashboard.admin();
  await expect
    .poll(async () => (await admin.get(`/api/inventory?kind=proxy&query=${id}`)).text)
    .toContain("listProxies");
  records.proxies.delete(id);
  const gone = beside.getByRole("row").filter({ hasText: "short-lived" });
  await expect(gone).toContainText("gone");
  await expect(gone).toContainText("list of proxies");
  expect((await admin.get("/api/audit?limit=20")).text).toContain("pinInventory");
});

test("extensions of pools are in the inventory; a labelled pool is found, and marked gone after deletion", async ({
  page,
  upstream: { records },
  stack: { dashboard },
}) => {
  const { id } = records.pool({
    name: "labelled-pool",
    browser_pool_config: { size: 1, extensions: [{ name: "loaded-blocker" }] },
  });
  records.pool({ name: "other-pool" });
  const admin = await dashboard.admin();
  const pinned = await admin.send("PUT", `/api/inventory/pool/${id}/pin`, { label: "nightly crawl" });
  expect(pinned.status, pinned.text).toBe(200);
  await page.goto("/pools?query=nightly");
  const pools = page.getByRole("table", { name: "Pools", exact: true }).locator("tbody").getByRole("row");
  await expect(pools.filter({ hasText: "labelled-pool" })).toContainText("nightly crawl");
  await expect(pools).toHaveCount(1);
  await page.getByRole("searchbox", { name: "Search pools" }).fill("");
  await expect(pools.filter({ hasText: "other-pool" })).toBeVisible();
  const extensions = page.getByRole("table", { name: "Extensions" });
  await expect(extensions.getByRole("row").filter({ hasText: "loaded-blocker" })).toBeVisible();

  records.pools.delete(id);
  const beside = page.getByRole("table", { name: "Other pools" });
  await expect(beside.getByRole("row").filter({ hasText: "nightly crawl" })).toContainText("gone");
});
