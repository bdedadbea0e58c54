// Extensions dragged from the desktop onto the page, as the browser itself hands them over, and acting afterwards.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { operations } from "../../lib/contract/operations/operations.ts";
import { markingExtension } from "../support/service/extension-archives.ts";
import { createBrowser, deleteBrowser } from "./factories.ts";
import { expect, test } from "./fixtures.ts";

/** A folder with an archive, an unpacked extension and a note. */
async function createDropFolder() {
  const desk = await mkdtemp(join(tmpdir(), "fd-test-"));
  const on = (name: string) => join(desk, name);
  await writeFile(on("zipped.zip"), markingExtension("zipped", { name: "Zipped" }));
  await writeFile(on("notes.txt"), "no archive at all");
  await mkdir(join(on("unpacked"), "scripts", "deep"), { recursive: true });
  const manifest = {
    manifest_version: 3,
    name: "Unpacked",
    version: "2.0",
    content_scripts: [{ matches: ["<all_urls>"], js: ["scripts/deep/mark.js"], run_at: "document_end" }],
  };
  await writeFile(join(on("unpacked"), "manifest.json"), JSON.stringify(manifest));
  const script = 'document.documentElement.dataset.unpacked = "yes"';
  await writeFile(join(on("unpacked"), "scripts", "deep", "mark.js"), script);
  return {
    files: ["zipped.zip", "unpacked", "notes.txt"].map(on),
    clear: () => rm(desk, { recursive: true }),
  };
}

test("zips and folders dropped together are checked one by one, loaded together, and act in the session", async ({
  page,
  fleet: { api },
}) => {
  const { id } = await createBrowser(api, { headless: true });
  await page.goto(`/browsers/${id}?tab=extensions&panes=-`);
  // Before it knows which extensions the session has, a drop is the browser's.
  await expect(page.getByText("No extensions are loaded")).toBeVisible();
  const { files, clear } = await createDropFolder();
  const input = await page.context().newCDPSession(page);
  const drop = async () => {
    const box = await page.getByText("Drop zip archives").boundingBox();
    if (box === null) throw new Error("the drop zone is not on the screen");
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const data = { items: [], files, dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"] as const)
      await input.send("Input.dispatchDragEvent", { type, ...at, data });
  };
  const dropped = page.getByRole("list", { name: "Dropped extensions" }).locator("> li");
  await expect(async () => {
    // The zone may move while the page loads; a drop beside it is refused.
    if ((await dropped.count()) === 0) await drop();
    await expect(dropped).toHaveCount(3, { timeout: 5_000 });
  }).toPass({ timeout: 30_000 });
  await expect(dropped.filter({ hasText: "zipped.zip" })).toContainText("checked");
  await expect(dropped.filter({ hasText: "Unpacked 2.0" })).toContainText("checked");
  await expect(dropped.filter({ hasText: "notes.txt" })).toContainText("not a zip archive");

  await page.getByRole("button", { name: "Remove notes.txt" }).click();
  await page.getByRole("button", { name: "Load 2 extensions…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Load and restart" }).click();
  const loaded = page.getByRole("status", { name: "Extensions loaded" });
  await expect(loaded).toContainText("The browser is running again", { timeout: 60_000 });
  const placed = page.getByRole("list", { name: "Extensions in the browser" }).getByRole("listitem");
  await expect(placed).toHaveText(["unpacked", "zipped"]);
  const code = `await page.goto(${JSON.stringify(api.url)} + "/"); return await page.evaluate(() => Object.keys(document.documentElement.dataset).sort());`;
  const { result } = await api.call(operations.executePlaywright, { params: { id }, body: { code } });
  expect(result).toEqual(["unpacked", "zipped"]);
  await deleteBrowser(api, id);
  await clear();
});
