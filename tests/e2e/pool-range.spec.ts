// Which time a pool's chart shows, chosen by typing, by mouse and by key, and what a long range tells of a short dip.
import type { Page } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";
import { faultsOf } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";

const name = "e2e-dips";
const hourMs = 3_600_000;
const patience = { timeout: 120_000 };
let poolId = "";

test.describe.configure({ mode: "serial" });
test.beforeAll(async ({ fleet: { api } }) => {
  const body = { name, size: 1, fill_rate_per_minute: 25, headless: true, timeout_seconds: 300 };
  poolId = (await api.call(operations.createPool, { body })).id;
});
test.afterAll(async ({ fleet: { api } }) => {
  await api.call(operations.deletePool, { params: { id_or_name: poolId }, body: { force: true } });
});

const chart = (page: Page) => page.getByRole("region", { name: "Over time" }).getByRole("figure");
const custom = (page: Page) => page.getByRole("button", { name: "Custom…" });
const panel = (page: Page) => page.getByRole("dialog", { name: "Custom time" });

/** The text of a field for date and time, so much later. */
const later = (text: string, byMs: number) =>
  new Date(Date.parse(`${text}:00Z`) + byMs).toISOString().slice(0, 16);

async function openPool(page: Page, query = ""): Promise<void> {
  await page.goto(`/pools/${poolId}${query}`);
  await expect(chart(page).locator("svg.recharts-surface")).toBeVisible(patience);
  // What comes later would move the chart away under the pointer.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0, patience);
}

/** The bounds of time that the address names. */
function bounds(page: Page): readonly [from: number, to: number] {
  const { searchParams } = new URL(page.url());
  return [Number(searchParams.get("from")), Number(searchParams.get("to"))];
}

test("a pool that was empty for a moment of thirty days is told to have been", async ({
  page,
  fleet: { api },
}) => {
  const params = { id_or_name: poolId };
  const available = async () => (await api.call(operations.retrievePool, { params })).available_count;
  await page.goto(`/pools/${poolId}?window=30d`);
  await expect.poll(available, { timeout: 200_000 }).toBe(1);
  await expect(chart(page)).toContainText(/available 1/, patience);

  const browser = await api.call(operations.acquireBrowser, {
    params,
    body: { acquire_timeout_seconds: 120 },
  });
  if (browser === undefined) throw new Error("no browser came");
  await expect(page.getByText("none available").first()).toBeVisible(patience);
  // The recorder polls every two seconds while somebody looks: it has seen it too.
  const sampled = async () => {
    const answer = await page.request.get(`/api/history/pools?since_ms=0&pool_id=${poolId}`);
    return /"available":0/.test(await answer.text());
  };
  await expect.poll(sampled, patience).toBe(true);
  await api.call(operations.releaseBrowser, {
    params,
    body: { session_id: browser.session_id, reuse: true },
  });
  await expect.poll(available, patience).toBe(1);
  await expect(page.getByText("none available").first()).toBeHidden(patience);

  // A step of thirty days is almost three hours: its last counts alone say that nothing happened.
  const since = Date.now() - 30 * 24 * hourMs;
  const least = async () => {
    const answer = await page.request.get(`/api/history/pools?since_ms=${since}&pool_id=${poolId}`);
    const { pools } = await answer.json();
    return pools[0]?.samples.at(-1);
  };
  await expect.poll(least, patience).toMatchObject({ available: 1, available_min: 0 });
  await page.reload();
  await expect(chart(page)).toContainText(/available 1,.*least available 0/, patience);
  await expect(page.getByText(/^was empty, last seen so by/)).toBeVisible();
  for (const [theme, width] of [
    ["light", 1440],
    ["dark", 390],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 900 });
    expect(await faultsOf(page), `${theme} ${width}`).toEqual([]);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
      .toBe(true);
    await chart(page).scrollIntoViewIfNeeded();
    await page.screenshot({ path: test.info().outputPath(`dip-${theme}-${width}.png`) });
  }
});

