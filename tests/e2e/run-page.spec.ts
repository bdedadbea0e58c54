// One run's page: its timeline, its usual duration, its neighbours, what went in and came out, and another run beside it.
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";
import type { ApiClient } from "../support/api-client.ts";
import { faultsOf } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { finished, invocationOf, invoke } from "./making.ts";

test.use({ fleetName: "run-page" });

const crawl = ["catalogue", "v1", "crawl"] as const;
const search = ["storefront", "v1", "search"] as const;

/** A run that ended with this output, of an action that would have returned another. */
async function runWithOutput(api: ApiClient, output: string): Promise<string> {
  const id = await invoke(api, crawl, { maxPages: 200, pauseMs: 1000 });
  await expect.poll(async () => (await invocationOf(api, id)).status, { timeout: 60_000 }).toBe("running");
  await api.call(operations.updateInvocation, { params: { id }, body: { status: "succeeded", output } });
  return id;
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 2, name: "Timeline" })).toBeVisible();
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
}

const activeRow = (tree: Locator) => tree.getByRole("treeitem", { selected: true });
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

let searches: string[] = [];
test.beforeAll(async ({ fleet: { api } }) => {
  for (const query of ["oak", "lamp", "camera", "chair", "desk"]) {
    const id = await invoke(api, search, { query });
    await finished(api, id);
    searches.push(id);
  }
  const failed = await invoke(api, ["storefront", "v2", "search"], {});
  await finished(api, failed);
  searches = [...searches, failed];
});

