import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";
import type { Fleet } from "../support/fleet.ts";
import { startMoodyProxy } from "../support/moody-proxy.ts";
import { faultsOf } from "./accessibility.ts";
import { expect, nobody, test } from "./fixtures.ts";
import { createBrowser, deleteBrowser, finished, invocationOf, invoke } from "./making.ts";

test.use({ fleetName: "timeline" });
test.describe.configure({ mode: "serial" });

const lane = (page: Page, name: string) =>
  page.getByRole("region", { name: "Lanes" }).getByRole("region", { name, exact: true });
const table = (page: Page, name: string) => page.getByRole("table", { name, exact: true });
const bodyRows = (page: Page, name: string) => table(page, name).locator("tbody tr");

const note = `it began here </style><script>document.title="owned"</script>"><img src=x onerror=alert(1)> password=hunter22`;

interface Script {
  startMs: number;
  good: readonly string[];
  failed: string;
  /** Between the start of the last good run and that of the failed one. */
  turnedMs: number;
  failedAtMs: number;
  session: string;
  proxy: string;
  endMs: number;
}
let script: Script;

const startedMs = async (fleet: Fleet, id: string) =>
  Date.parse((await invocationOf(fleet.api, id)).started_at ?? "");

/** Works through the dashboard as an operator would, beside the pages. */
async function act(page: Page, fleet: Fleet, path: string): Promise<void> {
  const { url } = fleet.dashboard;
  const answer = await page.request.post(`${url}/api${path}`, { headers: { origin: url }, data: {} });
  expect(answer.ok()).toBe(true);
}

test("an incident by script is in every lane as it was", async ({ page, fleet }) => {
  const { api, relay } = fleet;
  const startMs = Date.now();
  await api.call(operations.createPool, {
    body: { size: 3, name: "lane-pool", headless: true, fill_rate_per_minute: 0 },
  });
  const good = [
    await invoke(api, ["storefront", "v1", "search"], { query: "oak" }),
    await invoke(api, ["storefront", "v1", "search"], { query: "elm" }),
  ];
  const { id: session } = await createBrowser(api, { headless: true });
  const server = await startMoodyProxy(api, "lane-gateway");
  const proxy = server.id;
  await page.goto("/browsers");
  await expect(page.getByText(session.slice(0, 6)).first()).toBeVisible();
  await act(page, fleet, `/proxies/${proxy}/check`);
  server.set("unavailable");
  await act(page, fleet, `/proxies/${proxy}/check`);
  await act(page, fleet, `/proxies/${proxy}/check`);
  for (const id of good) await finished(api, id);
  await deleteBrowser(api, session);
  const failed = await invoke(api, ["storefront", "v2", "search"], {});
  await finished(api, failed);
  await page.reload();

  await page.goto("/timeline?last=15m");
  await expect(lane(page, "Invocations")).toContainText("3 started: 1 failed, 2 succeeded", {
    timeout: 60_000,
  });
  await expect(lane(page, "Proxy checks")).toContainText("3 checks of 1 proxy, 2 unavailable");
  await expect(lane(page, "Pool lane-pool")).toContainText(
    "at worst 3 unfilled, 0 available; at most 0 acquired",
  );
  await expect(lane(page, "Operator actions")).toContainText(/acts/);

  // The API is away for a while: what was not read is said, and read later.
  relay.set({ kind: "refuse" });
  await expect(lane(page, "Not recorded")).toContainText(/[1-9] not read later/, { timeout: 60_000 });
  relay.set({ kind: "pass" });
  await expect(lane(page, "Not recorded")).toContainText(/gaps?, /, { timeout: 60_000 });
  await expect(lane(page, "Pool lane-pool")).toContainText(/polls? unanswered/);

  await page.getByRole("button", { name: "Mark a moment…" }).click();
  const dialog = page.getByRole("dialog", { name: "Mark a moment" });
  await dialog.getByLabel("Note").fill(note);
  await dialog.getByRole("button", { name: "Set the mark" }).click();
  await expect(dialog).toBeHidden();
  await expect(lane(page, "Marks and log gaps")).toContainText("1 mark, 0 log gaps");
  const failedAtMs = await startedMs(fleet, failed);
  const goodAtMs = Math.max(...(await Promise.all(good.map((id) => startedMs(fleet, id)))));
  script = {
    startMs,
    good,
    failed,
    turnedMs: (goodAtMs + failedAtMs) / 2,
    failedAtMs,
    session,
    proxy,
    endMs: Date.now(),
  };
  await server.close();
});

