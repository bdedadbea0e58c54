import type { Page } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";
import { expect, test } from "./fixtures.ts";

test.use({ fleetName: "proxies" });

const row = (page: Page, name: string) =>
  page.getByRole("table", { name: "Proxies" }).getByRole("row").filter({ hasText: name });

test("a check proves the healthy proxy available and shows the address it answered from", async ({
  page,
  fleet,
}) => {
  await page.goto("/proxies");
  const healthy = row(page, "datacenter-frankfurt");
  await expect(healthy).toContainText("never checked");
  await expect(healthy).toContainText("never");
  await page.getByRole("button", { name: "Check datacenter-frankfurt" }).click();
  await expect(page.getByText("datacenter-frankfurt is available")).toBeVisible();
  await expect(healthy).toContainText("available");
  await expect(healthy).not.toContainText("never");

  const proxies = await fleet.api.call(operations.listProxies, {});
  const proxy = proxies.find(({ name }) => name === "datacenter-frankfurt");
  expect(proxy?.status).toBe("available");
  expect(proxy?.ip_address).toMatch(/^[0-9a-f.:]+$/);
  await expect(healthy).toContainText(proxy?.ip_address ?? "an address");
});

test("a check proves the refusing proxy unavailable; a slow one shows that it is checked", async ({
  page,
  fleet: { api },
}) => {
  const [slow] = await api.call(operations.listProxies, { query: { query: "tokyo" } });
  // As slow as it takes to be seen.
  const seen = Promise.withResolvers<void>();
  await page.route(`**/api/proxies/${slow?.id}/check`, async (route) => {
    await seen.promise;
    await route.fallback();
  });
  await page.goto("/proxies");
  await page.getByRole("button", { name: "Check mobile-tokyo" }).click();
  await expect(page.getByRole("button", { name: "Checking mobile-tokyo" })).toBeVisible();
  await expect(row(page, "mobile-tokyo")).toContainText("checking");
  seen.resolve();
  await page.getByRole("button", { name: "Check residential-chicago" }).click();
  await expect(page.getByText("residential-chicago is unavailable")).toBeVisible();
  await expect(row(page, "residential-chicago")).toContainText("unavailable");
  await expect(row(page, "mobile-tokyo").getByText("available", { exact: true })).toBeVisible({
    timeout: 60_000,
  });
});

test("a check that cannot be made is no verdict: the row keeps what it had and says what failed", async ({
  page,
  fleet,
}) => {
  await page.goto("/proxies");
  const button = page.getByRole("button", { name: "Check office-gateway" });
  await expect(button).toBeVisible();
  fleet.relay.set({ kind: "refuse" });
  await button.click();
  await expect(page.getByRole("button", { name: /^Check failed/ })).toBeVisible();
  await expect(row(page, "office-gateway")).toContainText("never checked");
  fleet.relay.set({ kind: "pass" });
  await expect(async () => {
    // The dashboard may spare an API that failed for some seconds more; until then it refuses by itself.
    if (await button.isVisible()) await button.click();
    await expect(row(page, "office-gateway").getByText("available", { exact: true })).toBeVisible({
      timeout: 3_000,
    });
  }).toPass({ timeout: 90_000 });
  await expect(page.getByRole("button", { name: /^Check failed/ })).toBeHidden();
});

test("a row's sheet is in the address; the search narrows the list", async ({ page }) => {
  await page.goto("/proxies");
  await row(page, "residential-chicago").getByText("residential-chicago").click();
  const sheet = page.getByRole("dialog", { name: "residential-chicago" });
  await expect(sheet.getByRole("region", { name: "Configuration" })).toContainText("chicago");
  await expect(page).toHaveURL(/open=/);
  await page.reload();
  await expect(sheet).toBeVisible();
  // In a box with text Escape is the box's own.
  const search = page.getByRole("searchbox", { name: "Search proxies" });
  await search.fill("tok");
  await search.press("Escape");
  await expect(search).toHaveValue("");
  await expect(sheet).toBeVisible();
  await expect(page).not.toHaveURL(/query=/);
  await expect(row(page, "residential-chicago")).toBeVisible();
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(sheet).toBeHidden();
  await expect(row(page, "residential-chicago")).toBeFocused();

  await page.getByRole("searchbox", { name: "Search proxies" }).fill("tokyo");
  await expect(row(page, "datacenter-frankfurt")).toBeHidden();
  await expect(row(page, "mobile-tokyo")).toBeVisible();
  await expect(page).toHaveURL(/query=tokyo/);
  await page.reload();
  await expect(page.getByRole("searchbox", { name: "Search proxies" })).toHaveValue("tokyo");
  await expect(row(page, "mobile-tokyo")).toBeVisible();
  await expect(row(page, "datacenter-frankfurt")).toBeHidden();
});

test("what is selected stays so on other pages", async ({ page }) => {
  await page.goto("/proxies?limit=2");
  const rows = page.getByRole("table", { name: "Proxies" }).getByRole("row");
  const selected = (count: number) => page.getByRole("button", { name: `Check ${count} selected` });
  await rows.nth(1).getByRole("checkbox").click();
  await expect(selected(1)).toBeVisible();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(rows.nth(1).getByRole("checkbox")).not.toBeChecked();
  await expect(selected(1)).toBeVisible();
  await rows.nth(1).getByRole("checkbox").click();
  await expect(selected(2)).toBeVisible();
  await page.getByRole("button", { name: "Previous page" }).click();
  await expect(rows.nth(1).getByRole("checkbox")).toBeChecked();
  await rows.nth(1).getByRole("checkbox").click();
  await expect(selected(1)).toBeVisible();
});

test("while a search is awaited, the rows of before are not taken for its answer", async ({ page }) => {
  await page.goto("/proxies");
  await expect(page.getByRole("button", { name: /^Check all \d+$/ })).toBeVisible();
  const asked = Promise.withResolvers<void>();
  await page.route(
    ({ pathname, searchParams }) => pathname === "/api/proxies" && searchParams.get("query") === "tokyo",
    async (route) => {
      await asked.promise;
      await route.continue();
    },
  );
  await page.getByRole("searchbox", { name: "Search proxies" }).pressSequentially("tokyo", { delay: 400 });
  await expect(page).toHaveURL(/query=tokyo/);
  await expect(page.getByRole("searchbox", { name: "Search proxies" })).toHaveValue("tokyo");
  await expect(page.getByRole("button", { name: "Check all, at most 200" })).toBeVisible();
  asked.resolve();
  await expect(page.getByRole("button", { name: "Check all 1" })).toBeVisible();
  await expect(row(page, "datacenter-frankfurt")).toBeHidden();
});
