// Invocations of a real sample application: invoked, followed to the end, cancelled.
import { operations } from "../../lib/contract/operations/operations.ts";
import { invocationOf, invoke } from "./factories.ts";
import { expect, test } from "./fixtures.ts";

const crawl = ["catalogue", "v1", "crawl"] as const;

test("an invocation is started from the form and followed with its browser to its end, without a reload", async ({
  page,
  fleet: { api },
}) => {
  await page.goto("/invocations/new?app_name=catalogue&version=v1&action_name=crawl");
  const editor = page.getByRole("textbox", { name: /^Payload/ });
  await expect(editor).toHaveAttribute("contenteditable", "true");
  await editor.click();
  // It lasts long enough to be found running, however slow the machine.
  await page.keyboard.insertText('{"maxPages": 4, "pauseMs": 5000}');
  await page.getByRole("button", { name: "Invoke", exact: true }).click();
  await expect(page).toHaveURL(/\/invocations\/[a-z0-9]{20,}$/);
  const id = page.url().split("/").at(-1) ?? "";
  await page.evaluate(() => Object.assign(window, { stillTheSamePage: true }));
  const main = page.getByRole("main");
  await expect(page.getByRole("heading", { level: 1, name: /crawl/ })).toBeVisible();

  await expect(main.getByRole("link", { name: /invoked it/ })).toBeVisible();
  const session = main
    .getByRole("region", { name: /^Browsers/ })
    .getByRole("link", { name: /^[a-z][a-z0-9]{23}$/ });
  await expect(session).toHaveCount(1);
  await expect(main.getByText("running", { exact: true }).first()).toBeVisible();
  const { browsers } = await api.call(operations.listInvocationBrowsers, { params: { id } });
  expect(browsers).toHaveLength(1);
  await expect(session).toHaveAttribute("href", `/browsers/${browsers[0]?.session_id}`);

  await expect(main.getByText("succeeded", { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  await expect(main.getByRole("region", { name: "Output" })).toContainText("pages");
  await expect(main.getByText(/^ended /)).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, "stillTheSamePage"))).toBe(true);
  const { output } = await invocationOf(api, id);
  expect(JSON.parse(output ?? "")).toMatchObject({ pages: 4 });
  // The API does not list the ended session; the recorder has it.
  await page.reload();
  await expect(session).toHaveAttribute("href", `/browsers/${browsers[0]?.session_id}`);
});

test("a cancelled invocation ends as failed, and its browser with it", async ({ page, fleet: { api } }) => {
  const id = await invoke(api, crawl, { maxPages: 200, pauseMs: 1000 });
  await page.goto(`/invocations/${id}`);
  const browsers = page.getByRole("region", { name: /^Browsers/ });
  await expect(browsers.getByRole("link", { name: /^[a-z][a-z0-9]{23}$/ })).toHaveCount(1);
  await page.getByRole("button", { name: /^Cancel invocation/ }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Cancel invocation" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("main").getByText("failed", { exact: true }).first()).toBeVisible();
  expect((await invocationOf(api, id)).status).toBe("failed");
  const sessions = async () =>
    (await api.call(operations.listInvocationBrowsers, { params: { id } })).browsers;
  await expect.poll(sessions).toEqual([]);
});

test("the page of a failed invocation leads with its error and has its log, also after a reload", async ({
  page,
  fleet: { api },
}) => {
  const product = "chairs-09";
  const id = await invoke(api, ["storefront", "v2", "checkout"], { account: "ada", product });
  await expect.poll(async () => (await invocationOf(api, id)).status, { timeout: 60_000 }).toBe("failed");
  await page.goto(`/invocations/${id}`);
  const failure = page.getByRole("region", { name: `${product} is sold out` });
  const line = failure.getByRole("listitem").first();
  await expect(line).toContainText(`Error: ${product} is sold out`);
  const log = page.getByRole("region", { name: "Log lines" });
  // It begins at the error; the lines before it are one click away.
  await expect(log).not.toContainText("signed in as ada");
  await log.getByRole("button", { name: /Show all times$/ }).click();
  await expect(log).toContainText("signed in as ada");
  await expect(log).toContainText("Log ended");
  await page.reload();
  await expect(line).toContainText("is sold out");
  // The line leads to its place in the log.
  await line.getByRole("link").click();
  await expect(page).toHaveURL(/line=[0-9a-f]{8}/);
  await expect(log.locator("[data-emphasis=pointed], [data-emphasis=active]")).toContainText("is sold out");
});
