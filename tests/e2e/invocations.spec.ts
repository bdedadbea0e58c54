// Runs of a real sample application: invoked, followed to the end, cancelled.
import { operations } from "../../lib/contract/operations.ts";
import { expect, test } from "./fixtures.ts";
import { invocationOf, invoke } from "./making.ts";

const crawl = ["catalogue", "v1", "crawl"] as const;

test("a run is invoked from the form, seen to run with its browser and to finish, without a reload", async ({
  page,
  fleet: { api },
}) => {
  await page.goto("/invocations/new?app_name=catalogue&version=v1&action_name=crawl");
  const editor = page.getByRole("textbox", { name: /^Payload/ });
  await expect(editor).toHaveAttribute("contenteditable", "true");
  await editor.click();
  await page.keyboard.insertText('{"maxPages": 5, "pauseMs": 1000}');
  await page.getByRole("button", { name: "Invoke", exact: true }).click();
  await expect(page).toHaveURL(/\/invocations\/[a-z0-9]{20,}$/);
  const id = page.url().split("/").at(-1) ?? "";
  await page.evaluate(() => Object.assign(window, { stillTheSamePage: true }));
  const main = page.getByRole("main");
  await expect(page.getByRole("heading", { level: 1, name: /crawl/ })).toBeVisible();

  const session = main.getByRole("link", { name: /^[a-z][a-z0-9]{23}$/ });
  await expect(session).toHaveCount(1);
  await expect(main.getByText("running", { exact: true }).first()).toBeVisible();
  const { browsers } = await api.call(operations.listInvocationBrowsers, { params: { id } });
  expect(browsers).toHaveLength(1);
  await expect(session).toHaveAttribute("href", `/browsers/${browsers[0]?.session_id}`);

  await expect(main.getByText("succeeded", { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  await expect(main.getByRole("region", { name: "Output" })).toContainText("pages");
  await expect(main.getByText(/No session is active/)).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, "stillTheSamePage"))).toBe(true);
  const { output } = await invocationOf(api, id);
  expect(JSON.parse(output ?? "")).toMatchObject({ pages: 5 });
});

test("a run that is cancelled ends as failed, and its browser with it", async ({ page, fleet: { api } }) => {
  const id = await invoke(api, crawl, { maxPages: 200, pauseMs: 1000 });
  await page.goto(`/invocations/${id}`);
  await expect(page.getByRole("link", { name: /^[a-z][a-z0-9]{23}$/ })).toHaveCount(1);
  await page.getByRole("button", { name: /^Cancel run/ }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Cancel run" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("main").getByText("failed", { exact: true }).first()).toBeVisible();
  expect((await invocationOf(api, id)).status).toBe("failed");
  const sessions = async () =>
    (await api.call(operations.listInvocationBrowsers, { params: { id } })).browsers;
  await expect.poll(sessions).toEqual([]);
});
