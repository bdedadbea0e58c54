// What recorded runs tell an operator: a scripted regression, each number on the screen beside the truth of the script.
import type { Locator, Page } from "@playwright/test";
import type { Invocation } from "../../lib/contract/invocations.ts";
import type { ApiClient } from "../support/api-client.ts";
import { faultsOf } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { finished, invoke } from "./making.ts";

// Each test goes on with the runs that the one before it made.
test.describe.configure({ mode: "serial" });
test.use({ fleetName: "insight" });

const source = `
import { app } from "fleetdeck";
app("orders").action("sync", async (context, payload) => {
  await new Promise((resolve) => setTimeout(resolve, payload.ms));
  if (payload.fails) throw new Error("Order " + payload.at + " was refused");
  return "ok";
});`;

async function deploy(api: ApiClient, version: string): Promise<void> {
  const form = new FormData();
  form.append("file", new Blob([source]), "orders.ts");
  form.append("version", version);
  form.append("force", "true");
  const headers = { authorization: `Bearer ${api.token}` };
  const answer = await fetch(`${api.url}/deployments`, { method: "POST", headers, body: form });
  if (!answer.ok) throw new Error(`not deployed: ${answer.status} ${await answer.text()}`);
}

async function run(
  api: ApiClient,
  { version, count, failing, ms }: { version: string; count: number; failing: number; ms: number },
): Promise<Invocation[]> {
  await deploy(api, version);
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1)
    ids.push(await invoke(api, ["orders", version, "sync"], { at, ms, fails: at < failing }));
  const ended: Invocation[] = [];
  for (const id of ids) ended.push(await finished(api, id));
  return ended;
}

const took = ({ started_at: from, finished_at: to }: Invocation) =>
  Date.parse(to ?? "") - Date.parse(from ?? "");

