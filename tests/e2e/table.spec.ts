// The run table: columns, filters the API lacks, selection and saved views.
import type { Page } from "@playwright/test";
import { faultsBesideMenus as faultsOf } from "./accessibility.ts";
import { expect, nobody, signIn, test } from "./fixtures.ts";
import { finished, invoke } from "./making.ts";

test.use({ fleetName: "table" });

const table = (page: Page) => page.getByRole("table", { name: "Invocations" });
const rows = (page: Page) =>
  table(page)
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });
const headers = async (page: Page) =>
  (await table(page).getByRole("columnheader").allTextContents()).slice(1);
const boxes = (page: Page) => rows(page).getByRole("checkbox");
const address = (page: Page) => new URL(page.url()).searchParams;

let runs: readonly string[] = [];
test.beforeAll(async ({ fleet: { api } }) => {
  const made: string[] = [];
  for (const query of ["oak", "lamp"])
    made.push(await invoke(api, ["storefront", "v1", "search"], { query }));
  // No such payload, no such version: they fail without a browser.
  for (let at = 0; at < 3; at += 1) made.push(await invoke(api, ["storefront", "v2", "search"], { at }));
  for (let at = 0; at < 2; at += 1) made.push(await invoke(api, ["accounts", "v2", "login"], {}));
  await Promise.all(made.map((id) => finished(api, id)));
  runs = made;
});

test.describe("columns", () => {
  test("are hidden, moved, added from a payload and widened; a link shows the same", async ({
    page,
    context,
  }) => {
    await page.goto("/invocations");
    await expect(rows(page)).toHaveCount(runs.length);
    await page.getByRole("button", { name: "Columns" }).click();
    const chooser = page.getByRole("dialog", { name: "Columns" });
    await chooser.getByRole("checkbox", { name: "App" }).click();
    await chooser.getByRole("checkbox", { name: "Id", exact: true }).click();
    await expect
      .poll(() => headers(page))
      .toEqual(["Status", "Action", "Version", "Started", "Duration", "Reason", "Id"]);
    await chooser.getByRole("button", { name: "Move Id up" }).focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/cols=[^&]*id%2Cstatus_reason/);
    await expect(chooser.getByRole("button", { name: "Move Id up" })).toBeFocused();
    await expect(chooser.getByRole("status")).toHaveText("Id: place 6 of 7");

    const path = chooser.getByRole("combobox", { name: "Path" });
    await path.fill("query");
    await page.keyboard.press("Enter");
    await expect(chooser.getByRole("alert")).toContainText("begins with $");
    await path.fill("$.query");
    await page.keyboard.press("Enter");
    await expect(table(page).getByRole("columnheader", { name: /\$\.query/ })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(chooser).toBeHidden();
    await expect(rows(page).last().getByRole("cell").last()).toHaveText("oak");
    await expect(rows(page).first().getByRole("cell").last()).toHaveText("–");

    const edge = table(page).getByRole("separator", { name: "Width of Action" });
    const before = Number(await edge.getAttribute("aria-valuenow"));
    await edge.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+ArrowRight");
    await expect(edge).toHaveAttribute("aria-valuenow", String(before + 48));
    await expect(page).toHaveURL(new RegExp(`action_name(~|%7E)${before + 48}`));
    const box = await table(page).getByRole("separator", { name: "Width of Status" }).boundingBox();
    if (box === null) throw new Error("the edge is not drawn");
    await page.mouse.move(box.x + box.width - 2, box.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width + 38, box.y + 10, { steps: 4 });
    await page.mouse.up();
    await expect(page).toHaveURL(/status(~|%7E)1\d\d/);

    const shown = await headers(page);
    const colleague = await context.newPage();
    await colleague.goto(page.url());
    await expect.poll(() => headers(colleague)).toEqual(shown);
    await colleague.close();

    await page.getByRole("button", { name: "Columns" }).click();
    await chooser.getByRole("button", { name: "Reset" }).click();
    await expect
      .poll(() => headers(page))
      .toEqual(["Status", "Action", "App", "Version", "Started", "Duration", "Reason"]);
    expect(address(page).get("cols")).toBeNull();
  });

  test("that do not exist are named and left aside", async ({ page }) => {
    await page.goto("/invocations?cols=status,nonsense,output$.a[");
    await expect(rows(page)).toHaveCount(runs.length);
    await expect(page.getByText(/left aside.*no column nonsense/i)).toBeVisible();
    await expect.poll(() => headers(page)).toEqual(["Status"]);
  });
});

