import type { Page } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";
import { startMoodyProxy } from "../support/moody-proxy.ts";
import { faultsOf } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { createBrowser, deleteBrowser, finished, invoke } from "./making.ts";

test.use({ fleetName: "proxy history" });

const row = (page: Page, name: string) =>
  page.getByRole("table", { name: "Proxies", exact: true }).getByRole("row").filter({ hasText: name });

test("a script of flaps is on the page as it was: each check, its source, and every figure", async ({
  page,
  fleet,
}) => {
  const proxy = await startMoodyProxy(fleet.api, "moody-gateway");
  // By whom each check is made: here, or elsewhere, which the list then tells of.
  const script = [
    ["available", "here"],
    ["available", "elsewhere"],
    ["unavailable", "here"],
    ["available", "here"],
    ["unavailable", "elsewhere"],
    ["unavailable", "here"],
    ["available", "here"],
  ] as const;
  await page.goto("/proxies?past=1h");
  const own = row(page, "moody-gateway");
  await expect(own).toContainText("never checked");
  const strip = own.getByRole("img", { name: /recorded|available/ });
  await expect(strip).toHaveAccessibleName("no check recorded in the last hour");
  for (const [at, [status, by]] of script.entries()) {
    proxy.set(status);
    if (by === "here") await page.getByRole("button", { name: "Check moody-gateway" }).click();
    else await fleet.api.call(operations.checkProxy, { params: { id: proxy.id } });
    await expect(strip, `check ${at}`).toHaveAccessibleName(new RegExp(`^${at + 1} checks?,`), {
      timeout: 60_000,
    });
  }
  await expect(strip).toHaveAccessibleName("7 checks, 4 available, 3 unavailable in the last hour");
  await expect(own).toContainText("57 % of 7");
  // Changes at steps 2, 3, 4 and 6 of six, whose weights grow evenly from 0.8 to 1.2 and sum to 6.
  const weight = (step: number) => 0.8 + (0.4 * (step - 1)) / 5;
  const flap = Math.round((100 * (weight(2) + weight(3) + weight(4) + weight(6))) / 6);
  await expect(own).toContainText(`flapping, ${flap}`);

  await own.getByText("moody-gateway").click();
  const sheet = page.getByRole("dialog", { name: "moody-gateway" });
  const checks = sheet.getByRole("table", { name: "The newest checks" }).getByRole("row");
  await expect(checks).toHaveCount(1 + script.length);
  for (const [at, [status, by]] of [...script].reverse().entries()) {
    const line = checks.nth(at + 1);
    await expect(line.getByText(status, { exact: true })).toBeVisible();
    await expect(line).toContainText(by === "here" ? "operator" : "elsewhere");
  }
  // Only the five checks made here were timed.
  await expect(sheet.getByRole("region", { name: "Recorded checks" })).toContainText(/p50 .* p95 .* of 5/);
  await expect(sheet).toContainText("A custom proxy is a server of your own");
  expect(await faultsOf(page)).toEqual([]);

  // The record outlives the page and another check of the same moment is not invented.
  await page.reload();
  await expect(checks).toHaveCount(1 + script.length);
  await proxy.close();
});

test("what hangs on a proxy: the pool configured with it, the live session, the run behind that", async ({
  page,
  fleet,
}) => {
  const { api } = fleet;
  const proxy = await startMoodyProxy(fleet.api, "blast-gateway");
  const run = await invoke(api, ["catalogue", "v1", "crawl"], { maxPages: 200, pauseMs: 1000 });
  await expect
    .poll(async () => (await api.call(operations.retrieveInvocation, { params: { id: run } })).status)
    .toBe("running");
  const session = await createBrowser(api, { proxy_id: proxy.id, headless: true, invocation_id: run });
  const pool = await api.call(operations.createPool, {
    body: { size: 1, name: "blast-pool", proxy_id: proxy.id, headless: true, fill_rate_per_minute: 0 },
  });
  await page.goto(`/proxies?open=${proxy.id}`);
  const sheet = page.getByRole("dialog", { name: "blast-gateway" });
  const hanging = sheet.getByRole("region", { name: "What hangs on it" });
  await expect(hanging).toContainText("1 pool, 1 live session, 1 running run");
  await expect(hanging.getByRole("link", { name: "blast-pool" })).toBeVisible();
  await expect(hanging).toContainText("catalogue v1 crawl");

  proxy.set("unavailable");
  await sheet.getByRole("button", { name: "Check blast-gateway" }).click();
  await expect(page.getByText("on it hang 1 pool, 1 live session, 1 running run")).toBeVisible();
  await expect(sheet.getByRole("region", { name: "Down, and on it hang" })).toContainText("1 pool");
  await test.step("the overview counts the same", async () => {
    await page.goto("/");
    const item = page.getByRole("listitem").filter({ hasText: "Proxy blast-gateway is unavailable" });
    await expect(item).toContainText("1 pool, 1 live session and 1 running run hang on it", {
      timeout: 30_000,
    });
    await page.goto(`/proxies?open=${proxy.id}`);
  });
  await deleteBrowser(api, session.id);
  await api.call(operations.deletePool, { params: { id_or_name: pool.id }, body: { force: true } });
  await api.call(operations.updateInvocation, { params: { id: run }, body: { status: "failed" } });
  await finished(api, run);
  await page.reload();
  await expect(sheet.getByRole("region", { name: "Down, and on it hang" })).toContainText(
    "0 pools, 0 live sessions, 0 running runs",
  );
  await proxy.close();
});

