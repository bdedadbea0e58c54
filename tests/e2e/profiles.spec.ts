// A state that a real session saved, downloaded from the page.
import { readFile } from "node:fs/promises";
import { chromium } from "@playwright/test";
import { operations } from "../../lib/contract/operations/operations.ts";
import { createBrowser, deleteBrowser } from "./factories.ts";
import { expect, test } from "./fixtures.ts";

const name = "e2e sign-in (ä)";

test("a profile saved by a real session is found by name, and its download is the API's own bytes", async ({
  page,
  fleet: { api, service },
}) => {
  const profile = await api.call(operations.createProfile, { body: { name } });
  const session = await createBrowser(api, { headless: true, profile: { name, save_changes: true } });
  const driven = await chromium.connectOverCDP(session.cdpUrl);
  await driven
    .contexts()[0]
    ?.addCookies([
      { name: "sid", value: "a-saved-sign-in", url: service.url, expires: Date.now() / 1000 + 3600 },
    ]);
  await driven.close();
  await deleteBrowser(api, session.id);
  const wanted = await api.bytes(operations.downloadProfile, { params: { id_or_name: profile.id } });
  expect(wanted.toString()).toContain("a-saved-sign-in");

  await page.goto(`/profiles?find=${encodeURIComponent(name)}`);
  const sheet = page.getByRole("dialog", { name });
  await expect(sheet).toContainText(profile.id);
  await sheet.getByRole("button", { name: `Download ${name}` }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("compared in an end-to-end test");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download" }).click(),
  ]);
  const saved = await readFile(await download.path());
  expect(saved.equals(wanted), "the bytes saved are the bytes the API gives").toBe(true);
  expect(download.suggestedFilename()).toBe("profile-e2e sign-in (ä).json");

  await expect(dialog).toBeHidden();
  await sheet.getByRole("button", { name: `Inspect ${name}` }).click();
  await dialog.getByRole("textbox", { name: "Reason" }).fill("counted in an end-to-end test");
  await dialog.getByRole("button", { name: "Inspect" }).click();
  const held = page.getByRole("dialog", { name: `Contents of profile ${name}` });
  const cells = held
    .getByRole("row")
    .filter({ hasText: new URL(service.url).hostname })
    .getByRole("cell");
  await expect(cells).toHaveText([/127/, "1", "0", "0", "0"]);
});