test("states, sessions and an operator's act share one axis, and are a list, too", async ({
  page,
  fleet,
}) => {
  const id = await invoke(fleet.api, crawl, { maxPages: 200, pauseMs: 500 });
  await open(page, `/invocations/${id}`);
  const timeline = page.getByRole("region", { name: "Timeline" });
  await expect(timeline.getByRole("img", { name: /^running from .* so far$/ })).toBeVisible();
  const session = timeline.getByRole("link", { name: /^Session .*, active$/ });
  await expect(session).toHaveCount(1);
  const href = (await session.getAttribute("href")) ?? "";
  await expect(timeline.getByText("Nobody did anything to it")).toBeVisible();

  await page.getByRole("button", { name: /^Cancel run/ }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("textbox", { name: /Reason/ }).fill("it goes on for ever");
  await dialog.getByRole("button", { name: "Cancel run" }).click();
  await expect(timeline.getByRole("img", { name: /^failed at / })).toBeVisible();
  const act = timeline.getByRole("link", { name: /updateInvocation, answered 200, "it goes on for ever"/ });
  await expect(act).toBeVisible();
  await act.focus();
  await expect(page.getByRole("tooltip")).toContainText("it goes on for ever");
  // What ended is remembered and leads to its session still.
  await expect(timeline.getByRole("link", { name: /^Session .*, (deleted|last seen)/ })).toHaveAttribute(
    "href",
    href,
  );
  await timeline.getByText("As a list").click();
  const lines = timeline.getByRole("list", { name: "Timeline" }).getByRole("listitem");
  await expect(lines.filter({ hasText: /running from/ })).toHaveCount(1);
  await expect(lines.filter({ hasText: /Session / })).toHaveCount(1);
  await expect(lines.filter({ hasText: /updateInvocation/ })).toHaveCount(1);
  await expect(lines.filter({ hasText: /failed$/ })).toHaveCount(1);
  await act.click();
  await expect(page).toHaveURL(new RegExp(`/audit\\?target=${id}&open=\\d+`));
});

test("a run stands beside what is usual, and leads to those before and after it", async ({ page }) => {
  const [first = "", second = "", , , fifth = "", failed = ""] = searches;
  await open(page, `/invocations/${second}`);
  const duration = page.getByRole("region", { name: "Duration" });
  await expect(duration).toContainText(
    /^Took .* usual .* \(p50\), .* \(p95\) of the 5 successful among the newest 6 runs of search, any version/,
  );
  await page.keyboard.press("[");
  await expect(page).toHaveURL(new RegExp(first));
  const previous = page.getByRole("button", { name: "Previous run of this action" });
  await expect(previous).toHaveAttribute("aria-disabled", "true");
  await previous.focus();
  await expect(page.getByRole("tooltip")).toContainText("This is the first run of its action.");
  await page.keyboard.press("]");
  await expect(page).toHaveURL(new RegExp(second));

  await open(page, `/invocations/${failed}`);
  await expect(duration).toContainText(/^Failed after/);
  await expect(page.getByRole("button", { name: "Next run of this action" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await expect(page.getByRole("link", { name: "Run again" })).toHaveAttribute(
    "href",
    `/invocations/new?from=${failed}`,
  );
  await page.getByRole("button", { name: "Previous run of this action" }).click();
  await expect(page).toHaveURL(new RegExp(fifth));
});

test("two runs are compared line by line, by a link that carries which", async ({ page }) => {
  const [first = "", second = "", , , fifth = "", failed = ""] = searches;
  await open(page, `/invocations/${second}`);
  await page.getByRole("button", { name: "Previous run", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`compare=${first}`));
  const input = page.getByRole("region", { name: "Input compared" });
  await expect(input).toContainText("−1 +1 lines");
  await expect(input.getByRole("cell", { name: /other run: .*oak/ })).toBeVisible();
  await expect(input.getByRole("cell", { name: /this run: .*lamp/ })).toBeVisible();
  await expect(page.getByRole("region", { name: "Output compared" })).toContainText(/−\d+ \+\d+ lines/);
  await page.reload();
  await expect(input).toContainText("−1 +1 lines");

  // An address pasted from a chat serves as well as an id.
  await page
    .getByRole("textbox", { name: "Id of another run" })
    .fill(`https://fleet.example/invocations/${second}?x=1`);
  await page.keyboard.press("Enter");
  await expect(page.getByText("This is the run itself")).toBeVisible();
  await page.goto(`/invocations/${failed}`);
  await page.getByRole("button", { name: "Last successful run" }).click();
  await expect(page).toHaveURL(new RegExp(`compare=${fifth}`));
  await expect(page.getByRole("region", { name: "Output compared" })).toContainText("This run has none.");
  await page.getByRole("button", { name: "Close comparison" }).click();
  await expect(page).not.toHaveURL(/compare/);
  await expect(page.getByRole("region", { name: "Compare", exact: true })).toBeFocused();
});

test("a tree of four megabytes is searched, walked, copied from and saved", async ({
  page,
  fleet,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const rows = Array.from({ length: 100_000 }, (_, at) => `{"row": ${at}, "word": "w${at}"}`);
  const output = `{"big": 9007199254740993, "twice": 1, "twice": 2, "rows": [${rows.join(",")}], "odd key": "last"}`;
  const id = await runWithOutput(fleet.api, output);
  await open(page, `/invocations/${id}`);
  const pane = page.getByRole("region", { name: "Output", exact: true });
  const tree = pane.getByRole("tree", { name: "Output" });
  await expect(tree.getByRole("treeitem", { name: "big: 9007199254740993" })).toBeVisible();
  await expect(pane).toContainText("One name appears twice");
  await expect(tree.getByRole("treeitem", { name: "rows: [] 100,000 items" })).toHaveAttribute(
    "aria-expanded",
    "false",
  );

  await tree.focus();
  await page.keyboard.press("Control+f");
  const box = pane.getByRole("searchbox", { name: "Search output" });
  await expect(box).toBeFocused();
  await box.fill("w99998");
  await expect(pane.getByRole("status")).toHaveText("1 of 1");
  await expect(activeRow(tree)).toHaveAccessibleName('word: "w99998"');
  await pane.getByRole("button", { name: "Copy path" }).click();
  await expect.poll(() => copied(page)).toBe("$.rows[99998].word");
  await pane.getByRole("button", { name: "Copy value" }).click();
  await expect.poll(() => copied(page)).toBe("w99998");

  await box.fill("w9999");
  await expect(pane.getByRole("status")).toHaveText("1 of 11");
  await box.press("Enter");
  await expect(pane.getByRole("status")).toHaveText("2 of 11");
  await tree.focus();
  await page.keyboard.press("n");
  await expect(pane.getByRole("status")).toHaveText("3 of 11");
  await page.keyboard.press("Shift+N");
  await expect(pane.getByRole("status")).toHaveText("2 of 11");
  await pane.getByRole("button", { name: "Close search" }).click();

  await tree.focus();
  await page.keyboard.press("Home");
  await expect(activeRow(tree)).toHaveAttribute("aria-level", "1");
  await page.keyboard.press("End");
  await expect(activeRow(tree)).toHaveAccessibleName('odd key: "last"');
  await pane.getByRole("button", { name: "Copy path" }).click();
  await expect.poll(() => copied(page)).toBe('$["odd key"]');
  await tree.focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await pane.getByRole("button", { name: "Expand all" }).click();
  await tree.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  await expect(activeRow(tree)).toHaveAccessibleName('word: "w99999"');
  await pane.getByRole("button", { name: "Collapse all" }).click();
  await expect(tree.getByRole("treeitem")).toHaveCount(6);

  await pane.getByRole("button", { name: "Raw" }).click();
  await expect(pane.getByRole("region", { name: "Output, as it came" })).toContainText(
    '"big": 9007199254740993',
  );
  await expect(pane.getByRole("button", { name: "Search output" })).toHaveAttribute("aria-disabled", "true");
  const saving = page.waitForEvent("download");
  await pane.getByRole("button", { name: "Download output" }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe(`output-${id}.json`);
  expect(await readFile(await saved.path(), "utf8")).toBe(output);
});

test("the sheet of the list says the essence of the same", async ({ page }) => {
  const [first = ""] = searches;
  await page.goto(`/invocations?open=${first}`);
  const sheet = page.getByRole("dialog");
  await expect(sheet.getByRole("region", { name: "Duration" })).toContainText(/\(p95\)/);
  await expect(sheet.getByRole("region", { name: "Timeline" })).toBeVisible();
  await expect(sheet.getByRole("tree", { name: "Payload" })).toContainText("oak");
  await expect(sheet.getByRole("link", { name: "Run again" })).toHaveAttribute(
    "href",
    `/invocations/new?from=${first}`,
  );
  await expect(sheet.getByRole("link", { name: "Open" })).toHaveAttribute("href", `/invocations/${first}`);
});

for (const theme of ["light", "dark"] as const) {
  test(`has no accessibility fault with all that opens open, does not jump, fits a phone, ${theme}`, async ({
    page,
  }) => {
    const [first = "", second = ""] = searches;
    await page.addInitScript(() => {
      Object.assign(window, { shifted: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const value: unknown = Reflect.get(entry, "value");
          const shifted: unknown = Reflect.get(window, "shifted");
          if (Reflect.get(entry, "hadRecentInput") === false)
            Object.assign(window, { shifted: Number(shifted) + Number(value) });
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await open(page, `/invocations/${second}`);
    await expect(page.getByRole("region", { name: "Duration" })).toContainText(/\(p95\)/);
    await expect(page.getByText("Nobody did anything to it")).toBeVisible();
    expect(await page.evaluate(() => Number(Reflect.get(window, "shifted")))).toBeLessThanOrEqual(0.02);

    await page.goto(`/invocations/${second}?compare=${first}`);
    await expect(page.getByRole("region", { name: "Input compared" })).toContainText("lines");
    await page.getByRole("button", { name: "Search output" }).click();
    await page.getByRole("searchbox", { name: "Search output" }).fill("lamp");
    await expect(page.getByRole("region", { name: "Output", exact: true }).getByRole("status")).toContainText(
      "of",
    );
    await page.getByText("As a list").click();
    expect(await faultsOf(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole("region", { name: "Input compared" })).toBeVisible();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(390);
    await page.getByRole("button", { name: "Raw" }).last().click();
    expect(await faultsOf(page)).toEqual([]);
  });
}