test("a time is typed: a bad one is refused and kept, a good one is in the address", async ({ page }) => {
  await openPool(page);
  await custom(page).click();
  const from = panel(page).getByLabel("From", { exact: true });
  const to = panel(page).getByLabel("To", { exact: true });
  const apply = panel(page).getByRole("button", { name: "Show this time" });
  await expect(from).toHaveValue(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/);
  const end = await to.inputValue();
  for (const [beginning, ending, words] of [
    [later(end, hourMs), end, "The end must be after the beginning."],
    [later(end, -31 * 24 * hourMs), end, "At most 30 days."],
    [later(end, 24 * hourMs), later(end, 25 * hourMs), "The beginning must not lie ahead."],
    ["", end, "Give both times."],
  ] as const) {
    await from.fill(beginning);
    await to.fill(ending);
    await apply.click();
    await expect(panel(page).getByRole("alert")).toHaveText(words);
    await expect(from).toHaveValue(beginning);
    await expect(to).toHaveValue(ending);
    await expect(page).not.toHaveURL(/from=/);
  }
  expect(await faultsOf(page)).toEqual([]);

  // Two days ago nothing was recorded yet, and the page says since when it is.
  await from.fill(later(end, -48 * hourMs));
  await to.fill(later(end, -47 * hourMs));
  await apply.click();
  await expect(panel(page)).toBeHidden();
  await expect(page).toHaveURL(/live=off/);
  const [fromMs, toMs] = bounds(page);
  expect(toMs - fromMs).toBe(hourMs);
  const nothing = page.getByRole("region", { name: "Over time" });
  await expect(nothing).toContainText("Nothing of this pool was recorded in this time.");
  await expect(nothing).toContainText(/Nothing was recorded before /);
  await page.reload();
  await expect(nothing).toContainText(/Nothing was recorded before /);
  expect(bounds(page)).toEqual([fromMs, toMs]);
  expect(await faultsOf(page)).toEqual([]);
  await page.screenshot({ path: test.info().outputPath("before-recording.png") });
  await page.getByRole("button", { name: "Reset zoom" }).click();
  await expect(page).not.toHaveURL(/from=|live=/);
  await expect(chart(page)).toBeVisible(patience);

  // Longer than what is recorded: the little there is, and the rest empty.
  await custom(page).click();
  await from.fill(later(end, -20 * 24 * hourMs));
  await to.fill(later(end, hourMs));
  await apply.click();
  await expect(chart(page)).toContainText(/least available 0/, patience);
  await page.goBack();
  await expect(page).not.toHaveURL(/from=/);
});

test("a part is dragged by mouse where there are points and where there are none, and by key", async ({
  page,
}) => {
  await openPool(page, "?window=7d");
  const drawing = chart(page).locator(".recharts-wrapper");
  const drag = async (from: number, to: number) => {
    await drawing.scrollIntoViewIfNeeded();
    const box = await drawing.boundingBox();
    if (box === null) throw new Error("The chart is not drawn.");
    // Beside the axis of values: 32 px on its left, 26 px of margin on its right.
    const x = (share: number) => box.x + 32 + share * (box.width - 58);
    await page.mouse.move(x(from), box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(x((from + to) / 2), box.y + box.height / 2, { steps: 4 });
    await page.mouse.move(x(to), box.y + box.height / 2 + 5, { steps: 4 });
    await page.mouse.up();
  };
  // From right to left, to the present.
  await drag(0.75, 0.25);
  await expect(page).toHaveURL(/from=\d+.*to=\d+/);
  await expect(page).toHaveURL(/live=off/);
  const first = bounds(page);
  await expect(page.getByRole("combobox", { name: "Window of the charts" })).toHaveText("Chosen part");
  await page.reload();
  expect(bounds(page)).toEqual(first);
  await page.goBack();
  await expect(page).not.toHaveURL(/from=/);
  await expect(chart(page)).toBeVisible(patience);

  // A click chooses nothing.
  await drawing.click();
  await expect(page).not.toHaveURL(/from=/);

  const end = page.getByRole("slider", { name: "End of the zoom" });
  await end.focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(end).toHaveAttribute("aria-valuenow", "80");
  await page.keyboard.press("Escape");
  await expect(end).toHaveAttribute("aria-valuenow", "100");
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/from=\d+.*to=\d+/);

  // Twenty days of which the last minutes were recorded: an empty part is chosen as any other.
  const toMs = Date.now();
  const fromMs = toMs - 20 * 24 * hourMs;
  await openPool(page, `?from=${fromMs}&to=${toMs}&live=off`);
  await drag(0.2, 0.6);
  await expect.poll(() => bounds(page)[0]).toBeGreaterThan(fromMs);
  const [chosenFrom, chosenTo] = bounds(page);
  expect((chosenFrom - fromMs) / (toMs - fromMs)).toBeCloseTo(0.2, 1);
  expect((chosenTo - fromMs) / (toMs - fromMs)).toBeCloseTo(0.6, 1);
  await expect(page.getByText("Nothing of this pool was recorded in this time.")).toBeVisible(patience);
  await page.getByRole("button", { name: "Reset zoom" }).click();
  await expect(page).not.toHaveURL(/from=|live=/);
});

test("compared pools are zoomed as one", async ({ page }) => {
  await page.goto("/pools");
  const own = page.getByRole("checkbox", { name: `Compare ${name}` });
  await own.click();
  await expect(own).toBeChecked();
  const others = page.getByRole("checkbox", { name: /^Compare /, checked: false });
  await others.first().click();
  const compared = page.getByRole("region", { name: "2 pools compared" });
  const drawings = compared.locator(".recharts-wrapper");
  await expect(drawings).toHaveCount(2, patience);
  await drawings.first().scrollIntoViewIfNeeded();
  const box = await drawings.first().boundingBox();
  if (box === null) throw new Error("The chart is not drawn.");
  await page.mouse.move(box.x + box.width * 0.3, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.95, box.y + 30, { steps: 6 });
  await page.mouse.up();
  await expect(page).toHaveURL(/from=\d+.*to=\d+/);
  await expect(page).toHaveURL(/compare=/);
  await page.getByRole("button", { name: "Reset zoom" }).click();
  await expect(page).not.toHaveURL(/from=/);
  await expect(page).toHaveURL(/compare=/);
  await compared.getByRole("button", { name: "End comparing" }).click();
  await expect(page).not.toHaveURL(/compare=/);
});