function quantile(runs: readonly Invocation[], share: number): number {
  const sorted = runs.map(took).sort((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}

/** Milliseconds of a text such as 1.4 s or 640 ms. */
function shownMs(text: string | undefined): number {
  const [, figure, unit] = /^([\d.]+) (ms|s)$/.exec(text?.trim() ?? "") ?? [];
  return Number(figure) * (unit === "s" ? 1000 : 1);
}

async function expectDuration(place: Locator, pattern: RegExp, truthMs: number): Promise<void> {
  const shown = shownMs(pattern.exec((await place.textContent()) ?? "")?.[1]);
  expect(Math.abs(shown / truthMs - 1), `${shown} ms shown, ${truthMs} ms true`).toBeLessThan(0.105);
}

const actionRow = (page: Page) =>
  page.getByRole("table", { name: "Actions" }).getByRole("row").filter({ hasText: "orders" });
const failureRow = (page: Page) =>
  page.getByRole("table", { name: "Failures" }).getByRole("row").filter({ hasText: "was refused" });
const failureSheet = (page: Page) => page.getByRole("dialog", { name: "Order <n> was refused" });

const looks = [
  ["light", 1440],
  ["dark", 390],
] as const;

async function shots(page: Page, name: string): Promise<void> {
  for (const [theme, width] of looks) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 900 });
    expect(await faultsOf(page), `${name} ${theme} ${width}`).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
      .toBe(true);
    await page.screenshot({ path: test.info().outputPath(`${name}-${theme}-${width}.png`) });
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("an empty fleet says what the page is for", async ({ page }) => {
  await page.goto("/invocations");
  await page.getByRole("navigation", { name: "Invocations" }).getByRole("link", { name: "Insight" }).click();
  await expect(page).toHaveURL(/\/invocations\/insight$/);
  await expect(page.getByText("No run in this time")).toBeVisible();
  await expect(page.getByText("No run failed in this time")).toBeVisible();
  await expect(page.getByRole("region", { name: "Failures now" })).toContainText(
    "Too few runs to tell of a spike",
  );
  await shots(page, "empty");
});

test("a version that fails and is slower is named, with every number as it was", async ({
  page,
  fleet: { api },
}) => {
  const good = await run(api, { version: "v1", count: 32, failing: 1, ms: 100 });
  const bad = await run(api, { version: "v2", count: 31, failing: 12, ms: 700 });
  await page.goto("/invocations/insight?past=1h");
  const row = actionRow(page);
  await expect(row).toContainText("63", { timeout: 120_000 });
  await expect(row).toContainText("13 of 63", { timeout: 120_000 });
  await expect(row).toContainText("regressed since v2");
  await expect(row).toContainText("21 %");
  // Wilson of 13 of 63, by hand: (0.20635 + 0.03049 ± 1.96·√(0.0025994 + 0.000242)) / 1.06098
  await expect(row).toContainText("12–32 %");
  await expect(row).toContainText("failures 3.1 % of 32 → 39 % of 31");

  await row.getByText("sync").click();
  await expect(page).toHaveURL(/action=sync&app=orders/);
  const sheet = page.getByRole("dialog", { name: "orders sync" });
  await expect(sheet.getByRole("region", { name: "Verdict" })).toContainText(
    "v2 is compared with v1, the last good one",
  );
  const [first, second] = ["v1", "v2"].map((version) =>
    sheet.getByRole("region", { name: `Version ${version}` }),
  );
  if (first === undefined || second === undefined) throw new Error("two versions were asked for");
  await expect(first).toContainText("32 runs, failed 3.1 % 1 of 32");
  await expect(second).toContainText("31 runs, failed 39 % 12 of 31");
  for (const [place, runs] of [
    [first, good],
    [second, bad],
  ] as const) {
    await expectDuration(place, /p50 ([\d.]+ m?s)/, quantile(runs, 0.5));
    await expectDuration(place, /p95 ([\d.]+ m?s)/, quantile(runs, 0.95));
    await expectDuration(place, /p99 ([\d.]+ m?s)/, quantile(runs, 0.99));
  }
  const changes = second.getByRole("table", { name: "Against v1" });
  await expect(changes.getByRole("row").nth(0)).toContainText("worse");
  // How long runs take is the machine's affair: only that it is compared.
  await expect(changes.getByRole("row").nth(1)).toContainText(/→ .* \(×[\d.]+\)/);
  await expect(changes.getByRole("row").nth(2)).toContainText("too few to tell: 31 of 100");
  const begun =
    [...bad].map((each) => each.started_at ?? "").sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? "";
  await expect(second.locator("time").first()).toHaveAttribute("datetime", new Date(begun).toISOString());
  await shots(page, "action");

  await second.getByRole("link", { name: "Failed runs" }).click();
  await expect(page).toHaveURL(/status=failed.*version=v2/);
  const runRows = page
    .getByRole("table", { name: "Invocations" })
    .getByRole("row")
    .filter({ hasText: "sync" });
  await expect(runRows).toHaveCount(12);

  await page.goto("/invocations/insight?past=1h");
  const now = page.getByRole("region", { name: "Failures now" });
  await expect(now).toContainText("21 % failed of 63 ended of those started in the last");
  await now.getByRole("button", { name: "What the 13 failed runs share" }).click();
  const shared = now.getByRole("table", { name: "What the failed runs share" }).getByRole("row");
  // (12/13) / (31/63)
  await expect(shared.filter({ hasText: "orders v2" })).toContainText("12 of 13 92 %");
  await expect(shared.filter({ hasText: "orders v2" })).toContainText("31 of 63 49 %");
  await expect(shared.filter({ hasText: "orders v2" })).toContainText("×1.88");
  await expect(shared.filter({ hasText: "orders v1" })).toHaveCount(0);
  await expect(now).toContainText("known of 0 of 63 ended runs (0 of 13 failed)");
  await shots(page, "page");
});

test("failures of one kind are one row; acknowledged it rests until it is on a new version", async ({
  page,
  fleet: { api },
}) => {
  await page.goto("/invocations/insight?past=1h");
  const row = failureRow(page);
  await expect(row).toContainText("Order <n> was refused");
  await expect(row).toContainText("13 100 % of all");
  await expect(row).toContainText(/v1, v2|v2, v1/);
  await row.focus();
  await page.keyboard.press("Enter");
  const sheet = failureSheet(page);
  await expect(sheet.getByRole("table", { name: "Where it comes up" }).getByRole("row")).toHaveCount(3);
  await expect(sheet.getByRole("region", { name: "Newest runs" }).getByRole("listitem")).toHaveCount(13);
  await shots(page, "failure");

  await sheet.getByRole("button", { name: "Acknowledge…" }).click();
  const confirm = page.getByRole("alertdialog");
  await confirm.getByLabel("Reason").fill("known, ticket 7");
  expect(await faultsOf(page)).toEqual([]);
  await confirm.getByRole("button", { name: "Acknowledge" }).click();
  await expect(sheet).toContainText("known, ticket 7");
  await expect(sheet).toContainText("acknowledged");
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(row).toHaveCount(0);
  await expect(page.getByText("1 acknowledged or muted not shown")).toBeVisible();

  await run(api, { version: "v2", count: 1, failing: 1, ms: 10 });
  await page.getByRole("combobox", { name: "Failures shown" }).click();
  await page.getByRole("option", { name: "All failures" }).click();
  await expect(row).toContainText("14 100 % of all", { timeout: 60_000 });
  await expect(row).toContainText("acknowledged");
  const [again] = await run(api, { version: "v3", count: 1, failing: 1, ms: 10 });
  await expect(row).toContainText("reopened", { timeout: 60_000 });
  await expect(row).toContainText("15");

  await page.goto(`/invocations/${again?.id}`);
  await page.getByRole("link", { name: "Runs that failed for the same reason" }).click();
  await expect(sheet).toContainText("orders v3: a version it had not been on");
  await sheet.getByRole("button", { name: "Mute…" }).click();
  await expect(confirm.getByRole("combobox", { name: "For" })).toContainText("8 hours");
  await confirm.getByRole("button", { name: "Mute" }).click();
  await expect(sheet).toContainText("muted");
  await sheet.getByRole("button", { name: "Open again…" }).click();
  await confirm.getByRole("button", { name: "Open again" }).click();
  await expect(sheet.getByRole("button", { name: "Open again…" })).toHaveCount(0);

  const action = actionRow(page);
  await expect(action).toContainText("too few to tell: 1 of 30");
  await page.goto("/audit?action=setFailureGroup");
  await expect(page.getByText("known, ticket 7").first()).toBeVisible();
});

test("figures of the time before are marked as such until another time is read, and a sheet says none of them", async ({
  page,
}) => {
  await page.goto("/invocations/insight?past=1h&show=all");
  await failureRow(page).getByText("was refused").click();
  const sheet = failureSheet(page);
  const places = sheet.getByRole("table", { name: "Where it comes up" });
  await expect(places).toBeVisible();
  const isRead = ({ pathname }: URL) => /^\/api\/insight\/(actions|failures)$/.test(pathname);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(isRead, async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole("combobox", { name: "Time", exact: true }).click();
  await page.getByRole("option", { name: "Last 7 days" }).click();
  await expect(sheet).toContainText("Reading what is recorded of the last 7 days…");
  await expect(places).toHaveCount(0);
  await expect(
    page.getByText("reading what is recorded here, runs started in the last 7 days"),
  ).toBeVisible();
  const busy = ["Actions", "Failures"].map((name) =>
    page.getByRole("region", { name, exact: true }).locator("[aria-busy=true]"),
  );
  for (const each of busy) await expect(each).toHaveCount(1);
  release();
  await expect(places).toBeVisible();
  await expect(page.getByText(/as recorded here, runs started in the last 7 days/)).toBeVisible();
  for (const each of busy) await expect(each).toHaveCount(0);
  await page.unroute(isRead);

  await page.goto("/invocations/insight?reason=never+heard+of");
  await expect(page.getByRole("dialog", { name: "never heard of" })).toContainText(
    "No run that failed for this reason is recorded in the last 24 h.",
  );
});

test("while the API is away the page shows what is recorded, and what is missing", async ({
  page,
  fleet: { relay },
}) => {
  await page.goto("/invocations/insight?past=1h");
  await expect(actionRow(page)).toContainText("orders");
  relay.set({ kind: "refuse" });
  await expect(page.getByText(/ missing/).first()).toBeVisible({ timeout: 120_000 });
  await expect(actionRow(page)).toContainText("15 of 65");
  await page.route("**/api/insight/**", (route) => route.abort());
  await page.reload();
  await expect(page.getByText("The dashboard cannot be reached.").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Retry" }).first()).toBeVisible();
  await shots(page, "failed");
});
