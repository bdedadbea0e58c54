// The audit over a scripted upstream: what page, server and store do together.
import { readFile } from "node:fs/promises";
import { expect, test } from "./fixtures.ts";

test("T42 acts read as sentences with names, their outcome is filtered by, and leave as a file", async ({
  page,
  stack,
  upstream,
}) => {
  const admin = await stack.dashboard.admin();
  const proxy = upstream.records.proxy({ name: upstream.records.id("mobile-tokyo") });
  await admin.get("/api/proxies");
  const reason = encodeURIComponent(`=cmd() of ${proxy.name}`);
  await admin.send("POST", `/api/proxies/${proxy.id}/check`, {}, { "x-fleetdeck-reason": reason });
  await admin.send("DELETE", `/api/browsers/${upstream.records.id("gone")}`);

  await page.goto(`/audit?target=${proxy.name}`);
  const rows = page.getByRole("table", { name: "Acts" }).getByRole("row");
  const checked = rows.filter({ hasText: `admin checked proxy ${proxy.name}` });
  await expect(checked).toHaveCount(1);
  await expect(checked).toContainText("ok");
  await checked.click();
  const sheet = page.getByRole("dialog");
  await expect(sheet).toContainText(proxy.id);
  await expect(sheet.getByRole("region", { name: "Phases" }).getByRole("listitem")).toHaveCount(2);

  await page.getByRole("button", { name: "Export" }).click();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "CSV, for spreadsheets" }).click(),
  ]);
  const [, line = "", ...rest] = (await readFile(await file.path(), "utf8")).trimEnd().split("\r\n");
  expect(line).toContain(`admin checked proxy ${proxy.name},ok,200`);
  expect(line).toContain(`'=cmd() of ${proxy.name}`);
  expect(rest).toEqual([]);

  await page.goto("/audit?outcome=failed&action=deleteBrowser");
  await expect(rows.filter({ hasText: "admin tried to end browser" }).first()).toContainText("not found");
  await expect(rows.filter({ hasText: "checked proxy" })).toHaveCount(0);
});