test("many are checked a few at a time, go on while another page is looked at, and failures are listed", async ({
  page,
  fleet,
}) => {
  const { api } = fleet;
  const proxies = await api.call(operations.listProxies, {});
  const lost = proxies.find(({ name }) => name === "office-gateway");
  expect(lost).toBeDefined();
  await page.goto("/proxies?sort=quality");
  await expect(row(page, "mobile-tokyo")).toBeVisible();
  const order = await page
    .getByRole("table", { name: "Proxies", exact: true })
    .getByRole("row")
    .allInnerTexts();
  const at = (name: string) => order.findIndex((text) => text.includes(name));
  expect(at("mobile-tokyo")).toBeLessThan(at("residential-chicago"));
  expect(at("residential-chicago")).toBeLessThan(at("datacenter-frankfurt"));
  expect(at("datacenter-frankfurt")).toBeLessThan(at("office-gateway"));

  // One proxy is gone by the time its turn comes: its call is sent on to an id that the API does not know. All of it
  // is under way until another page was looked at.
  const looked = Promise.withResolvers<void>();
  await page.route(`**/api/proxies/${lost?.id}/check`, async (route) => {
    await looked.promise;
    const url = route.request().url();
    await route.continue({ url: url.replace(lost?.id ?? "", "nosuchproxy") });
  });
  await page.getByRole("button", { name: `Check all ${proxies.length}` }).click();
  const strip = page.getByRole("region", { name: "Checks of many" });
  await expect(strip.getByRole("status")).toContainText(`of ${proxies.length} proxies`);
  await page.getByRole("link", { name: "Pools" }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Pools" })).toBeVisible();
  looked.resolve();
  await page.getByRole("link", { name: "Proxies" }).first().click();
  await expect(strip.getByRole("status")).toContainText(`${proxies.length - 1} proxies checked`, {
    timeout: 60_000,
  });
  await expect(strip.getByRole("status")).toContainText("1 could not be checked");
  const truth = await api.call(operations.listProxies, {});
  const of = (status: string) =>
    truth.filter((each) => each.status === status && each.id !== lost?.id).length;
  await expect(strip.getByRole("status")).toContainText(`${of("available")} available`);
  await expect(strip.getByRole("status")).toContainText(`${of("unavailable")} unavailable`);
  await strip.getByText("1 could not be checked").last().click();
  const refused = strip.getByRole("listitem").filter({ hasText: "office-gateway" });
  await expect(refused).toContainText("not_found");
  const down = strip.getByRole("region", { name: "Found unavailable" }).getByRole("listitem");
  const gone = truth.filter(({ id, status }) => status === "unavailable" && id !== lost?.id);
  await expect(down).toHaveCount(gone.length);
  for (const { id, name } of gone) {
    const one = down.filter({ has: page.getByRole("link", { name: name || id, exact: true }) });
    await expect(one).toContainText(/on it hang \d+ pools?, \d+ live sessions?, \d+ running runs?/);
  }
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Put away" }).click();
  await expect(strip).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();

  const checkable = truth.find(({ id }) => id !== lost?.id);
  await page.getByRole("checkbox", { name: `Select ${checkable?.id}` }).click();
  await page.getByRole("button", { name: "Check 1 selected" }).click();
  await expect(strip.getByRole("status")).toContainText("1 proxy checked", { timeout: 60_000 });
});

test("the schedule is off until it is set, bounded, and kept with who set it", async ({ page }) => {
  await page.goto("/proxies");
  await page.getByRole("button", { name: "Schedule…" }).click();
  const dialog = page.getByRole("dialog", { name: "Scheduled checks" });
  await expect(dialog.getByRole("switch")).not.toBeChecked();
  await expect(dialog).toContainText("Nobody has set it yet");
  await dialog.getByLabel("Every … minutes").fill("0");
  await expect(dialog).toContainText("from 1 to 1,440");
  await dialog.getByLabel("Every … minutes").fill("30");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toContainText("Say why");
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByLabel("Reason").fill("set in an end-to-end test");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Schedule…" }).click();
  await expect(dialog.getByLabel("Every … minutes")).toHaveValue("30");
  await expect(dialog).toContainText("Set by admin");
});

test("the schedule begins with what is set now, and what could not be saved is said in its dialog", async ({
  page,
  fleet,
}) => {
  const { url } = fleet.dashboard;
  const setElsewhere = async (minutes: number) => {
    const answer = await page.request.put(`${url}/api/proxies/schedule`, {
      headers: { origin: url },
      data: { enabled: false, every_minutes: minutes, per_hour: 60 },
    });
    expect(answer.ok()).toBe(true);
  };
  await setElsewhere(41);
  await page.goto("/proxies");
  await expect(row(page, "datacenter-frankfurt")).toBeVisible();
  await page.getByRole("button", { name: "Schedule…" }).click();
  const dialog = page.getByRole("dialog", { name: "Scheduled checks" });
  const every = dialog.getByLabel("Every … minutes");
  await expect(every).toHaveValue("41");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  // Somebody else sets it while this page remembers what it read.
  await setElsewhere(42);
  await page.getByRole("button", { name: "Schedule…" }).click();
  await expect(every).toHaveValue("42");

  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  await page.route("**/api/proxies/schedule", async (route) => {
    if (route.request().method() !== "PUT") return route.fallback();
    asked.resolve();
    await answered.promise;
    return route.fulfill({
      status: 503,
      json: { code: "store_unavailable", message: "The store does not answer.", request_id: "e2e" },
    });
  });
  await every.fill("43");
  await dialog.getByLabel("Reason").fill("set in an end-to-end test");
  await dialog.getByRole("button", { name: "Save" }).click();
  await asked.promise;
  await expect(dialog.getByRole("button", { name: "Save" })).toHaveAttribute("aria-busy", "true");
  await page.keyboard.press("Escape");
  answered.resolve();
  await expect(dialog.getByRole("alert").filter({ hasText: "Not saved" })).toBeVisible();
  await expect(every).toHaveValue("43");
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("switched on, a scheduled check is recorded as such and by nobody, within the budget, until it is switched off", async ({
  page,
  fleet,
}) => {
  // What was never checked comes first: that is this one alone, and the budget is for one.
  for (const { id, last_checked } of await fleet.api.call(operations.listProxies, {}))
    if (!last_checked) await fleet.api.call(operations.checkProxy, { params: { id } });
  const proxy = await startMoodyProxy(fleet.api, "nightly-gateway");
  await page.goto("/proxies?past=1h");
  await expect(row(page, "nightly-gateway")).toContainText("never checked");
  const dialog = page.getByRole("dialog", { name: "Scheduled checks" });
  const set = async (on: boolean) => {
    await page.getByRole("button", { name: "Schedule…" }).click();
    await dialog.getByRole("switch").setChecked(on);
    await dialog.getByLabel("Every … minutes").fill("1");
    await dialog.getByLabel("At most … checks an hour").fill("1");
    await dialog.getByLabel("Reason").fill("set in an end-to-end test");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
  };
  await set(true);
  await expect(row(page, "nightly-gateway")).toContainText("100 % of 1", { timeout: 120_000 });
  await set(false);
  await page.getByRole("button", { name: "Schedule…" }).click();
  await expect(dialog.getByRole("switch")).not.toBeChecked();
  await expect(dialog).toContainText("The last hour had 1.");
  await page.keyboard.press("Escape");
  await row(page, "nightly-gateway").getByText("nightly-gateway").click();
  const sheet = page.getByRole("dialog", { name: "nightly-gateway" });
  const checks = sheet.getByRole("table", { name: "The newest checks" }).getByRole("row");
  await expect(checks).toHaveCount(2);
  await expect(checks.nth(1)).toContainText("schedule");
  expect(await faultsOf(page)).toEqual([]);
  // It is in the audit that the schedule was set; the check itself is no operator's act.
  const acts = await (await page.request.get("/api/audit?limit=100")).text();
  expect(acts).toContain("setProxySchedule");
  expect(acts).not.toContain(proxy.id);
  await proxy.close();
});

test("on a phone and in the dark a proxy is still checked and read", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/proxies");
  await page.getByRole("button", { name: "Check datacenter-frankfurt" }).click();
  await expect(row(page, "datacenter-frankfurt").getByText("available", { exact: true })).toBeVisible();
  // A notice that fades has, for a moment, the contrast of what fades.
  await expect(page.getByText("datacenter-frankfurt is available")).toBeVisible();
  // It stays while the pointer rests on it.
  await page.mouse.move(0, 0);
  await expect(page.getByText("datacenter-frankfurt is available")).toBeHidden();
  expect(await faultsOf(page)).toEqual([]);
  await row(page, "datacenter-frankfurt").getByText("datacenter-frankfurt").click();
  await expect(page.getByRole("region", { name: "Recorded checks" })).toContainText("Uptime");
  expect(await faultsOf(page)).toEqual([]);
});
