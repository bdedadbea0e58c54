import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";
import type { ApiClient } from "../support/api-client.ts";
import { extensionZip, marking } from "../support/extensions.ts";
import { zipOf } from "../support/zip.ts";
import { faultsOf } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { createBrowser, deleteBrowser } from "./making.ts";

let id: string;
test.beforeAll(async ({ fleet: { api } }) => {
  ({ id } = await createBrowser(api, { headless: true }));
});
test.afterAll(async ({ fleet: { api } }) => {
  await deleteBrowser(api, id);
});

const zip = (name: string, buffer: Buffer) => ({ name, mimeType: "application/zip", buffer });
const dropped = (page: Page, source: string) =>
  page.getByRole("list", { name: "Dropped extensions" }).locator("> li").filter({ hasText: source });

async function choose(page: Page, files: ReturnType<typeof zip>[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Choose zips…" }).click(),
  ]);
  await chooser.setFiles(files);
}

/** The marks that extensions leave in a page of the session. */
async function marksIn(api: ApiClient): Promise<unknown> {
  const code = `await page.goto(${JSON.stringify(api.url)} + "/"); return await page.evaluate(() => Object.keys(document.documentElement.dataset).sort());`;
  return (await api.call(operations.executePlaywright, { params: { id }, body: { code } })).result;
}

test("archives are checked in the page, and what is wrong is named at each of them (T33)", async ({
  page,
}) => {
  await page.goto(`/browsers/${id}?tab=extensions`);
  await expect(page.getByText("No extension lies in the folder")).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  const manifest = JSON.stringify({ manifest_version: 3, name: "In a folder", version: "2.0" });
  await choose(page, [
    zip("fine.zip", extensionZip("1", { name: "Fine", permissions: ["storage"] })),
    zip("slip.zip", extensionZip("1", {}, [{ name: "../../evil.js", content: "x" }])),
    zip("empty.zip", zipOf([{ name: "content.js", content: "1" }])),
    zip("deep.zip", zipOf([{ name: "deep/manifest.json", content: manifest }])),
    zip("text.zip", Buffer.from("hello")),
  ]);
  await expect(dropped(page, "fine.zip")).toContainText("checked");
  await expect(dropped(page, "fine.zip")).toContainText("<all_urls> every site");
  await expect(dropped(page, "fine.zip").getByLabel("Folder name")).toHaveValue("fine");
  await expect(dropped(page, "slip.zip")).toContainText("../../evil.js: its path leads out of the archive");
  await expect(dropped(page, "empty.zip")).toContainText("no manifest.json at the root");
  await expect(dropped(page, "text.zip")).toContainText("not a zip archive");
  const load = page.getByRole("button", { name: /^Load \d extension/ });
  await expect(load).toHaveAttribute("aria-disabled", "true");
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole("button", { name: "Pack again without the folder deep" }).click();
  await expect(dropped(page, "deep.zip")).toContainText("checked");
  for (const name of ["slip.zip", "empty.zip", "text.zip"]) {
    await page.getByRole("button", { name: `Remove ${name}` }).click();
  }
  await expect(load).not.toHaveAttribute("aria-disabled");
  const folderName = dropped(page, "deep.zip").getByLabel("Folder name");
  for (const [name, fault] of [
    ["fine", /Another extension/],
    ["a/b", /Not a folder name/],
    ["..", /must not be/],
  ] as const) {
    await folderName.fill(name);
    await expect(dropped(page, "deep.zip").getByRole("alert")).toHaveText(fault);
    await expect(load).toHaveAttribute("aria-disabled", "true");
  }
  await choose(page, [zip("fine.zip", extensionZip("1", { name: "Fine", permissions: ["storage"] }))]);
  await expect(page.getByText("Already in the list")).toBeVisible();
});

test("extensions are loaded after saying that Chromium restarts, and act in the session that came back", async ({
  page,
  fleet: { api },
}) => {
  // The upload is under way until it was seen to be, in the tab and back in it.
  const uploading = Promise.withResolvers<void>();
  await page.route("**/api/browsers/*/extensions", async (route) => {
    if (route.request().method() === "POST") await uploading.promise;
    await route.fallback();
  });
  await page.goto(`/browsers/${id}?tab=extensions`);
  await choose(page, [
    zip("one.zip", marking("one", { name: "Marks one" })),
    zip("two.zip", marking("two", { name: "Marks two" })),
  ]);
  await page.getByRole("button", { name: "Load 2 extensions…" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toContainText("every connected client is cut off");
  await expect(dialog.getByRole("button", { name: "Cancel" })).toBeFocused();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Load and restart" }).click();
  await expect(page.getByRole("progressbar")).toBeVisible();
  // Another tab and back: the upload goes on, and what came of it is still told.
  await page.getByRole("tab", { name: "Details" }).click();
  await page.getByRole("tab", { name: "Extensions" }).click();
  await expect(page.getByRole("progressbar")).toBeVisible();
  uploading.resolve();
  const loaded = page.getByRole("status", { name: "Extensions loaded" });
  await expect(loaded).toContainText("The session answers again", { timeout: 120_000 });
  await expect(loaded.getByRole("listitem")).toHaveText(["marks-one", "marks-two"]);
  await expect(
    page.getByRole("list", { name: "Extensions in the instance" }).getByRole("listitem"),
  ).toHaveText(["marks-one", "marks-two"]);
  await expect(dropped(page, "one.zip")).toHaveCount(0);
  expect(await faultsOf(page)).toEqual([]);
  expect(await marksIn(api)).toEqual(["one", "two"]);

  await choose(page, [zip("one.zip", marking("again", { name: "Marks one" }))]);
  await expect(dropped(page, "one.zip").getByRole("alert")).toHaveText(
    /has an extension of this name already/,
  );
});

test("what Chromium refuses leaves the session as it was, with code, message and request id", async ({
  page,
  fleet: { api },
}) => {
  const before = await marksIn(api);
  await page.goto(`/browsers/${id}?tab=extensions`);
  const refused = { name: "Refused", content_scripts: [{ matches: ["not a pattern"], js: ["content.js"] }] };
  await choose(page, [zip("refused.zip", extensionZip("1", refused))]);
  await page.getByRole("button", { name: "Load 1 extension…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Load and restart" }).click();
  const failure = page.getByRole("alert").filter({ hasText: "Not loaded" });
  await expect(failure).toContainText("400 bad_request", { timeout: 120_000 });
  await expect(failure).toContainText(/request [0-9a-f-]{36}/);
  await expect(page.getByText("The session is as it was.")).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  expect(await marksIn(api)).toEqual(before);
});

test("a dropped folder is packed and checked", async ({ page }) => {
  await page.goto(`/browsers/${id}?tab=extensions`);
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Choose a folder…" }).click(),
  ]);
  const parent = await mkdtemp(join(tmpdir(), "fd-test-"));
  const folder = join(parent, "my-extension");
  try {
    await mkdir(join(folder, "scripts"), { recursive: true });
    await writeFile(
      join(folder, "manifest.json"),
      JSON.stringify({ manifest_version: 3, name: "From a folder", version: "3.1" }),
    );
    await writeFile(join(folder, "scripts", "a.js"), "1");
    await chooser.setFiles(folder);
    await expect(dropped(page, "my-extension")).toContainText("checked");
  } finally {
    await rm(parent, { recursive: true });
  }
  await expect(dropped(page, "my-extension")).toContainText("2 entries");
  await expect(dropped(page, "my-extension").getByLabel("Folder name")).toHaveValue("from-a-folder");
});