test.describe("filters within the rows read", () => {
  test("take several values, leave values out with Alt, and say of how many runs", async ({ page }) => {
    await page.goto("/invocations");
    await expect(rows(page)).toHaveCount(runs.length);
    await page.getByRole("button", { name: /^Filter/ }).click();
    const panel = page.getByRole("dialog", { name: "Add a filter" });
    await panel.getByRole("combobox", { name: "Value" }).fill("failed");
    await panel.getByRole("button", { name: "Or another…" }).click();
    await expect(panel.getByText(/The API has no such filter/)).toBeVisible();
    await panel.getByRole("combobox", { name: "Value" }).fill("queued");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Remove filter Status failed or queued" })).toBeVisible();
    await expect(rows(page)).toHaveCount(5);
    await expect(page.getByText(`5 of all ${runs.length} read match, complete`)).toBeVisible();
    expect(address(page).get("status")).toBe("failed,queued");

    await rows(page)
      .getByRole("button", { name: "accounts" })
      .first()
      .click({ modifiers: ["Alt"] });
    await expect(page.getByRole("button", { name: "Remove filter App not accounts" })).toBeVisible();
    await expect(rows(page)).toHaveCount(3);
    await page.reload();
    await expect(rows(page)).toHaveCount(3);
    // One value is the API's own filter, and keeps the others.
    await rows(page).getByRole("button", { name: "failed" }).first().click();
    await expect(
      page.getByRole("button", { name: "Remove filter Status failed", exact: true }),
    ).toBeVisible();
    await expect(page.getByText(`3 of all 5 read match, complete`)).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("button", { name: "Remove filter Status failed or queued" })).toBeVisible();
  });

  test("look at words and durations, and page what matches", async ({ page }) => {
    await page.goto("/invocations?payload_has=OAK");
    await expect(rows(page)).toHaveCount(1);
    await page.goto("/invocations?took_over=1h");
    await expect(page.getByText("Nothing matches")).toBeVisible();
    await expect(page.getByText(/Hidden by: Longer than 1h/)).toBeVisible();
    await page.goto("/invocations?took_under=1h&limit=3");
    await expect(page.getByText("1–3, more")).toBeVisible();
    await page.getByRole("button", { name: "Next page" }).click();
    await expect(page.getByText("4–6, more")).toBeVisible();
    await page.getByRole("button", { name: "Next page" }).click();
    await expect(page.getByText(`7–7 of ${runs.length}`)).toBeVisible();
  });
});

test.describe("selection", () => {
  const bar = (page: Page) => page.getByRole("region", { name: "Selected runs" });

  test("takes ranges by pointer and keyboard, lives through paging, and Esc clears it", async ({ page }) => {
    await page.goto("/invocations?limit=3");
    await expect(rows(page)).toHaveCount(3);
    const newest = [...runs].reverse();
    await page.getByRole("checkbox", { name: `Select ${newest[0]}` }).click();
    await boxes(page)
      .nth(2)
      .click({ modifiers: ["Shift"] });
    await expect(bar(page)).toContainText("3 runs selected");
    await boxes(page).nth(1).click();
    await expect(bar(page)).toContainText("2 runs selected");
    await page.getByRole("button", { name: "Next page" }).click();
    await expect(page.getByText("4–6, more")).toBeVisible();
    await expect(bar(page)).toContainText("2 runs selected");

    await rows(page).first().focus();
    await page.keyboard.press("x");
    await expect(bar(page)).toContainText("3 runs selected");
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowDown");
    await expect(bar(page)).toContainText("5 runs selected");
    await page.keyboard.press("Shift+ArrowUp");
    await expect(bar(page)).toContainText("4 runs selected");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.keyboard.press("Space");
    await expect(bar(page)).toContainText("3 runs selected");
    await page.keyboard.press("Control+a");
    await expect(bar(page)).toContainText("5 runs selected");

    // With the sheet open the first Esc is the sheet's.
    await page.keyboard.press("j");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(bar(page)).toContainText("5 runs selected");
    await page.keyboard.press("Escape");
    await expect(bar(page)).toHaveCount(0);
  });

  test("offers all that match once the page is selected, and stays while new runs arrive", async ({
    page,
    fleet,
  }) => {
    await page.goto("/invocations?limit=2&status=failed");
    await expect(rows(page)).toHaveCount(2);
    const all = page.getByRole("checkbox", { name: "Select all rows on this page" });
    await boxes(page).first().click();
    await expect(all).toHaveJSProperty("indeterminate", true);
    await all.click();
    await page.getByRole("button", { name: /^Select all that match/ }).click();
    await expect(page.getByText("All 5 that match are selected.")).toBeVisible();
    await expect(bar(page)).toContainText("5 runs selected");
    const id = await invoke(fleet.api, ["accounts", "v2", "login"], {});
    await finished(fleet.api, id);
    runs = [...runs, id];
    await page.getByRole("button", { name: "1 new" }).click();
    await expect(page.getByRole("checkbox", { name: `Select ${id}` })).not.toBeChecked();
    await expect(bar(page)).toContainText("5 runs selected");
    await bar(page).getByRole("button", { name: "Clear selection" }).click();
    await expect(bar(page)).toHaveCount(0);
    // The first of those that were selected, behind the one that came since.
    await expect(rows(page).nth(1)).toBeFocused();
  });
});

