// What the dashboard's server adds to profiles: who uses each, and a saved state whose download is audited first.
import { readFile } from "node:fs/promises";
import { clickWhenTakenOver } from "../support/dashboard/page-moments.ts";
import { expect, test } from "./fixtures.ts";

test("a profile shows its dependents, and its download equals the API's bytes, with an audited reason", async ({
  page,
  upstream,
  stack: { dashboard },
}) => {
  const { records } = upstream;
  const name = "payroll sign-in (ä)";
  const profile = records.profile({ name });
  const bytes = new TextEncoder().encode(
    '{"cookies":[{"name":"sid","value":"a-s3cret","domain":"shop.test"}]}',
  );
  records.profileBytes.set(profile.id, bytes);
  records.profile({ name: "idle-one" });
  records.pool({ name: "profiled", browser_pool_config: { size: 1, profile: { name } } });
  const session = records.browser({ profile: { id: profile.id } });

  await page.goto("/profiles");
  const rows = page.getByRole("table", { name: "Profiles", exact: true }).getByRole("row");
  await expect(rows.filter({ hasText: name })).toContainText("profiled · 1 active browser");
  await expect(rows.filter({ hasText: "idle-one" })).toContainText("–");
  records.browsers.delete(session.session_id);
  await expect(rows.filter({ hasText: name })).not.toContainText("active browser");

  await rows.filter({ hasText: name }).click();
  const sheet = page.getByRole("dialog", { name });
  await expect(sheet).toContainText(profile.id);
  await expect(sheet.getByRole("region", { name: "Used by" })).toContainText("1 pool, 0 active browsers");
  await sheet.getByRole("button", { name: `Download ${name}` }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("compared in a test");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("profile-payroll sign-in (ä).json");
  expect(await readFile(await download.path())).toEqual(Buffer.from(bytes));

  await expect(dialog).toBeHidden();
  await sheet.getByRole("button", { name: `Inspect ${name}` }).click();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("counted in a test");
  await dialog.getByRole("button", { name: "Inspect" }).click();
  const held = page.getByRole("dialog", { name: `Contents of profile ${name}` });
  await expect(held).toContainText("1 cookie of 1 domain");
  expect(await page.content()).not.toContain("s3cret");
  const acts = (await (await dashboard.admin()).get("/api/audit?limit=100")).text;
  expect(acts).toContain("compared in a test");
  expect(acts).toContain("Inspect: counted in a test");
});

test("a profile is made, renamed and deleted", async ({ page, upstream }) => {
  await page.goto("/profiles");
  await clickWhenTakenOver(page.getByRole("button", { name: "Create profile…" }).first());
  const form = page.getByRole("dialog", { name: "Create profile" });
  await form.getByLabel("Name").fill("shop");
  await form.getByRole("button", { name: "Create profile" }).click();
  await page.getByRole("button", { name: "Actions for shop" }).click();
  await page.getByRole("menuitem", { name: "Rename…" }).click();
  const rename = page.getByRole("dialog", { name: "Rename profile shop" });
  await rename.getByLabel("Name").fill("store");
  await rename.getByRole("button", { name: "Rename profile" }).click();
  await page.getByRole("button", { name: "Actions for store" }).click();
  expect([...upstream.records.profiles.values()].map(({ name }) => name)).toEqual(["store"]);
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  const asking = page.getByRole("alertdialog");
  await asking.getByRole("textbox", { name: "Reason" }).fill("made by mistake");
  await asking.getByLabel("Type store to confirm").fill("store");
  await asking.getByRole("button", { name: "Delete profile" }).click();
  await expect(page.getByText("No profiles yet")).toBeVisible();
  expect(upstream.records.profiles.size).toBe(0);
});
