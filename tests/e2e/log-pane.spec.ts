// A log pane in an incident: a file that is flooded, read by level, by highlight, by line, and shared by a link.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";
import type { ApiClient } from "../support/api-client.ts";
import { faultsOf } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { createBrowser, deleteBrowser } from "./making.ts";

const path = "/var/log/app/flood.log";
const count = 1200;

/** What line `number` of the file says: every 100th fails, every 40th warns, every 30th is JSON. */
function lineOf(number: number): string {
  if (number % 100 === 0) return `2026-11-21 03:08:59 ERROR worker ${number} has no proxy`;
  if (number % 40 === 0) return `[console:warn] slow answer ${number}`;
  if (number % 30 === 0)
    return `{"level":"info","step":${number},"at":{"url":"https://example.com/${number}"}}`;
  return `step ${number} of the crawl`;
}
const numbers = Array.from({ length: count }, (_, index) => index + 1);
const errors = numbers.filter((number) => number % 100 === 0).length;
const warnings = numbers.filter((number) => number % 40 === 0 && number % 100 !== 0).length;

async function append(api: ApiClient, id: string, lines: readonly string[]): Promise<void> {
  const args = ["-c", `printf '%s\\n' "$@" >> ${path}`, "sh", ...lines];
  const done = await api.call(operations.execProcess, { params: { id }, body: { command: "sh", args } });
  expect(done.exit_code).toBe(0);
}

const log = (page: Page) => page.getByRole("log");
const active = (page: Page) => log(page).locator("[data-stance=active]");
const pointed = (page: Page) => log(page).locator("[data-stance=pointed]");
const address = (id: string) => `/browsers/${id}?source=path&path=${encodeURIComponent(path)}`;

let id: string;
test.beforeAll(async ({ fleet: { api } }) => {
  ({ id } = await createBrowser(api, { headless: true, timeout_seconds: 600 }));
  await append(api, id, numbers.map(lineOf));
});
test.afterAll(async ({ fleet: { api } }) => {
  if (id !== undefined) await deleteBrowser(api, id);
});

test("levels are counted and chosen; copy and download give what is left", async ({ page }) => {
  await page.goto(address(id));
  await expect(log(page)).toContainText(`ERROR worker ${count}`);
  await page.getByRole("button", { name: "Levels: all" }).click();
  await expect(page.getByRole("menuitemcheckbox", { name: new RegExp(`Error ${errors}$`) })).toBeVisible();
  await expect(
    page.getByRole("menuitemcheckbox", { name: new RegExp(`Warning ${warnings}$`) }),
  ).toBeVisible();
  expect(await faultsOf(page, ["region"])).toEqual([]);
  await page.getByRole("menuitem", { name: "Warnings and worse only" }).click();
  await expect(page.getByRole("button", { name: "Levels: fatal, error, warning" })).toBeVisible();
  await expect(log(page)).not.toContainText("of the crawl");
  await expect(log(page)).toContainText(`ERROR worker ${count}`);

  await test.step("together with find", async () => {
    await log(page).focus();
    await page.keyboard.press("Control+f");
    const find = page.getByRole("search");
    await expect(find.getByRole("textbox")).toBeFocused();
    await page.keyboard.type("00 has no");
    await expect(find.getByText(String(errors), { exact: true })).toBeVisible();
    await find.getByRole("button", { name: "Show only these lines" }).click();
    await expect(log(page)).not.toContainText("slow answer");
  });

  await test.step("the download has these lines and no other", async () => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: `Download ${errors} matching lines` }).click(),
    ]);
    const text = (await readFile(await download.path(), "utf8")).trimEnd().split("\n");
    expect(text.map((line) => line.replace(/^.*? {2}/, ""))).toEqual(
      numbers.filter((number) => number % 100 === 0).map(lineOf),
    );
  });

  await test.step("a filter that hides everything says so and gives way", async () => {
    await page.getByRole("textbox", { name: "Find in this log" }).fill("no such words");
    await expect(page.getByText(/^No line passes: levels fatal, error, warning and with/)).toBeVisible();
    await page.getByRole("button", { name: "Show all lines" }).click();
    await expect(log(page)).toBeFocused();
    await expect(log(page)).toContainText(`ERROR worker ${count}`);
  });
});

test("an operator's highlights mark every log, say what is wrong with a pattern, and stay", async ({
  page,
}) => {
  await page.goto(address(id));
  await expect(log(page)).toContainText(`ERROR worker ${count}`);
  await page.getByRole("button", { name: "Highlights" }).click();
  const editor = page.getByRole("dialog", { name: "Highlights" });
  await editor.getByRole("button", { name: "Add a highlight" }).click();
  const rule = editor.getByRole("textbox", { name: "Highlight 1" });
  await rule.fill("step 11(9");
  await editor.getByRole("button", { name: "Regular expression" }).click();
  await expect(editor.getByRole("alert")).toContainText(/regular expression/i);
  expect(await faultsOf(page, ["region"])).toEqual([]);
  await rule.fill("step 11(9\\d)");
  await expect(editor.getByRole("alert")).toBeHidden();
  const mark = log(page).locator("mark", { hasText: "step 1199" });
  await expect(mark).toBeVisible();
  await page.reload();
  await expect(mark).toBeVisible();
  await page.getByRole("button", { name: "Highlights: 1 on" }).click();
  await editor.getByRole("checkbox", { name: "Highlight 1 on" }).click();
  await expect(mark).toHaveCount(0);
});

