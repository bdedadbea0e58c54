// More runs than a page reads, at an API that lists them and can be asked for none by its id: what the dashboard's own
// record answers is compared with what the script of the runs says.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { z } from "zod";
import { runHistory } from "../../lib/bff/run-history.ts";
import { adminPassword, type RunningDashboard, startDashboard } from "../support/dashboard.ts";
import { startListingApi } from "../support/listing-api.ts";
import { lastedMs, type ScriptedRun, scriptedRun } from "../support/scripted-runs.ts";
import { faultsOf } from "./accessibility.ts";
import { expect, nobody, signIn, test } from "./fixtures.ts";

test.use({ storageState: nobody });

const token = "token-of-the-listing-api";
const count = 5_000;
const spanMs = 5 * 86_400_000;
const fromMs = Date.now() - spanMs - 600_000;
/** All of them, and less than the recorder keeps. */
const since = "168h";
/** The payload of one run is longer than what is recorded of it. */
const longAt = 1_234;
const runAt = (at: number): ScriptedRun => {
  const run = scriptedRun(at, { count, fromMs, spanMs });
  return at === longAt ? { ...run, payload: JSON.stringify({ note: "long ".repeat(400) }) } : run;
};
/** Newest first, as every answer has them. */
const runs = Array.from({ length: count }, (_, at) => runAt(count - 1 - at));
const longerThan = (ms: number) =>
  runs.filter((run) => lastedMs(run) > ms && run.version !== "v1").map(({ id }) => id);

const forgotten = new Set<string>();
let upstream: Awaited<ReturnType<typeof startListingApi>>;
let dashboard: RunningDashboard;

test.beforeAll(async () => {
  upstream = await startListingApi({ token, count, runAt, retrieves: false, forgotten });
  dashboard = await startDashboard({
    apiBaseUrl: upstream.url,
    token,
    variables: { RECORDER_REQUESTS_PER_MINUTE: "6000" },
  });
  const admin = await dashboard.admin();
  const read = async () =>
    runHistory.parse((await admin.get(`/api/history/invocations?limit=1&since_ms=${fromMs}`)).json).complete;
  await expect.poll(read, { timeout: 240_000 }).toBe(true);
});
test.afterAll(async () => {
  await dashboard?.stop();
  await upstream?.close();
});

test.beforeEach(async ({ page }) => {
  await page.goto(`${dashboard.url}/sign-in`);
  await signIn(page, "admin", adminPassword);
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
});

const number = (value: number) => value.toLocaleString("en-GB");
const main = (page: Page) => page.getByRole("main");
const next = (page: Page) => main(page).getByRole("button", { name: "Next page" });
const open = (page: Page, query: string) =>
  page.goto(`${dashboard.url}/invocations?${query}&since=${since}&not_version=v1&limit=100&live=off`);
