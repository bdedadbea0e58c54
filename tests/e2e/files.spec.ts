import type { Page } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";
import { faultsOf } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { readFile, writeFile } from "./instance-files.ts";
import { createBrowser, deleteBrowser } from "./making.ts";

let id: string;
test.beforeAll(async ({ fleet: { api } }) => {
  ({ id } = await createBrowser(api, { headless: true }));
  await writeFile(api, id, "/tmp/desk/one.txt", "the first file\n");
  await writeFile(api, id, "/tmp/desk/two.txt", "the second file\n");
  await writeFile(api, id, "/tmp/desk/inner/deep.txt", "deep\n");
  await writeFile(api, id, "/tmp/desk/binary.dat", "a\0b");
});
test.afterAll(async ({ fleet: { api } }) => {
  await deleteBrowser(api, id);
});

async function openFolder(page: Page, dir: string): Promise<void> {
  await page.goto(`/browsers/${id}?tab=files&dir=${encodeURIComponent(dir)}`);
  await expect(grid(page, dir)).toHaveAttribute("aria-busy", "false");
}
const grid = (page: Page, dir: string) => page.getByRole("grid", { name: `Files in ${dir}`, exact: true });
const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test("folders are walked by keyboard, a text is read, a file is downloaded under its name", async ({
  page,
}) => {
  await openFolder(page, "/tmp");
  await grid(page, "/tmp").focus();
  const desk = row(page, "desk");
  for (let presses = 0; presses < 20; presses += 1) {
    if ((await desk.getAttribute("aria-selected")) === "true") break;
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/dir=%2Ftmp%2Fdesk$/);
  const list = grid(page, "/tmp/desk");
  await expect(list).toHaveAttribute("aria-busy", "false");
  await expect(list).toBeFocused();
  await expect(list.getByRole("row")).toHaveText([
    /^Name/,
    /^inner/,
    /^binary\.dat/,
    /^one\.txt15 B/,
    /^two\.txt/,
  ]);
  await page.keyboard.press("Backspace");
  await expect(desk).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(list).toHaveAttribute("aria-busy", "false");
  await page.getByRole("navigation", { name: "Folder" }).getByRole("button", { name: "tmp" }).press("Enter");
  await expect(desk).toHaveAttribute("aria-selected", "true");
  await expect(grid(page, "/tmp")).toBeFocused();
  await page.keyboard.press("Enter");

  await row(page, "one.txt").click();
  await page.getByRole("button", { name: "View", exact: true }).click();
  const text = page.getByRole("dialog", { name: "one.txt" });
  await expect(text).toContainText("the first file");
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await row(page, "binary.dat").click();
  await page.getByRole("button", { name: "View", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "binary.dat" }).getByRole("alert")).toContainText("not text");
  await page.keyboard.press("Escape");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download", exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("binary.dat");
  expect(await faultsOf(page)).toEqual([]);
});

