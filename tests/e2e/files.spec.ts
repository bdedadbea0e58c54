// Files of a real instance: listed, read, downloaded and renamed.
import { readFile as readLocalFile } from "node:fs/promises";
import { operations } from "../../lib/contract/operations/operations.ts";
import { encodeQuery, fillPath } from "../../lib/contract/request.ts";
import type { ApiClient } from "../support/dashboard/api-client.ts";
import { createBrowser, deleteBrowser } from "./factories.ts";
import { expect, test } from "./fixtures.ts";

/** Writes a file of a session's instance. */
async function writeFile(api: ApiClient, id: string, path: string, content: string): Promise<void> {
  const { writeFile: write } = operations;
  const url = `${api.url}${fillPath(write.path, { id })}?${encodeQuery(write.query, { path })}`;
  const headers = { authorization: `Bearer ${api.token}`, "content-type": "application/octet-stream" };
  const response = await fetch(url, { method: "PUT", headers, body: content });
  if (!response.ok) throw new Error(`${path} was not written: ${response.status}`);
}

/** The text of a file of a session's instance. */
async function readFile(api: ApiClient, id: string, path: string): Promise<string> {
  return (await api.bytes(operations.readFile, { params: { id }, query: { path } })).toString();
}

test("a folder of an instance is listed, a file in it is read, downloaded under its name, and renamed", async ({
  page,
  fleet: { api },
}) => {
  const { id } = await createBrowser(api, { headless: true });
  await writeFile(api, id, "/tmp/desk/one.txt", "the first file\n");
  await writeFile(api, id, "/tmp/desk/inner/deep.txt", "deep\n");
  await page.goto(`/browsers/${id}?tab=files&dir=/tmp/desk`);
  const grid = page.getByRole("grid", { name: "Files in /tmp/desk" });
  const rows = grid.getByRole("row");
  await expect(rows).toHaveText([/^Name/, /^inner.*drwx/, /^one\.txt15 B.*-rw-/]);
  await rows.last().click();
  await page.getByRole("button", { name: "View", exact: true }).click();
  await expect(page.getByRole("dialog", { name: "one.txt" })).toContainText("the first file");
  await page.keyboard.press("Escape");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download", exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("one.txt");
  expect(await readLocalFile(await download.path(), "utf8")).toBe("the first file\n");

  await page.getByRole("button", { name: "Move or rename…" }).click();
  const dialog = page.getByRole("dialog", { name: "Move or rename" });
  await dialog.getByLabel("To").fill("/tmp/desk/inner/uno.txt");
  await dialog.getByRole("button", { name: "Move" }).click();
  await expect(dialog).toBeHidden();
  await expect(rows).toHaveCount(2);
  expect(await readFile(api, id, "/tmp/desk/inner/uno.txt")).toBe("the first file\n");
  await page.getByRole("button", { name: "Move back /tmp/desk/one.txt" }).click();
  await expect(rows.last()).toContainText("one.txt");
  expect(await readFile(api, id, "/tmp/desk/one.txt")).toBe("the first file\n");
  const acts = await page.request.get("/api/audit?action=moveFile");
  expect(await acts.text()).toContain("/tmp/desk/one.txt → /tmp/desk/inner/uno.txt");
  await deleteBrowser(api, id);
});