/** Expects the page of `wanted` that begins at `offset`, by its range and its first row. */
async function expectPage(page: Page, wanted: readonly string[], offset: number): Promise<void> {
  const last = Math.min(offset + 100, wanted.length);
  const range = `${number(offset + 1)}–${number(last)}`;
  const words = last < wanted.length ? `${range}, more` : `${range} of ${number(last)}`;
  await expect(main(page).getByText(words, { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("checkbox", { name: `Select ${wanted[offset]}` })).toBeVisible();
}

test("a filter that the API lacks is answered from all runs recorded, page by page to the end", async ({
  page,
}) => {
  const wanted = longerThan(10_000);
  expect(wanted.length).toBeGreaterThan(500);
  await open(page, "took_over=10s");
  await expect(main(page).getByText(/from the dashboard's own record of the runs/)).toBeVisible({
    timeout: 120_000,
  });
  await expect(main(page).getByText(/recorded for the last .*, complete/)).toBeVisible();
  for (let offset = 0; offset < wanted.length; offset += 100) {
    await expectPage(page, wanted, offset);
    if (offset + 100 < wanted.length) await next(page).click();
  }
  await expect(next(page)).toHaveAttribute("aria-disabled", "true");
});

test("a page that the record has not answered is awaited, and its failure shown: never that there is nothing", async ({
  page,
}) => {
  const wanted = longerThan(10_000);
  await open(page, "took_over=10s");
  await expect(main(page).getByText(/from the dashboard's own record of the runs/)).toBeVisible({
    timeout: 120_000,
  });
  await expectPage(page, wanted, 0);
  const isRecord = (url: URL) => url.pathname === "/api/history/invocations";
  const { promise: refused, resolve: refuse } = Promise.withResolvers<void>();
  await page.route(isRecord, async (route) => {
    await refused;
    await route.abort();
  });
  await next(page).click();
  await expect(main(page).getByText(/asking the dashboard's own record of the runs…/)).toBeVisible();
  const nothing = main(page).getByText("Nothing this far down");
  await expect(nothing).toHaveCount(0);
  refuse();
  await expect(main(page).getByText(/own record of the runs did not answer/)).toBeVisible();
  await expect(nothing).toHaveCount(0);
  const failure = main(page).getByRole("alert").filter({ hasText: "The dashboard cannot be reached." });
  await expect(failure).toBeVisible();
  await page.unroute(isRecord);
  await failure.getByRole("button", { name: "Retry" }).click();
  await expectPage(page, wanted, 100);
});

const saved = z.object({
  complete: z.boolean(),
  count: z.number(),
  items: z.array(z.looseObject({ id: z.string() })),
});

/** Exports all that match as JSON, and reads the file. */
async function exported(page: Page) {
  await main(page)
    .getByRole("button", { name: /^Export/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Format" }).click();
  await page.getByRole("option", { name: /^JSON/ }).click();
  await expect(dialog.getByText(/^As the recorder keeps them/)).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent("download", { timeout: 120_000 }),
    dialog.getByRole("button", { name: "Export", exact: true }).click(),
  ]);
  await expect(dialog.getByRole("status")).toContainText("saved as");
  const text = await readFile(await file.path(), "utf8");
  const words = await dialog.getByRole("status").textContent();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  return { words, ...saved.parse(JSON.parse(text)) };
}

async function selectAllThatMatch(page: Page): Promise<void> {
  await expect(main(page).getByText(/from the dashboard's own record of the runs/)).toBeVisible({
    timeout: 120_000,
  });
  await page.getByRole("checkbox", { name: /^Select all/ }).check();
  await page.getByRole("button", { name: /^Select all that match/ }).click();
}

test("all that match are selected and exported from the record, not from the newest alone", async ({
  page,
}) => {
  const wanted = longerThan(10_000);
  await open(page, "took_over=10s");
  await selectAllThatMatch(page);
  const total = number(wanted.length);
  await expect(page.getByText(`All ${total} that match are selected.`)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("region", { name: "Selected runs" })).toContainText(`${total} runs selected`);
  expect(await faultsOf(page)).toEqual([]);
  const file = await exported(page);
  expect(file).toMatchObject({ complete: true, count: wanted.length });
  expect(file.items.map(({ id }) => id)).toEqual(wanted);
  expect(file.words).not.toContain("There may be more");
});

test("what is beyond the bound of an act or a file is said", async ({ page }) => {
  const wanted = longerThan(1_000);
  expect(wanted.length).toBeGreaterThan(2_000);
  await open(page, "took_over=1s");
  await selectAllThatMatch(page);
  await expect(page.getByText("2,000 that the recorder has are selected; there may be more.")).toBeVisible({
    timeout: 60_000,
  });
  const file = await exported(page);
  expect(file).toMatchObject({ complete: false, count: 2_000 });
  expect(file.items.map(({ id }) => id)).toEqual(wanted.slice(0, 2_000));
  expect(file.words).toContain("There may be more");

  await open(page, "payload_has=term");
  await expect(
    main(page).getByText(/older ones were not looked at, as the recorder does not keep/),
  ).toBeVisible({ timeout: 120_000 });
});

test("a run has its page though the API cannot be asked for it: from the list, else from the recorder", async ({
  page,
}) => {
  const listed = runAt(longAt);
  await page.goto(`${dashboard.url}/invocations/${listed.id}`);
  await expect(main(page).getByText(/from the API's list/)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("tree", { name: "Payload" })).toContainText("long long");

  forgotten.add(listed.id);
  await page.reload();
  const truth = main(page).getByText(/from the recorder, as of/);
  await expect(truth).toBeVisible({ timeout: 60_000 });
  await expect(truth).toContainText("not newer because of operation_absent");
  await expect(page.getByRole("region", { name: "Payload" })).toContainText(
    "Not kept: the recorder keeps no payload of 1,000 characters or more.",
  );
  await expect(page.getByRole("tree", { name: "Output" })).toBeVisible();
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expect(await faultsOf(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole("link", { name: "Run again" }).click();
  await expect(page.getByText(/The payload of the run to repeat is not filled in/)).toBeVisible({
    timeout: 60_000,
  });
  expect(await faultsOf(page)).toEqual([]);

  await page.goto(`${dashboard.url}/invocations/inv_nowhere`);
  await expect(page.getByText("Nothing is known of invocation inv_nowhere")).toBeVisible({ timeout: 60_000 });
  await expect(main(page)).toContainText("nor recorded by this dashboard");
});
