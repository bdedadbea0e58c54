// Acts on many runs at once and exports, from the run table.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";
import { faultsOf } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { finished, invocationOf, invoke } from "./making.ts";

test.use({ fleetName: "bulk" });

const failing = ["storefront", "v2", "search"] as const;
const crawl = ["catalogue", "v1", "crawl"] as const;
const failedRuns: string[] = [];

test.beforeAll(async ({ fleet: { api } }) => {
  for (let at = 0; at < 6; at += 1) failedRuns.push(await invoke(api, failing, { wrong: at }));
  for (const id of failedRuns) await finished(api, id);
});

const bar = (page: Page) => page.getByRole("region", { name: "Selected runs" });
const dialog = (page: Page) => page.getByRole("dialog");

async function select(page: Page, ids: readonly string[]): Promise<void> {
  for (const id of ids) await page.getByRole("checkbox", { name: `Select ${id}` }).check();
}

/** Opens the dialog of running again for these runs and gives the reason. */
async function askAgain(page: Page, ids: readonly string[]): Promise<void> {
  await page.goto("/invocations?status=failed&live=off");
  await select(page, ids);
  await bar(page)
    .getByRole("button", { name: /^Run again/ })
    .click();
  await dialog(page).getByRole("textbox", { name: "Reason" }).fill("seen in an end-to-end test");
}

test("runs are run again with the same input, after count, effect and reason; the audit has them", async ({
  page,
  fleet: { api },
}) => {
  const [first = "", second = ""] = failedRuns;
  await page.goto("/invocations?status=failed");
  await select(page, [first, second]);
  await expect(bar(page)).toContainText("2 runs selected: 2 failed");
  await bar(page)
    .getByRole("button", { name: /^Run again/ })
    .click();
  await expect(dialog(page)).toContainText("2 runs will be invoked again as new runs.");
  await expect(dialog(page).getByRole("button", { name: "Cancel" })).toBeFocused();
  const confirm = dialog(page).getByRole("button", { name: "Run 2 runs again" });
  await expect(confirm).toHaveAttribute("aria-disabled", "true");
  expect(await faultsOf(page)).toEqual([]);

  const reason = "the bulk reason, in full";
  await dialog(page).getByRole("textbox", { name: "Reason" }).fill(reason);
  await confirm.dblclick();
  await expect(dialog(page).getByText("2 runs invoked again.")).toBeVisible();
  const made = dialog(page).getByRole("region", { name: "New runs" }).getByRole("link");
  await expect(made).toHaveCount(2);
  expect(await faultsOf(page)).toEqual([]);
  const ids = (await made.allTextContents()).map((text) => text.trim());
  const payloads = await Promise.all(
    ids.map(async (id) => {
      const { app_name, version, action_name, payload } = await invocationOf(api, id);
      return [app_name, version, action_name, payload];
    }),
  );
  const wanted = [0, 1].map((at) => [...failing, JSON.stringify({ wrong: at })]);
  expect(payloads).toHaveLength(2);
  expect(payloads).toEqual(expect.arrayContaining(wanted));
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  await expect(bar(page)).toBeHidden();

  await page.goto("/audit?action=createInvocation");
  const audit = page.getByRole("table", { name: "Operator actions" });
  // Each call twice: as intended and as answered.
  await expect(audit.getByRole("row").filter({ hasText: reason })).toHaveCount(4);
});

test("cancelling takes those under way, counts the rest as skipped", async ({ page, fleet: { api } }) => {
  const id = await invoke(api, crawl, { maxPages: 200, pauseMs: 1000 });
  await expect.poll(async () => (await invocationOf(api, id)).status).toBe("running");
  await page.goto("/invocations");
  await select(page, [id, failedRuns[0] ?? ""]);
  await expect(bar(page)).toContainText("2 runs selected: 1 running, 1 failed");
  await bar(page)
    .getByRole("button", { name: /^Cancel/ })
    .click();
  await expect(dialog(page)).toContainText("1 run will end as failed; its browser sessions are destroyed.");
  await expect(dialog(page)).toContainText("1 skipped");
  await expect(dialog(page).getByRole("button", { name: "Keep running" })).toBeFocused();
  await dialog(page).getByRole("textbox", { name: "Reason" }).fill("seen in an end-to-end test");
  await dialog(page).getByRole("button", { name: "Cancel 1 run" }).click();
  await expect(dialog(page).getByText("1 run cancelled, 1 skipped.")).toBeVisible();
  expect((await invocationOf(api, id)).status).toBe("failed");
});

test("a refusal for the rate pauses the rest and is never sent again; it is listed with its request id", async ({
  page,
}) => {
  let posts = 0;
  await page.route("**/api/invocations", (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    posts += 1;
    if (posts > 1) return route.fallback();
    return route.fulfill({
      status: 429,
      headers: { "retry-after": "10" },
      json: { code: "too_many_requests", message: "Slow down.", request_id: "req-of-the-test" },
    });
  });
  await askAgain(page, failedRuns);
  await dialog(page).getByRole("button", { name: "Run 6 runs again" }).click();
  await expect(dialog(page).getByText(/paused, as the API asks/)).toBeVisible();
  await expect(dialog(page).getByText(/^Goes on in/)).toBeVisible();
  await expect(dialog(page).getByText("5 runs invoked again, 1 failed.")).toBeVisible();
  const failures = dialog(page).getByRole("region", { name: "Failures" });
  await expect(failures.getByRole("listitem")).toHaveCount(1);
  await expect(failures).toContainText("too_many_requests");
  await expect(failures).toContainText("Slow down.");
  await expect(failures).toContainText("req-of-the-test");
  expect(posts).toBe(6);
  expect(await faultsOf(page)).toEqual([]);
});

