import type { Page } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";
import { expect, test } from "./fixtures.ts";
import { finished, invocationOf, invoke } from "./making.ts";

test.use({ fleetName: "invocations" });

const table = (page: Page) => page.getByRole("table", { name: "Invocations" });
const rows = (page: Page) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });

/** The column's words in every row that is shown. */
async function column(page: Page, header: string): Promise<string[]> {
  const headers = await table(page).getByRole("columnheader").allTextContents();
  const at = headers.indexOf(header);
  expect(at, `a column ${header}`).toBeGreaterThanOrEqual(0);
  const cells: string[] = [];
  for (const row of await rows(page).all()) {
    cells.push(((await row.getByRole("cell").nth(at).textContent()) ?? "").trim());
  }
  return cells;
}

async function addFilter(page: Page, field: string, value: string): Promise<void> {
  await page.getByRole("button", { name: /^Filter/ }).click();
  const panel = page.getByRole("dialog", { name: "Add a filter" });
  await panel.getByRole("combobox", { name: "Field" }).click();
  await page.getByRole("option", { name: field, exact: true }).click();
  await panel.getByRole("combobox", { name: "Value" }).fill(value);
  await page.keyboard.press("Enter");
  const chip = page.getByRole("button", { name: `Remove filter ${field} ${value}` });
  const add = panel.getByRole("button", { name: "Add filter" });
  await expect(async () => {
    // The first Enter may have been the list's, which offers values; a panel that closes takes no click.
    if (!(await chip.isVisible()) && (await add.isVisible())) await add.click({ timeout: 2_000 });
    await expect(chip).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 60_000 });
}

