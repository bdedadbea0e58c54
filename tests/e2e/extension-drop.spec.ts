// Extensions dragged from the desktop onto the workbench, as the browser itself hands them over: zips and folders at once.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";
import { marking } from "../support/extensions.ts";
import { faultsOf } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { createBrowser, deleteBrowser } from "./making.ts";

let id: string;
let desk: string;
const on = (name: string) => join(desk, name);
test.beforeAll(async ({ fleet: { api } }) => {
  ({ id } = await createBrowser(api, { headless: true }));
  desk = await mkdtemp(join(tmpdir(), "fd-test-"));
  await writeFile(on("zipped.zip"), marking("zipped", { name: "Zipped" }));
  await writeFile(on("notes.txt"), "no archive at all");
  await mkdir(join(on("unpacked"), "scripts", "deep"), { recursive: true });
  const manifest = {
    manifest_version: 3,
    name: "Unpacked",
    version: "2.0",
    content_scripts: [{ matches: ["<all_urls>"], js: ["scripts/deep/mark.js"], run_at: "document_end" }],
  };
  await writeFile(join(on("unpacked"), "manifest.json"), JSON.stringify(manifest));
  await writeFile(
    join(on("unpacked"), "scripts", "deep", "mark.js"),
    'document.documentElement.dataset.unpacked = "yes"',
  );
});
test.afterAll(async ({ fleet: { api } }) => {
  if (desk !== undefined) await rm(desk, { recursive: true });
  if (id !== undefined) await deleteBrowser(api, id);
});

/** Opens the tab and waits until it knows which extensions the session has: before, a drop is the browser's. */
async function openExtensions(page: Page): Promise<void> {
  await page.goto(`/browsers/${id}?tab=extensions`);
  const none = page.getByText("No extension lies in the folder");
  await expect(none.or(page.getByRole("list", { name: "Extensions in the instance" }))).toBeVisible();
}

const dropped = (page: Page) => page.getByRole("list", { name: "Dropped extensions" }).locator("> li");

/** Drags files of the disk to the middle of what is named, and lets go. */
async function drag(page: Page, files: readonly string[], onto: string): Promise<void> {
  const box = await page.getByText(onto).boundingBox();
  if (box === null) throw new Error(`"${onto}" is not on the screen`);
  const input = await page.context().newCDPSession(page);
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: [...files], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"] as const)
    await input.send("Input.dispatchDragEvent", { type, ...at, data });
  await input.detach();
}

test("zips and folders dropped together are checked one by one, loaded together, and act", async ({
  page,
  fleet: { api },
}) => {
  await openExtensions(page);
  const zone = "Drop zip archives or folders of unpacked extensions here";
  await drag(page, [on("zipped.zip"), on("unpacked"), on("notes.txt")], zone);
  await expect(dropped(page)).toHaveCount(3);
  await expect(dropped(page).filter({ hasText: "zipped.zip" })).toContainText("checked");
  const folder = dropped(page).filter({ hasText: "Unpacked 2.0" });
  await expect(folder).toContainText("checked");
  await expect(folder.getByLabel("Folder name")).toHaveValue("unpacked");
  await expect(dropped(page).filter({ hasText: "notes.txt" })).toContainText("not a zip archive");
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole("button", { name: "Remove notes.txt" }).click();
  await page.getByRole("button", { name: "Load 2 extensions…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Load and restart" }).click();
  const loaded = page.getByRole("status", { name: "Extensions loaded" });
  await expect(loaded).toContainText("The session answers again", { timeout: 120_000 });
  await expect(loaded.getByRole("listitem")).toHaveText(["zipped", "unpacked"]);
  const code = `await page.goto(${JSON.stringify(api.url)} + "/"); return await page.evaluate(() => Object.keys(document.documentElement.dataset).sort());`;
  const { result } = await api.call(operations.executePlaywright, { params: { id }, body: { code } });
  expect(result).toEqual(["unpacked", "zipped"]);
});

test("a drop beside the zone neither loads anything nor leaves the page", async ({ page }) => {
  await openExtensions(page);
  await expect(page.getByText("Drop zip archives or folders")).toBeVisible();
  await page.evaluate(() => Object.assign(window, { samePage: true }));
  await drag(page, [on("notes.txt")], "1 log pane");
  await expect(dropped(page)).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(window, "samePage"))).toBe(true);
  await drag(page, [on("zipped.zip")], "Drop zip archives or folders");
  await expect(dropped(page)).toHaveCount(1);
  expect(page.context().pages()).toHaveLength(1);
});