test("a rename is reversed with one click, but not over something new (T38)", async ({
  page,
  fleet: { api },
}) => {
  await openFolder(page, "/tmp/desk");
  await row(page, "one.txt").click();
  await page.getByRole("button", { name: "Move or rename…" }).click();
  const dialog = page.getByRole("dialog", { name: "Move or rename" });
  const to = dialog.getByLabel("To");
  await expect(to).toBeFocused();
  for (const [wrong, fault] of [
    ["/tmp/desk/../x", /must not contain \.\./],
    ["/tmp//x", /must not contain \/\//],
    ["x", /absolute path/],
    ["/tmp/desk/", /End with a name/],
  ] as const) {
    await to.fill(wrong);
    await to.press("Enter");
    await expect(dialog.getByRole("alert")).toHaveText(fault);
  }
  expect(await faultsOf(page)).toEqual([]);
  await to.fill("/tmp/desk/inner");
  await to.press("Enter");
  await dialog.getByRole("button", { name: "Put it into the folder" }).click();
  await expect(to).toHaveValue("/tmp/desk/inner/one.txt");
  await to.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(row(page, "one.txt")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Nothing chosen" })).toBeVisible();
  expect(await readFile(api, id, "/tmp/desk/inner/one.txt")).toBe("the first file\n");

  const move = page.getByRole("region", { name: "Newest move" });
  const reverse = page.getByRole("button", { name: "Reverse the move of /tmp/desk/one.txt" });
  await writeFile(api, id, "/tmp/desk/one.txt", "new");
  await reverse.click();
  await expect(move.getByRole("alert")).toContainText("at its old place again");
  expect(await readFile(api, id, "/tmp/desk/one.txt")).toBe("new");
  await api.call(operations.deleteFile, { params: { id }, body: { path: "/tmp/desk/one.txt" } });
  // A look at a place may be a second old.
  await expect(async () => {
    if (await reverse.isVisible()) await reverse.click();
    await expect(move).toContainText("reversed", { timeout: 2_000 });
  }).toPass();
  expect(await readFile(api, id, "/tmp/desk/one.txt")).toBe("the first file\n");
  await expect(row(page, "one.txt")).toBeVisible();

  await page.goto("/audit?action=moveFile");
  const audited = page.getByRole("row").filter({ hasText: "/tmp/desk/one.txt → /tmp/desk/inner/one.txt" });
  await expect(audited.first()).toBeVisible();
});

test("what is chosen stays so under a new name, and nothing takes its place when it is gone", async ({
  page,
  fleet: { api },
}) => {
  await writeFile(api, id, "/tmp/chosen/after.txt", "after");
  await writeFile(api, id, "/tmp/chosen/before.txt", "before");
  await openFolder(page, "/tmp/chosen");
  await row(page, "before.txt").click();
  await grid(page, "/tmp/chosen").focus();
  await page.keyboard.press("F2");
  const dialog = page.getByRole("dialog", { name: "Move or rename" });
  await dialog.getByLabel("To").fill("/tmp/chosen/aardvark.txt");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("region", { name: "Chosen: aardvark.txt" })).toBeVisible();
  await expect(row(page, "aardvark.txt")).toHaveAttribute("aria-selected", "true");

  await api.call(operations.deleteFile, { params: { id }, body: { path: "/tmp/chosen/aardvark.txt" } });
  // A look at a folder may be a second old.
  await expect(async () => {
    await page.getByRole("button", { name: "Read again" }).click();
    await expect(row(page, "aardvark.txt")).toHaveCount(0, { timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByRole("region", { name: "Nothing chosen" })).toBeVisible();
  await expect(row(page, "after.txt")).toHaveAttribute("aria-selected", "false");
  await expect(page.getByRole("button", { name: "Download", exact: true })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await grid(page, "/tmp/chosen").focus();
  await page.keyboard.press("F2");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("region", { name: "Chosen: after.txt" })).toBeVisible();
  await expect(dialog).toHaveCount(0);
});

test("what would be replaced is named first, and Cancel has the focus", async ({ page, fleet: { api } }) => {
  await writeFile(api, id, "/tmp/desk/taken.txt", "to be lost");
  await writeFile(api, id, "/tmp/desk/mover.txt", "mover");
  await openFolder(page, "/tmp/desk");
  await page.getByRole("button", { name: "Move by path…" }).click();
  const dialog = page.getByRole("dialog", { name: "Move or rename" });
  await dialog.getByLabel("From").fill("/tmp/desk/mover.txt");
  await dialog.getByLabel("To").fill("/tmp/desk/taken.txt");
  await dialog.getByRole("button", { name: "Move" }).click();
  const confirm = page.getByRole("alertdialog", { name: "Replace taken.txt?" });
  await expect(confirm).toContainText("10 B");
  await expect(confirm.getByRole("button", { name: "Cancel" })).toBeFocused();
  expect(await faultsOf(page)).toEqual([]);
  await confirm.getByRole("button", { name: "Cancel" }).click();
  expect(await readFile(api, id, "/tmp/desk/taken.txt")).toBe("to be lost");
  await dialog.getByRole("button", { name: "Move" }).click();
  await confirm.getByRole("button", { name: "Replace" }).click();
  await expect(page.getByText("It replaced a file, which cannot be brought back.")).toBeVisible();
  expect(await readFile(api, id, "/tmp/desk/taken.txt")).toBe("mover");
});

test("a folder that is not there says so, and an ended session has no files", async ({
  page,
  fleet: { api },
}) => {
  await page.goto(`/browsers/${id}?tab=files&dir=%2Fno%2Fsuch`);
  await expect(page.getByRole("alert").filter({ hasText: "This folder could not be read" })).toBeVisible();
  await page.getByRole("button", { name: "The root folder" }).click();
  await expect(grid(page, "/")).toHaveAttribute("aria-busy", "false");
  const other = await createBrowser(api, { headless: true });
  await deleteBrowser(api, other.id);
  await page.goto(`/browsers/${other.id}?tab=files`);
  await expect(page.getByText("Its files went with it.")).toBeVisible();
});

test("four hundred files are walked, few of them in the page; at 390 pixels nothing sticks out", async ({
  page,
  fleet: { api },
}) => {
  const names = Array.from({ length: 400 }, (_, at) => `/tmp/many/f${String(at).padStart(3, "0")}`);
  for (let at = 0; at < names.length; at += 50) {
    await Promise.all(names.slice(at, at + 50).map((name) => writeFile(api, id, name, "x")));
  }
  await openFolder(page, "/tmp/many");
  expect(await page.getByRole("row").count()).toBeLessThan(60);
  await grid(page, "/tmp/many").focus();
  await page.keyboard.press("End");
  await expect(row(page, "f399")).toHaveAttribute("aria-selected", "true");
  await expect(row(page, "f399")).toBeInViewport();
  await page.setViewportSize({ width: 390, height: 800 });
  const sticksOut = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await sticksOut()).toBe(0);
});
