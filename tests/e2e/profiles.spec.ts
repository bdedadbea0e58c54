import { readFile } from "node:fs/promises";
import { chromium } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";
import { expect, test } from "./fixtures.ts";
import { createBrowser, deleteBrowser } from "./making.ts";

const name = "e2e sign-in (ä)";

test("a profile saved by a real session is found by name, and its download is the API's own bytes", async ({
  page,
  fleet: { api, service },
}) => {
  await test.step("save one", async () => {
    await api.call(operations.createProfile, { body: { name } });
    const session = await createBrowser(api, { headless: true, profile: { name, save_changes: true } });
    const driven = await chromium.connectOverCDP(session.cdpUrl);
    const [context] = driven.contexts();
    await context?.addCookies([
      { name: "sid", value: "a-saved-sign-in", url: service.url, expires: Date.now() / 1000 + 3600 },
    ]);
    await driven.close();
    await deleteBrowser(api, session.id);
  });
  const profile = await api.call(operations.retrieveProfile, { params: { id_or_name: name } });
  const wanted = await api.bytes(operations.downloadProfile, { params: { id_or_name: profile.id } });
  expect(wanted.toString()).toContain("a-saved-sign-in");

  await page.goto("/profiles");
  await page.getByRole("textbox", { name: "Profile id or name" }).fill(name);
  await page.getByRole("button", { name: "Look up" }).click();
  const sheet = page.getByRole("dialog", { name });
  await expect(sheet).toContainText(profile.id);
  expect(new URL(page.url()).searchParams.get("find")).toBe(name);
  await page.reload();
  await expect(sheet).toContainText(profile.id);

  await sheet.getByRole("button", { name: `Download ${name}` }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("cookies, which are live sign-ins");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("compared in an end-to-end test");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download" }).click(),
  ]);
  const saved = await readFile(await download.path());
  expect(saved.equals(wanted), "the bytes saved are the bytes the API gives").toBe(true);
  expect(download.suggestedFilename()).toMatch(/\.json$/);
  await expect(dialog).toBeHidden();
});

test("a name the API does not know is not found, exactly", async ({ page }) => {
  await page.goto("/profiles?find=no%20such%20profile");
  await expect(page.getByText("Not found")).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await page.getByRole("textbox", { name: "Profile id or name" }).fill("a/b");
  await page.getByRole("button", { name: "Look up" }).click();
  await expect(page.getByText(/must not contain/)).toBeVisible();
});