test.describe("the list", () => {
  test.beforeAll(async ({ fleet: { api } }) => {
    const made: string[] = [];
    for (const query of ["oak", "lamp", "camera"]) {
      made.push(await invoke(api, ["storefront", "v1", "search"], { query }));
    }
    // No such payload: fails without a browser.
    for (let at = 0; at < 3; at += 1) made.push(await invoke(api, ["storefront", "v2", "search"], {}));
    for (let at = 0; at < 2; at += 1) made.push(await invoke(api, ["accounts", "v2", "login"], {}));
    const ends = await Promise.all(made.map((id) => finished(api, id)));
    expect(ends.map((end) => end.status)).toEqual([
      ...Array.from({ length: 3 }, () => "succeeded"),
      ...Array.from({ length: 5 }, () => "failed"),
    ]);
  });

  test("filters by status, app and action; the address holds them, reload and Back restore them", async ({
    page,
  }) => {
    await page.goto("/invocations");
    await expect(rows(page)).toHaveCount(8);

    await addFilter(page, "Status", "failed");
    await expect(rows(page)).toHaveCount(5);
    expect(new Set(await column(page, "Status"))).toEqual(new Set(["failed"]));

    await addFilter(page, "App", "storefront");
    await expect(rows(page)).toHaveCount(3);
    await addFilter(page, "Action", "search");
    await expect(rows(page)).toHaveCount(3);
    expect(new Set(await column(page, "App"))).toEqual(new Set(["storefront"]));
    const address = new URL(page.url()).searchParams;
    expect(Object.fromEntries(address)).toMatchObject({
      status: "failed",
      app_name: "storefront",
      action_name: "search",
    });

    await page.reload();
    await expect(rows(page)).toHaveCount(3);
    for (const chip of ["Status failed", "App storefront", "Action search"]) {
      await expect(page.getByRole("button", { name: `Remove filter ${chip}` })).toBeVisible();
    }

    await page.getByRole("button", { name: "Remove filter Status failed" }).click();
    await expect(rows(page)).toHaveCount(6);
    await expect(page.getByRole("button", { name: /^Filter/ })).toBeFocused();
    await page.goBack();
    await expect(rows(page)).toHaveCount(3);
    await page.goForward();
    await expect(rows(page)).toHaveCount(6);
  });

  test("a click on a value filters by it; a filter that hides all says so and clears", async ({ page }) => {
    await page.goto("/invocations?app_name=storefront");
    await expect(rows(page)).toHaveCount(6);
    await rows(page).getByRole("button", { name: "succeeded" }).first().click();
    await expect(rows(page)).toHaveCount(3);
    await expect(page).toHaveURL(/app_name=storefront/);
    await expect(page).toHaveURL(/status=succeeded/);

    await page.goto("/invocations?app_name=storefront&version=v9");
    await expect(page.getByText("Nothing matches")).toBeVisible();
    await expect(page.getByText(/Hidden by: .*v9/)).toBeVisible();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(rows(page)).toHaveCount(8);
    await expect(page.getByRole("main")).toBeFocused();
  });

  test("pages by limit and offset without gaps or repeats; the total is never invented", async ({
    page,
    fleet,
  }) => {
    const all = await fleet.api.call(operations.listInvocations, { query: { limit: 100 } });
    const reasons = (items: typeof all) => items.map((item) => `${item.app_name} ${item.status}`);
    const shown = async () => {
      const [apps, statuses] = [await column(page, "App"), await column(page, "Status")];
      return apps.map((app, at) => `${app} ${statuses[at]}`);
    };
    await page.goto("/invocations?limit=3");
    await expect(page.getByText("1–3, more")).toBeVisible();
    await expect.poll(shown).toEqual(reasons(all.slice(0, 3)));

    await page.getByRole("button", { name: "Next page" }).click();
    await expect(page.getByText("4–6, more")).toBeVisible();
    await expect(page).toHaveURL(/offset=3/);
    await expect.poll(shown).toEqual(reasons(all.slice(3, 6)));

    await page.reload();
    await expect(page.getByText("4–6, more")).toBeVisible();
    await expect.poll(shown).toEqual(reasons(all.slice(3, 6)));

    await page.getByRole("button", { name: "Next page" }).click();
    await expect(page.getByText("7–8 of 8")).toBeVisible();
    await expect(page.getByRole("button", { name: "Next page" })).toHaveAttribute("aria-disabled", "true");
    await page.goBack();
    await expect(page.getByText("4–6, more")).toBeVisible();
    await page.getByRole("button", { name: "Previous page" }).click();
    await expect(page.getByText("1–3, more")).toBeVisible();

    await page.getByRole("combobox", { name: "Rows per page" }).selectOption("20");
    await expect(page.getByText("1–8 of 8")).toBeVisible();
  });

  test("a value the API does not know is named and left aside", async ({ page }) => {
    await page.goto("/invocations?status=exploded&app_name=accounts");
    await expect(rows(page)).toHaveCount(2);
    await expect(page.getByText(/left aside.*status/i)).toBeVisible();
  });

  test("new rows wait behind a button; rows that are shown change in place", async ({ page, fleet }) => {
    await page.goto("/invocations?app_name=catalogue");
    await expect(page.getByText(/Nothing matches/)).toBeVisible();
    await page.goto("/invocations?app_name=storefront");
    await expect(rows(page)).toHaveCount(6);
    const id = await invoke(fleet.api, ["storefront", "v1", "search"], { query: "chair" });
    await expect(page.getByRole("button", { name: "1 new" })).toBeVisible();
    await expect(rows(page)).toHaveCount(6);
    await page.getByRole("button", { name: "1 new" }).click();
    await expect(rows(page)).toHaveCount(7);
    await finished(fleet.api, id);
    await expect(rows(page).first()).toContainText("succeeded");
  });

  test("a row opens a sheet, Enter its page, Esc closes", async ({ page }) => {
    await page.goto("/invocations?status=failed");
    await expect(rows(page).first()).toBeVisible();
    await page.keyboard.press("j");
    const sheet = page.getByRole("dialog");
    await expect(sheet).toBeVisible();
    await expect(page).toHaveURL(/open=/);
    await page.reload();
    await expect(sheet).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await page.keyboard.press("j");
    await expect(sheet).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/invocations\/[a-z0-9]+$/);
    await expect(page.getByRole("heading", { level: 2, name: "Timeline" })).toBeVisible();
  });

  test("a sheet that is closed from inside leaves the keyboard at its row", async ({ page }) => {
    await page.goto("/invocations?app_name=storefront");
    await expect(rows(page).nth(3)).toBeVisible();
    const key = await rows(page).nth(1).getAttribute("data-key");
    await page.goto(`/invocations?app_name=storefront&open=${key}`);
    const sheet = page.getByRole("dialog");
    const close = sheet.getByRole("button", { name: "Close" });
    await expect(rows(page).nth(1)).toHaveAttribute("aria-current", "true");
    await close.focus();
    await page.keyboard.press("Enter");
    await expect(sheet).toBeHidden();
    await expect(rows(page).nth(1)).toBeFocused();

    await page.keyboard.press("j");
    await expect(rows(page).nth(2)).toBeFocused();
    await expect(rows(page).nth(2)).toHaveAttribute("aria-current", "true");
    await sheet.getByRole("heading", { level: 2 }).first().click();
    await page.keyboard.press("k");
    await expect(rows(page).nth(1)).toBeFocused();
    await expect(rows(page).nth(1)).toHaveAttribute("aria-current", "true");
    await close.focus();
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await expect(rows(page).nth(1)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`/invocations/${key}$`));
  });

  test("the key of the filters is silent in a menu and in a dialog", async ({ page }) => {
    await page.goto("/invocations");
    await expect(rows(page).first()).toBeVisible();
    const panel = page.getByRole("dialog", { name: "Add a filter" });
    await page.getByRole("button", { name: /^View: / }).click();
    const all = page.getByRole("menuitem", { name: /All runs/ });
    await expect(all).toBeVisible();
    await all.focus();
    await page.keyboard.press("f");
    await expect(all).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(all).toBeHidden();
    await page.keyboard.press("?");
    const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await expect(shortcuts).toBeVisible();
    await page.keyboard.press("f");
    await page.keyboard.press("Escape");
    await expect(shortcuts).toBeHidden();
    await expect(panel).toHaveCount(0);
    await page.keyboard.press("f");
    await expect(panel).toBeVisible();
  });
});

