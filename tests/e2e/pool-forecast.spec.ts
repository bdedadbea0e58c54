// A scripted drain through the real service: every number of the forecast against what the script did and saw.
import type { Page } from "@playwright/test";
import { type PoolInsight, poolInsights } from "../../lib/bff/pool-insight.ts";
import { operations } from "../../lib/contract/operations.ts";
import { faultsOf } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";

test.use({ fleetName: "pool-forecast" });

const name = "e2e-forecast";
const card = (page: Page) => page.getByRole("article", { name: `Pool ${name}` });

/** The figures of a forecast by name: value and note, as they are read. */
const told = (page: Page) =>
  page
    .getByRole("main")
    .locator("dl > div")
    .evaluateAll((figures) =>
      Object.fromEntries(
        figures.map((figure) => [
          figure.querySelector("dt")?.textContent?.trim() ?? "",
          [...figure.querySelectorAll("dd > span, dd")].map((part) => part.textContent).at(-1) ?? "",
        ]),
      ),
    );

test("a drain is told as it was made, an alarm says why, and the remedies act", async ({
  page,
  fleet: { api },
}) => {
  // 25 % of 8 are two browsers a minute.
  const pool = await api.call(operations.createPool, {
    body: { name, size: 8, fill_rate_per_minute: 25, headless: true, timeout_seconds: 300 },
  });
  const params = { id_or_name: pool.id };
  const heldNow = async () => {
    const now = await api.call(operations.retrievePool, { params });
    return now.available_count + now.acquired_count;
  };
  const acquired: { sessionId: string; atMs: number }[] = [];
  const acquire = async () => {
    const browser = await api.call(operations.acquireBrowser, { params, body: {} });
    if (browser === undefined) throw new Error("no browser came");
    acquired.push({ sessionId: browser.session_id, atMs: Date.now() });
  };
  const rises: number[] = [];
  const whenHeld = async (count: number) => {
    await expect.poll(heldNow, { timeout: 120_000, intervals: [300] }).toBe(count);
    rises.push(Date.now());
  };

  let shown: PoolInsight | undefined;
  page.on("response", async (response) => {
    if (!response.url().includes("/api/pools/insight") || !response.ok()) return;
    const read = poolInsights.safeParse(await response.json().catch(() => undefined));
    shown = read.data?.pools.find(({ pool_id }) => pool_id === pool.id) ?? shown;
  });

  await page.goto(`/pools/${pool.id}`);
  await expect(page.getByRole("heading", { level: 2, name: "Ahead" })).toBeVisible();
  // The first may have come before the recorder looked: three after it are enough to learn from.
  await whenHeld(2);
  await whenHeld(3);
  await acquire();
  await whenHeld(4);
  await acquire();
  await expect.poll(() => shown?.drain?.taken ?? 0).toBe(2);
  await expect.poll(() => shown?.fill.source).toBe("learned");
  await page.getByRole("button", { name: /^Live/ }).click();

  await test.step("every number is the script's", async () => {
    const insight = shown;
    if (insight?.drain == null || insight.fill.learned === null || insight.empty === null)
      throw new Error("nothing was worked out");
    const { drain, empty, fill, state } = insight;
    expect(insight).toMatchObject({ available: 2, acquired: 2, unfilled: 4, size: 8 });
    expect(state.kind).not.toBe("cannot_fill");
    expect(acquired.every(({ atMs }) => atMs > drain.from_ms && atMs < drain.to_ms)).toBe(true);
    expect(drain.taken_per_minute).toBeCloseTo((2 * 60_000) / (drain.to_ms - drain.from_ms), 9);
    // The recorder polled every two seconds: what it learned lies around what the script saw.
    const [second = 0, , fourth = 0] = rises;
    const truth = (2 * 60_000) / (fourth - second);
    expect([2, 3]).toContain(fill.learned?.browsers);
    expect(fill.learned?.low_per_minute).toBeLessThanOrEqual(truth * 1.1);
    expect(fill.learned?.high_per_minute ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(truth * 0.9);
    // By hand: four come at the fill rate while two a minute or so go; then one by one what is left.
    const gone = drain.taken_per_minute;
    const comes = fill.per_minute ?? 0;
    const whileFilling = 4 / comes;
    const left = 2 - (gone - comes) * whileFilling;
    const minutes = left > 0 ? whileFilling + left / gone : 2 / (gone - comes);
    expect(empty.minutes).toBeCloseTo(minutes, 6);
    expect(empty.earliest_minutes ?? 0).toBeLessThanOrEqual(minutes);
    await expect
      .poll(() => told(page))
      .toMatchObject({ available: "2", acquired: "2", unfilled: "4", size: "8" });
    const read = await told(page);
    expect(read.drain).toMatch(/^2 taken in /);
    expect(read["fill rate"]).toMatch(/^learned: [23] came in /);
    await expect(page.getByText("The observation fits per cent of the size.")).toBeVisible();
  });
  expect(await faultsOf(page)).toEqual([]);

  await test.step("a rate that the pool does not keep raises the alarm, with its evidence", async () => {
    await page.getByRole("button", { name: "Set rate…" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByLabel("Browsers per minute").fill("100");
    await dialog.getByRole("textbox", { name: "Reason" }).fill("the plan says so");
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Set rate" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/Cannot fill: \d unfilled/)).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText(/Too few are started/)).toBeVisible();
    await expect(page.getByText("set by admin").first()).toBeVisible();
  });

  await test.step("a remedy fills in the change, which is sent once, with a reason", async () => {
    await api.call(operations.updatePool, { params, body: { size: 3 } });
    await page.goto(`/pools/${pool.id}?target=30`);
    const remedy = page.getByRole("button", { name: /^Resize to \d+…$/ });
    await expect(remedy).toBeVisible({ timeout: 60_000 });
    await page.getByRole("button", { name: /^Live/ }).click();
    let wanted = "";
    // An answer that was under way may change the remedy once more.
    await expect(async () => {
      wanted = /\d+/.exec((await remedy.textContent()) ?? "")?.[0] ?? "";
      const [size] = shown?.remedies.flatMap((each) => (each.kind === "size" ? [each.to] : [])) ?? [];
      expect(Number(wanted)).toBe(size);
    }).toPass({ timeout: 30_000 });
    await remedy.click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog.getByLabel("size")).toHaveValue(wanted);
    await expect(dialog.getByText(`size 3 → ${wanted}`)).toBeVisible();
    await dialog.getByLabel("size").fill("4");
    await dialog.getByLabel("timeout_seconds").fill("900");
    await expect(dialog.getByText("size 3 → 4, timeout_seconds 300 → 900")).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Change pool" })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
    expect(await faultsOf(page)).toEqual([]);
    await dialog.getByRole("textbox", { name: "Reason" }).fill("it runs empty");
    await dialog.getByRole("button", { name: "Change pool" }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("main").locator("dl").first()).toContainText("size4");
    const config = (await api.call(operations.retrievePool, { params })).browser_pool_config;
    expect(config).toMatchObject({ size: 4, timeout_seconds: 900 });
    const audit = await page.request.get("/api/audit?action=updatePool&phase=intended");
    expect(await audit.json()).toMatchObject([{ actor: "admin", target: pool.id, reason: "it runs empty" }]);
  });

  await test.step("its sessions differ from what it is now", async () => {
    await page.reload();
    const drift = page.getByRole("region", { name: "Drift" });
    await expect(drift.getByText("2 of 2 acquired sessions differ")).toBeVisible();
    const row = drift.getByRole("row").filter({ hasText: acquired[0]?.sessionId ?? "none" });
    await expect(row).toContainText(/timeout_seconds\s*900\s*300/);
  });

  await test.step("a browser is acquired and given back", async () => {
    await page.getByRole("button", { name: "Acquire…" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("button", { name: "Acquire", exact: true }).click();
    const lease = page.getByRole("region", { name: "Acquired here" });
    const link = lease.getByRole("link", { name: "Open workbench" });
    await expect(link).toBeVisible({ timeout: 60_000 });
    const id = /browsers\/([^/?]+)/.exec((await link.getAttribute("href")) ?? "")?.[1] ?? "";
    expect((await api.call(operations.retrieveBrowser, { params: { id } })).session_id).toBe(id);
    await lease.getByRole("button", { name: "Release…" }).click();
    await expect(dialog).toContainText(id);
    await dialog.getByRole("textbox", { name: "Reason" }).fill("done with it");
    await dialog.getByRole("button", { name: "Release browser" }).click();
    // What is behind an open dialog is hidden too: the dialog goes when the API has answered.
    await expect(dialog).toBeHidden();
    await expect(lease).toBeHidden();
    expect((await api.call(operations.retrievePool, { params })).acquired_count).toBe(2);
  });

  await test.step("a part of the time is chosen by keyboard, kept in the address, and given up", async () => {
    const start = page.getByRole("slider", { name: "Start of the zoom" });
    await start.focus();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press("Shift+ArrowRight");
    await expect(start).toHaveAttribute("aria-valuenow", "30");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/from=\d+.*to=\d+/);
    await expect(page).toHaveURL(/live=off/);
    await page.getByRole("button", { name: "Reset zoom" }).click();
    await expect(page).not.toHaveURL(/from=/);
  });

  await test.step("pools are compared on one axis of time", async () => {
    await page.goto("/pools");
    await card(page)
      .getByRole("checkbox", { name: `Compare ${name}` })
      .click();
    await page
      .getByRole("checkbox", { name: /^Compare / })
      .nth(1)
      .click();
    const compared = page.getByRole("region", { name: "2 pools compared" });
    await expect(compared.locator("svg.recharts-surface")).toHaveCount(2);
    await expect(async () => {
      const boxes = await compared
        .locator(".recharts-cartesian-grid")
        .evaluateAll((grids) =>
          grids.map((grid) => grid.getBoundingClientRect()).map(({ x, width }) => [x, width]),
        );
      expect(boxes).toHaveLength(2);
      expect(boxes[0]).toEqual(boxes[1]);
    }).toPass({ timeout: 30_000 });
    await expect(page).toHaveURL(/compare=/);
    expect(await faultsOf(page)).toEqual([]);
  });
  await api.call(operations.deletePool, { params, body: { force: true } });
});