const address = () => `/timeline?from=${script.startMs - 5_000}&to=${script.endMs + 5_000}`;
/** Nothing comes to that time any more. */
const isPast = () => expect.poll(() => Date.now(), { timeout: 30_000 }).toBeGreaterThan(script.endMs + 5_000);

test("the tables hold each of it with its links, and their numbers are those of the lanes", async ({
  page,
}) => {
  await isPast();
  await page.goto(address());
  await expect(bodyRows(page, "Invocations")).toHaveCount(3);
  await expect(
    table(page, "Invocations").getByRole("link", { name: /storefront v2 search/ }),
  ).toHaveAttribute("href", `/invocations/${script.failed}`);
  await page.getByRole("tab", { name: /^Sessions/ }).click();
  const own = table(page, "Sessions").locator(`a[href="/browsers/${script.session}"]`);
  await expect(own).toBeVisible();
  // Pools and runs make sessions of their own, so which others were seen is not the script's: each is told once.
  const links = table(page, "Sessions").locator('a[href^="/browsers/"]');
  const told = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(new Set(told).size).toBe(told.length);
  await expect(page.getByRole("tab", { name: `Sessions ${told.length}` })).toBeVisible();
  await page.getByRole("tab", { name: /^Proxy checks/ }).click();
  await expect(bodyRows(page, "Proxy checks")).toHaveCount(3);
  await expect(bodyRows(page, "Proxy checks").filter({ hasText: "unavailable" })).toHaveCount(2);
  await page.getByRole("tab", { name: /^Pools/ }).click();
  await expect(bodyRows(page, "Pools").filter({ hasText: "lane-pool" })).toContainText("3");
  await page.getByRole("tab", { name: /^Operator actions/ }).click();
  await expect(bodyRows(page, "Operator actions").filter({ hasText: "checkProxy" })).toHaveCount(3);
  await expect(bodyRows(page, "Operator actions").filter({ hasText: "createMark" })).toHaveCount(1);
  await page.getByRole("tab", { name: /^Not recorded/ }).click();
  await expect(bodyRows(page, "Not recorded").first()).toContainText(/invocations|pools|browsers/);
  await page.getByRole("tab", { name: /^Marks/ }).click();
  await expect(bodyRows(page, "Marks and log gaps")).toContainText("it began here </style><script>");
  expect(await page.title()).not.toBe("owned");
});