test.describe("one run", () => {
  const crawl = ["catalogue", "v1", "crawl"] as const;

  test("is seen to run with its browser and to finish, without a reload", async ({ page, fleet }) => {
    // Slow enough for its page to be opened while it runs.
    const id = await invoke(fleet.api, crawl, { maxPages: 10, pauseMs: 2500 });
    await page.goto(`/invocations/${id}`);
    const main = page.getByRole("main");
    await expect(page.getByRole("heading", { level: 1, name: /crawl/ })).toBeVisible();
    await expect(main.getByText("running", { exact: true }).first()).toBeVisible();
    await page.evaluate(() => Object.assign(window, { stillTheSamePage: true }));

    const session = main.getByRole("link", { name: /^[a-z][a-z0-9]{23}$/ });
    await expect(session).toHaveCount(1);
    const [browser] = (await fleet.api.call(operations.listInvocationBrowsers, { params: { id } })).browsers;
    await expect(session).toHaveText(browser?.session_id ?? "none");
    await expect(session).toHaveAttribute("href", `/browsers/${browser?.session_id}`);

    await expect(main.getByText("succeeded", { exact: true }).first()).toBeVisible({ timeout: 120_000 });
    await expect(main.getByRole("region", { name: "Output" })).toContainText("pages");
    await expect(main.getByText(/No session is active/)).toBeVisible();
    expect(await page.evaluate(() => Reflect.get(window, "stillTheSamePage"))).toBe(true);
    const { output } = await finished(fleet.api, id);
    expect(JSON.parse(output ?? "")).toMatchObject({ pages: 10 });
  });

  test("can be cancelled, after saying what that does", async ({ page, fleet }) => {
    const id = await invoke(fleet.api, crawl, { maxPages: 200, pauseMs: 1000 });
    await page.goto(`/invocations/${id}`);
    await expect(page.getByRole("link", { name: /^[a-z][a-z0-9]{23}$/ })).toHaveCount(1);

    const cancel = page.getByRole("button", { name: /^Cancel run/ });
    await cancel.click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog).toContainText("browser sessions are destroyed");
    await expect(dialog.getByRole("button", { name: "Keep running" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog).toBeHidden();
    expect((await invocationOf(fleet.api, id)).status).toBe("running");

    await cancel.click();
    await dialog.getByRole("textbox", { name: /Reason/ }).fill("seen in an end-to-end test");
    await dialog.getByRole("button", { name: "Cancel run" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("main").getByText("failed", { exact: true }).first()).toBeVisible();
    await expect(cancel).toBeHidden();
    expect((await invocationOf(fleet.api, id)).status).toBe("failed");
    const sessions = async () =>
      (await fleet.api.call(operations.listInvocationBrowsers, { params: { id } })).browsers;
    await expect.poll(sessions).toEqual([]);

    await page.goto("/audit?action=updateInvocation");
    await expect(page.getByRole("table", { name: "Operator actions" })).toContainText("updateInvocation");
  });

  test("that does not exist says so", async ({ page }) => {
    await page.goto("/invocations/zzzzzzzzzzzzzzzzzzzzzzzz");
    await expect(page.getByText("There is no invocation zzzzzzzzzzzzzzzzzzzzzzzz")).toBeVisible();
    await page.getByRole("link", { name: "All invocations" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Invocations" })).toBeVisible();
  });
});