test("closing asks while calls are under way; stopping awaits them and names what was not sent", async ({
  page,
}) => {
  const held: (() => void)[] = [];
  await page.route("**/api/invocations", async (route) => {
    if (route.request().method() === "POST") await new Promise<void>((go) => held.push(go));
    await route.fallback();
  });
  const warned = () =>
    page.evaluate(() => !window.dispatchEvent(new Event("beforeunload", { cancelable: true })));
  await askAgain(page, failedRuns);
  await dialog(page).getByRole("button", { name: "Run 6 runs again" }).click();
  await expect.poll(() => held.length).toBe(4);
  expect(await warned()).toBe(true);
  await page.keyboard.press("Escape");
  await expect(dialog(page).getByRole("alert")).toContainText("2 runs not sent yet");
  const stop = dialog(page).getByRole("button", { name: "Stop after those under way" });
  await expect(stop).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog(page).getByText(/waiting for 4 under way/)).toBeVisible();
  for (const go of held) go();
  await expect(dialog(page).getByText("4 runs invoked again, 2 not sent.")).toBeVisible();
  await expect(dialog(page).getByRole("region", { name: "Not sent" }).getByRole("listitem")).toHaveCount(2);
  expect(held).toHaveLength(4);
  expect(await warned()).toBe(false);
});

test("an act that is left by Back goes on, says so, and its report is there on return", async ({ page }) => {
  const held: (() => void)[] = [];
  await page.route("**/api/invocations", async (route) => {
    if (route.request().method() === "POST") await new Promise<void>((go) => held.push(go));
    await route.fallback();
  });
  await page.goto("/pools");
  await page.getByRole("link", { name: /^Invocations/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Invocations" })).toBeVisible();
  await select(page, failedRuns);
  await bar(page)
    .getByRole("button", { name: /^Run again/ })
    .click();
  await dialog(page).getByRole("textbox", { name: "Reason" }).fill("seen in an end-to-end test");
  await dialog(page).getByRole("button", { name: "Run 6 runs again" }).click();
  await expect.poll(() => held.length).toBe(4);
  await page.goBack();
  await expect(page.getByText("Running 6 runs again goes on")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Pools" })).toBeVisible();
  for (const go of held.splice(0)) go();
  await expect.poll(() => held.length).toBe(2);
  for (const go of held) go();
  await expect(page.getByText("6 runs invoked again", { exact: true })).toBeVisible();

  await page.goForward();
  await expect(dialog(page).getByText("6 runs invoked again.")).toBeVisible();
  await expect(dialog(page).getByRole("region", { name: "New runs" }).getByRole("link")).toHaveCount(6);
  await dialog(page).getByRole("button", { name: "Close" }).last().click();
  await expect(dialog(page)).toHaveCount(0);
});

test("a selection is exported as CSV, all that match as JSON", async ({ page, fleet: { api } }) => {
  const [first = "", second = ""] = failedRuns;
  // What tests before invoked is over: no run comes to match between the file and what it is compared with.
  const open = async () => {
    const newest = await api.call(operations.listInvocations, { query: { limit: 100 } });
    return newest.filter(({ status }) => status === "queued" || status === "running");
  };
  await expect.poll(open, { timeout: 120_000 }).toEqual([]);
  await page.goto("/invocations?status=failed&live=off");
  await select(page, [first, second]);
  await bar(page)
    .getByRole("button", { name: /^Export/ })
    .click();
  await expect(dialog(page)).toContainText("Times in UTC");
  expect(await faultsOf(page)).toEqual([]);
  const [csv] = await Promise.all([
    page.waitForEvent("download"),
    dialog(page).getByRole("button", { name: "Export", exact: true }).click(),
  ]);
  expect(csv.suggestedFilename()).toMatch(/^invocations-.+-\d{8}T\d{6}Z-UTC\.csv$/);
  const lines = (await readFile(await csv.path(), "utf8")).split("\r\n");
  expect(lines[0]).toMatch(/^id,app_name,version,action_name,started_at,status,payload,output,/);
  expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(expect.arrayContaining([first, second]));
  expect(lines).toHaveLength(3);
  await dialog(page).getByRole("button", { name: "Close" }).last().click();

  await page
    .getByRole("main")
    .getByRole("button", { name: /^Export/ })
    .first()
    .click();
  await dialog(page).getByRole("combobox", { name: "Format" }).click();
  await page.getByRole("option", { name: /^JSON/ }).click();
  const [json] = await Promise.all([
    page.waitForEvent("download"),
    dialog(page).getByRole("button", { name: "Export", exact: true }).click(),
  ]);
  const saved: unknown = JSON.parse(await readFile(await json.path(), "utf8"));
  const all = await api.call(operations.listInvocations, { query: { status: "failed", limit: 100 } });
  expect(saved).toMatchObject({
    zone: "UTC",
    filters: { status: "failed" },
    complete: true,
    count: all.length,
    items: all,
    unreadable_count: 0,
  });
  await expect(dialog(page)).toContainText(`${all.length} runs saved as`);
});