test("lines are walked by keyboard, and a JSON line is unfolded", async ({ page }) => {
  await page.goto(address(id));
  await expect(log(page)).toContainText(`ERROR worker ${count}`);
  await log(page).focus();
  await page.keyboard.press("ArrowUp");
  await expect(active(page)).toContainText(`worker ${count}`);
  await expect(page.getByRole("button", { name: /^Paused/ })).toBeVisible();
  for (let presses = 0; presses < 30; presses += 1) await page.keyboard.press("k");
  await expect(active(page)).toContainText('"step":1170');
  await page.keyboard.press("Enter");
  await expect(active(page)).toContainText('"url": "https://example.com/1170"');
  await expect(active(page).getByRole("button", { name: "Fold this JSON" })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(active(page)).not.toContainText('"url": "');

  await test.step("by whole windows, to the first line and back to the end", async () => {
    await page.keyboard.press("PageUp");
    await expect(active(page)).not.toContainText("1170");
    await expect(active(page)).toBeInViewport();
    await page.keyboard.press("Home");
    await expect(active(page)).toContainText("step 1 of the crawl");
    await expect(active(page)).toBeInViewport();
    await page.keyboard.press("End");
    await expect(active(page)).toHaveCount(0);
    await expect(page.getByRole("status").filter({ hasText: "following" })).toBeVisible();
  });

  await test.step("a click stands at a line, Escape leaves it", async () => {
    await log(page).getByText("step 1199 of the crawl").click();
    await expect(active(page)).toContainText("step 1199");
    await page.keyboard.press("Escape");
    await expect(active(page)).toHaveCount(0);
  });
});

test("a link to a line opens at it for somebody else, and says when the line is no longer kept", async ({
  page,
  context,
  fleet: { api },
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(address(id));
  await expect(log(page)).toContainText(`ERROR worker ${count}`);
  await log(page).focus();
  await page.keyboard.press("Home");
  for (let presses = 0; presses < 99; presses += 1) await page.keyboard.press("j");
  await expect(active(page)).toContainText("ERROR worker 100 has");
  await page.keyboard.press("c");
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain("ERROR worker 100");
  await page.keyboard.press("l");
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(/^http/);
  const link = await copied();

  const other = await context.newPage();
  await other.goto(link);
  await expect(pointed(other)).toContainText("ERROR worker 100 has");
  await expect(pointed(other)).toBeInViewport();
  await expect(other.getByRole("button", { name: /^Paused/ })).toBeVisible();
  await expect(log(other)).toContainText("step 99 of the crawl");
  await expect(log(other)).toContainText("step 101 of the crawl");
  expect(await faultsOf(other)).toEqual([]);

  await test.step("the ring has let go of it", async () => {
    await append(
      api,
      id,
      Array.from({ length: 2000 }, (_, index) => `later ${index + 1}`),
    );
    await expect(log(page)).toBeVisible();
    const late = await context.newPage();
    await late.goto(link);
    await expect(late.getByText(/^The line from .* is no longer kept: history begins at /)).toBeVisible();
    await expect(log(late)).toContainText("later 2000");
    await late.close();
  });
  await other.close();
});

test("a narrow pane keeps what it needs in sight and the rest in its menu", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(address(id));
  const pane = page.getByRole("region", { name: `Log ${path}` });
  await expect(log(page)).toContainText(/\S/);
  await expect(pane.getByRole("button", { name: /^Download/ })).toHaveCount(0);
  await pane.getByRole("button", { name: "More" }).click();
  await expect(page.getByRole("menuitem", { name: /^Download [\d,]+ lines$/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await pane.getByRole("button", { name: "How much of this log is kept" }).click();
  await expect(page.getByText(/at most 1,000,000 lines/).last()).toBeVisible();
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(wide).toBeLessThanOrEqual(0);
});

test("what was watched is still read when the session has ended, also after a reload", async ({
  page,
  fleet: { api },
}) => {
  const { id: short } = await createBrowser(api, { headless: true });
  await append(api, short, ["the last words"]);
  await page.goto(address(short));
  await expect(log(page)).toContainText("the last words");
  await deleteBrowser(api, short);
  await expect(page.getByRole("status").filter({ hasText: "session ended" })).toBeVisible();
  await page.reload();
  await expect(log(page)).toContainText("the last words");
  await expect(page.getByRole("status").filter({ hasText: "session ended" })).toBeVisible();
  await page.getByRole("button", { name: "How much of this log is kept" }).click();
  await expect(page.getByText(/for 11 minutes after its last viewer left/)).toBeVisible();
});