test("the brush narrows lanes and tables, by pointer and by key, and is in the address", async ({ page }) => {
  await page.goto(address());
  const runs = lane(page, "Invocations");
  await expect(runs).toContainText("3 started");
  // What comes later would move the lanes away under the pointer.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const box = await runs.getByRole("img").boundingBox();
  if (box === null) throw new Error("The lane is not drawn.");
  const fromMs = script.startMs - 5_000;
  const span = script.endMs + 5_000 - fromMs;
  const xOf = (atMs: number) => box.x + ((atMs - fromMs) / span) * box.width;
  await page.mouse.move(xOf(script.turnedMs), box.y + 10);
  await page.mouse.down();
  await page.mouse.move(xOf(script.failedAtMs + 2_000), box.y + 12, { steps: 5 });
  await page.mouse.move(xOf(script.endMs + 5_000), box.y + 12, { steps: 5 });
  await page.mouse.up();
  await expect(page).toHaveURL(/brush_from=\d+&brush_to=\d+/);
  await expect(runs).toContainText("1 started: 1 failed");
  await expect(bodyRows(page, "Invocations")).toHaveCount(1);
  await page.reload();
  await expect(runs).toContainText("1 started: 1 failed");
  const begins = page.getByRole("slider", { name: "Selection begins" });
  const ends = page.getByRole("slider", { name: "Selection ends" });
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expect(await faultsOf(page)).toEqual([]);
  }

  await begins.focus();
  await page.keyboard.press("Home");
  await expect(runs).toContainText("3 started");
  const before = Number(await begins.getAttribute("aria-valuenow"));
  // The words of a selection are never those of the one before it.
  const isRead = ({ pathname }: URL) => pathname === "/api/history/timeline";
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(isRead, async (route) => {
    await released;
    await route.continue();
  });
  await page.keyboard.press("Shift+ArrowRight");
  await expect(runs.locator("p")).toHaveText("…");
  release();
  await expect(runs.locator("p")).not.toHaveText("…");
  await page.unroute(isRead);
  await expect.poll(async () => Number(await begins.getAttribute("aria-valuenow"))).toBeGreaterThan(before);
  await ends.focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(ends).not.toHaveAttribute("aria-valuenow", String(script.endMs + 5_000));
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/brush_/);
  await expect(page.getByRole("button", { name: "Zoom to selection" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
});

test("a file of it opens without script, says the same, and holds no secret and no foreign markup", async ({
  page,
  browser,
}) => {
  await page.goto(address());
  const words = new Map<string, string>();
  for (const name of ["Invocations", "Sessions", "Pool lane-pool", "Proxy checks", "Marks and log gaps"]) {
    await expect(lane(page, name).locator("p")).not.toHaveText("…");
    words.set(name, (await lane(page, name).locator("p").textContent()) ?? "");
  }
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const path = test.info().outputPath("timeline.html");
  await (await saved).saveAs(path);
  const text = readFileSync(path, "utf8");
  expect(text).not.toContain("hunter22");
  expect(text).not.toContain("<script");
  expect(text).not.toContain("<img");
  expect(text).not.toContain("oak");

  const quiet = await browser.newContext({ javaScriptEnabled: false, storageState: nobody });
  const file = await quiet.newPage();
  await file.goto(`file://${path}`);
  await expect(file.getByRole("heading", { level: 1 })).toContainText("Timeline of");
  for (const [name, said] of words) {
    const part = file.locator("section", { has: file.getByRole("heading", { name, exact: true }) });
    await expect(part.locator("p")).toHaveText(said);
    await expect(part.locator("svg")).toBeVisible();
  }
  const rows = (name: string) => file.getByRole("group", { name, exact: true }).locator("tbody tr");
  await expect(rows("Invocations")).toHaveCount(3);
  await expect(rows("Invocations").filter({ hasText: script.failed })).toContainText("failed");
  await expect(rows("Proxy checks").filter({ hasText: "unavailable" })).toHaveCount(2);
  await expect(rows("Marks")).toContainText('it began here </style><script>document.title="owned"');
  await expect(rows("Marks")).toContainText("password=[redacted]");
  // The style is let in by its hash: the page is as wide as it says.
  expect(
    await file
      .locator("rect.t-bad")
      .first()
      .evaluate((box) => getComputedStyle(box).fill),
  ).not.toBe("rgb(0, 0, 0)");
  await quiet.close();

  const loud = await browser.newContext({ storageState: nobody });
  const again = await loud.newPage();
  await again.goto(`file://${path}`);
  expect(await faultsOf(again)).toEqual([]);
  await loud.close();

  await page.getByRole("tab", { name: /^Operator actions/ }).click();
  await page.goto("/audit?action=exportTimeline");
  await expect(table(page, "Operator actions").getByText("exportTimeline").first()).toBeVisible();
});

test("a mark that is being set keeps its dialog, and a failure is told in it", async ({ page }) => {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route("**/api/marks", async (route) => {
    asked.resolve();
    await answered.promise;
    return route.fulfill({
      status: 503,
      json: { code: "store_unavailable", message: "The store does not answer.", request_id: "e2e" },
    });
  });
  await page.goto(address());
  await expect(lane(page, "Invocations")).toContainText("3 started");
  await page.getByRole("button", { name: "Mark a moment…" }).click();
  const dialog = page.getByRole("dialog", { name: "Mark a moment" });
  await dialog.getByLabel("Note").fill("never kept");
  await dialog.getByRole("button", { name: "Set the mark" }).click();
  await asked.promise;
  const cancel = dialog.getByRole("button", { name: "Cancel" });
  await expect(cancel).toHaveAttribute("aria-disabled", "true");
  await cancel.click({ force: true });
  await page.keyboard.press("Escape");
  answered.resolve();
  await expect(dialog.getByRole("alert")).toHaveText("The store does not answer.");
  await cancel.click();
  await expect(dialog).toBeHidden();
});

test("a run leads to its time, a mark is taken back, and a phone shows and brushes it too", async ({
  page,
}) => {
  await page.goto(`/invocations/${script.failed}`);
  await page.getByRole("link", { name: "Show on the timeline" }).click();
  await expect(page).toHaveURL(/\/timeline\?from=\d+&to=\d+&brush_from=\d+&brush_to=\d+/);
  await expect(lane(page, "Invocations")).toContainText("1 started: 1 failed");

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${address()}&table=logs`);
  await expect(lane(page, "Invocations")).toContainText("3 started");
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  const ends = await page.getByRole("slider", { name: "Selection ends" }).boundingBox();
  if (ends === null) throw new Error("The grip is not drawn.");
  await page.mouse.move(ends.x + ends.width / 2, ends.y + ends.height / 2);
  await page.mouse.down();
  await page.mouse.move(150, ends.y + 4, { steps: 4 });
  await page.mouse.up();
  await expect(page).toHaveURL(/brush_to=/);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
    .toBe(true);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("button", { name: /^Take back the mark/ }).click();
  await expect(lane(page, "Marks and log gaps")).toContainText("0 marks");
});

test("a watched log that lost lines while the way to the API was cut is a gap with its session, here and in the file", async ({
  page,
  fleet: { api, relay },
}) => {
  const log = "/tmp/cut.log";
  const { id } = await createBrowser(api, { headless: true, timeout_seconds: 600 });
  const write = async (command: string) => {
    const body = { command: "sh", args: ["-c", command] };
    expect((await api.call(operations.execProcess, { params: { id }, body })).exit_code).toBe(0);
  };
  await write(`seq -f "before %.0f" 1 50 > ${log}`);
  await page.goto(`/browsers/${id}?${new URLSearchParams({ panes: `p.${log}` })}`);
  const pane = page.getByRole("region", { name: `Log ${log}`, exact: true }).getByRole("log");
  await expect(pane).toContainText("before 50", { timeout: 60_000 });
  relay.set({ kind: "refuse" });
  // What was written last before the file began anew is nowhere any more.
  await write(`echo lost >> ${log}; : > ${log}; seq -f "after %.0f" 1 3 >> ${log}`);
  relay.set({ kind: "pass" });
  await expect(pane).toContainText("after 3", { timeout: 120_000 });
  await expect(pane.getByText(/^Disconnected/)).toBeVisible();
  await expect(pane).not.toContainText("lost");

  await page.goto("/timeline?last=15m&table=logs");
  await expect(lane(page, "Marks and log gaps")).toContainText("0 marks, 1 log gap", { timeout: 60_000 });
  const row = bodyRows(page, "Marks and log gaps").filter({ hasText: log });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText("An unknown number of lines missing (disconnected)");
  await expect(row.getByRole("link")).toHaveAttribute("href", `/browsers/${id}`);
  expect(await faultsOf(page)).toEqual([]);

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const path = test.info().outputPath("gaps.html");
  await (await saved).saveAs(path);
  const file = await page.context().newPage();
  await file.goto(`file://${path}`);
  const rows = file.getByRole("group", { name: "Log gaps", exact: true }).locator("tbody tr");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText(id);
  await expect(rows).toContainText(log);
  await expect(rows).toContainText("disconnected");
  await file.close();
  await deleteBrowser(api, id);
});
