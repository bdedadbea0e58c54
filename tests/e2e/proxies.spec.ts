// Real checks through a real forward proxy.
import { operations } from "../../lib/contract/operations/operations.ts";
import { brieflyShown } from "../support/dashboard/page-moments.ts";
import { startToggleableProxy } from "../support/programs/toggleable-proxy.ts";
import { expect, test } from "./fixtures.ts";

test("a check proves a proxy available, with the address it answered from, and unavailable when it refuses", async ({
  page,
  fleet: { api },
}) => {
  const proxy = await startToggleableProxy(api, "e2e-gateway");
  await page.goto("/proxies?query=e2e-gateway");
  const row = page
    .getByRole("table", { name: "Proxies", exact: true })
    .getByRole("row")
    .filter({ hasText: "e2e-gateway" });
  await expect(row).toContainText("unchecked");
  await Promise.all([
    brieflyShown(page, "[data-sonner-toast]", "e2e-gateway is available"),
    page.getByRole("button", { name: "Check e2e-gateway" }).click(),
  ]);
  const checked = await api.call(operations.retrieveProxy, { params: { id: proxy.id } });
  expect(checked.status).toBe("available");
  expect(checked.ip_address).toMatch(/^[0-9a-f.:]+$/);
  await expect(row).toContainText(checked.ip_address ?? "an address");

  proxy.set("unavailable");
  await Promise.all([
    brieflyShown(page, "[data-sonner-toast]", "e2e-gateway is unavailable"),
    page.getByRole("button", { name: "Check e2e-gateway" }).click(),
  ]);
  await expect(row.getByText("unavailable", { exact: true })).toBeVisible();
  await expect(row).toContainText("50 % of 2");
  await proxy.close();
  await api.call(operations.deleteProxy, { params: { id: proxy.id } });
});