test("a button of the list that can do no more keeps the keyboard", async ({ page }) => {
  await page.goto("/invocations?limit=5&live=off");
  await expect(rows(page)).toHaveCount(5);
  const next = page.getByRole("button", { name: "Next page" });
  await next.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/offset=5/);
  await expect(next).toHaveAttribute("aria-disabled", "true");
  await expect(next).toBeFocused();
});

test.describe("saved views", () => {
  const menu = (page: Page) => page.getByRole("button", { name: /^View: / });
  const choose = async (page: Page, item: RegExp) => {
    await menu(page).click();
    await page.getByRole("menuitem", { name: item }).click();
  };

  test("are saved, modified, reset, made default, renamed and deleted", async ({ page }) => {
    await page.goto("/invocations?status=failed&cols=status,app_name");
    await expect(menu(page)).toHaveAccessibleName("View: All runs");
    await choose(page, /Save as a new view/);
    const dialog = page.getByRole("dialog", { name: "Save view" });
    await expect(dialog).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save view" }).click();
    await expect(dialog.getByRole("alert")).toHaveText("Give a name.");
    await dialog.getByRole("textbox", { name: "Name" }).fill("What failed");
    await dialog.getByRole("checkbox", { name: /My default/ }).click();
    await page.keyboard.press("Tab");
    await dialog.getByRole("button", { name: "Save view" }).click();
    await expect(menu(page)).toHaveAccessibleName("View: What failed");

    // Nothing in the address: the default, and Back does not lead into a loop.
    await page.goto("/invocations");
    await expect(page.getByRole("button", { name: "Remove filter Status failed" })).toBeVisible();
    await expect.poll(() => headers(page)).toEqual(["Status", "App"]);

    await page.getByRole("button", { name: "Remove filter Status failed" }).click();
    await expect(menu(page)).toHaveAccessibleName("View: What failed, modified");
    await page.getByRole("button", { name: "Reset", exact: true }).click();
    await expect(menu(page)).toHaveAccessibleName("View: What failed");
    await expect(menu(page)).toBeFocused();
    await rows(page).getByRole("button", { name: "accounts" }).first().click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(menu(page)).toHaveAccessibleName("View: What failed");

    await choose(page, /All runs/);
    await expect(menu(page)).toHaveAccessibleName("View: All runs");
    await expect(rows(page)).toHaveCount(runs.length);
    await choose(page, /What failed/);
    await expect(page.getByRole("button", { name: "Remove filter App accounts" })).toBeVisible();

    await choose(page, /Rename/);
    await page.getByRole("textbox", { name: "Name" }).fill("Accounts that failed");
    await page.keyboard.press("Enter");
    await expect(menu(page)).toHaveAccessibleName("View: Accounts that failed");
    await choose(page, /Delete/);
    const sure = page.getByRole("alertdialog", { name: /Delete the view Accounts that failed/ });
    await expect(sure.getByRole("button", { name: "Cancel" })).toBeFocused();
    await sure.getByRole("button", { name: "Delete view" }).click();
    await expect(menu(page)).toHaveAccessibleName("View: All runs");
    await page.goto("/audit?action=deleteView");
    await expect(page.getByRole("table", { name: "Operator actions" })).toContainText("deleteView");
  });

  test("that is being saved keeps its dialog, so that it is not opened over what came after", async ({
    page,
  }) => {
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    await page.route("**/api/views", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      asked.resolve();
      await answered.promise;
      return route.fulfill({
        status: 503,
        json: { code: "store_unavailable", message: "The store does not answer.", request_id: "e2e" },
      });
    });
    await page.goto("/invocations?status=failed");
    await expect(rows(page).first()).toBeVisible();
    await choose(page, /Save as a new view/);
    const dialog = page.getByRole("dialog", { name: "Save view" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Never kept");
    await dialog.getByRole("button", { name: "Save view" }).click();
    await asked.promise;
    const cancel = dialog.getByRole("button", { name: "Cancel" });
    await expect(cancel).toHaveAttribute("aria-disabled", "true");
    await cancel.click({ force: true });
    await page.keyboard.press("Escape");
    answered.resolve();
    await expect(dialog.getByRole("alert")).toHaveText("The store does not answer.");
    await cancel.click();
    await expect(dialog).toBeHidden();
    await expect(menu(page)).toHaveAccessibleName("View: All runs");
  });

  test("shared with everyone are seen and not changed by others", async ({ page, fleet, browser }) => {
    await page.goto("/invocations?version=v1");
    await choose(page, /Save as a new view/);
    const dialog = page.getByRole("dialog", { name: "Save view" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Version one");
    await dialog.getByRole("checkbox", { name: "Share with everyone" }).click();
    await dialog.getByRole("button", { name: "Save view" }).click();
    await expect(menu(page)).toHaveAccessibleName("View: Version one");

    await fleet.dashboard.signedIn("viewer");
    const context = await browser.newContext({ baseURL: fleet.dashboard.url, storageState: nobody });
    const other = await context.newPage();
    await other.goto("/sign-in");
    await signIn(other, "viewer1", "viewer1");
    await expect(other.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
    await other.goto("/invocations");
    await menu(other).click();
    await expect(other.getByRole("menuitem", { name: /Version one.*admin/ })).toBeVisible();
    expect(await faultsOf(other)).toEqual([]);
    await other.getByRole("menuitem", { name: /Version one/ }).click();
    await expect(rows(other)).toHaveCount(2);
    await menu(other).click();
    await expect(other.getByRole("menuitem", { name: /^Delete/ })).toHaveAttribute("aria-disabled", "true");
    await expect(other.getByRole("menuitem", { name: /^Delete/ })).toContainText(
      "an admin changes this view",
    );
    await context.close();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test("columns are chosen and cards selected with a thumb; nothing sticks out", async ({ page }) => {
    await page.goto("/invocations?cols=status,action_name,id,payload$.query");
    await expect(rows(page)).toHaveCount(runs.length);
    await boxes(page).first().tap();
    await page.getByRole("checkbox", { name: "Select all rows on this page" }).tap();
    await expect(page.getByRole("region", { name: "Selected runs" })).toContainText(
      `${runs.length} runs selected`,
    );
    await page.getByRole("button", { name: "Columns" }).tap();
    const chooser = page.getByRole("dialog", { name: "Columns" });
    await chooser.getByRole("button", { name: "Move $.query up" }).tap();
    await expect(page).toHaveURL(/payload%24\.query%2Cid/);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(390);
    expect(await faultsOf(page)).toEqual([]);
  });
});

for (const theme of ["light", "dark"] as const) {
  test(`chooser, filter and selection have no accessibility fault, ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.goto(
      "/invocations?status=failed,succeeded&limit=3&cols=status,id,payload,output,payload$.query",
    );
    await expect(rows(page)).toHaveCount(3);
    await page.getByRole("checkbox", { name: "Select all rows on this page" }).click();
    await expect(page.getByRole("button", { name: /^Select all that match/ })).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Columns" }).click();
    await expect(page.getByRole("form", { name: "Add column" })).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Status failed or succeeded", exact: true }).click();
    await expect(page.getByRole("list", { name: "Values" })).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
  });
}
