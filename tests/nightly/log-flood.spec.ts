// A log in flood, from a process in a real session to the pane: every line is shown or counted in a row that says so,
// and the page stays in the operator's hands meanwhile.
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { operations } from "../../lib/contract/operations/operations.ts";
import { createBrowser, deleteBrowser } from "../e2e/factories.ts";
import { expect, test } from "../e2e/fixtures.ts";
import type { ApiClient } from "../support/dashboard/api-client.ts";
import { faultsOf } from "../support/dashboard/axe-violations.ts";

const floodPath = "/tmp/flood.log";
const calmPath = "/tmp/calm.log";
const calmLines = 1_500;

const paneOf = (page: Page, path: string) => page.getByRole("region", { name: `Log ${path}`, exact: true });

async function run(api: ApiClient, id: string, command: string): Promise<void> {
  const done = await api.call(operations.execProcess, {
    params: { id },
    body: { command: "sh", args: ["-c", command] },
  });
  expect(done.exit_code).toBe(0);
}

/** Begins to write lines `flood 1` to `flood <count>`, so many in each tenth of a second. */
async function flood(api: ApiClient, id: string, seconds: number, perSecond: number): Promise<void> {
  const part = perSecond / 10;
  const loop = `i=0; while [ $i -lt ${seconds * 10} ]; do seq -f "flood %.0f" $((i * ${part} + 1)) $(((i + 1) * ${part})); i=$((i + 1)); sleep 0.1; done`;
  const args = ["-c", `(${loop}) >> ${floodPath}; echo "the flood is over" >> ${floodPath}`];
  await api.call(operations.spawnProcess, { params: { id }, body: { command: "sh", args } });
}

/** The numbers of the lines a pane gives away, and how many lines its breaks say are missing. */
async function account(page: Page): Promise<{ numbers: number[]; missing: number; notices: string[] }> {
  const pane = paneOf(page, floodPath);
  await pane.getByRole("button", { name: "More" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: /^Download [\d,]+ lines$/ }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\n");
  const notices = lines.filter((line) => line.startsWith("---"));
  const missing = notices.reduce(
    (sum, line) =>
      sum + Number(/([\d,]+) lines? (?:is|are) missing/.exec(line)?.[1]?.replaceAll(",", "") ?? Number.NaN),
    0,
  );
  const numbers = lines.flatMap((line) => / {2}flood (\d+)$/.exec(line)?.slice(1).map(Number) ?? []);
  return { numbers, missing, notices };
}

let id = "";
test.beforeEach(async ({ page, fleet: { api } }) => {
  ({ id } = await createBrowser(api, { headless: true, timeout_seconds: 600 }));
  await run(
    api,
    id,
    `seq -f "calm %.0f" 1 ${calmLines} > ${calmPath}; echo "before the flood" > ${floodPath}`,
  );
  const layout = [`p.${floodPath}`, "c", `p.${calmPath}`].join("*");
  await page.goto(`/browsers/${id}?${new URLSearchParams({ panes: layout })}`);
  await expect(paneOf(page, floodPath).getByRole("log")).toContainText("before the flood");
  await expect(paneOf(page, calmPath).getByRole("log")).toContainText(`calm ${calmLines}`);
});
test.afterEach(async ({ fleet: { api } }) => {
  if (id !== "") await deleteBrowser(api, id);
});

for (const [seconds, perSecond] of [
  [30, 5_000],
  [8, 20_000],
] as const) {
  test(`${perSecond} lines a second: each is shown or counted, and the page stays usable`, async ({
    page,
    fleet: { api },
  }) => {
    const flooded = paneOf(page, floodPath);
    const calm = paneOf(page, calmPath).getByRole("log");
    await flood(api, id, seconds, perSecond);
    await expect(flooded.getByRole("log")).toContainText(/flood \d{4,}/);

    await test.step("another pane is read from end to end", async () => {
      await calm.focus();
      await page.keyboard.press("Home");
      await expect(calm.getByText("calm 1", { exact: true })).toBeInViewport();
      // The first goes to the last line in sight.
      for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press("PageDown");
      await expect(calm.getByText("calm 1", { exact: true })).not.toBeInViewport();
      await page.keyboard.press("End");
      await expect(calm.getByText(`calm ${calmLines}`, { exact: true })).toBeInViewport();
    });

    await test.step("find finds while lines come", async () => {
      await flooded.getByRole("log").focus();
      await page.keyboard.press("Control+f");
      await expect(flooded.getByRole("search").getByRole("textbox")).toBeFocused();
      await page.keyboard.type("before the flood");
      await expect(flooded.getByRole("search").getByRole("status")).toHaveText(/^1/);
      await page.keyboard.press("Enter");
      await expect(flooded.getByRole("log").locator("mark")).toHaveText("before the flood");
      await expect(flooded.getByRole("button", { name: /^Paused · [\d,]+ new$/ })).toBeVisible();
      expect(await faultsOf(page, { without: ["region"] })).toEqual([]);
      await page.keyboard.press("Escape");
    });

    await flooded.getByRole("button", { name: /^Paused/ }).click();
    await expect(flooded.getByRole("log")).toContainText("the flood is over", { timeout: 120_000 });

    const { numbers, missing, notices } = await account(page);
    expect(new Set(numbers).size, "no line twice").toBe(numbers.length);
    expect(numbers, "in order").toEqual(numbers.toSorted((one, other) => one - other));
    expect(numbers.length + missing, `shown and counted in: ${notices.join(" | ")}`).toBe(
      seconds * perSecond,
    );
  });
}

test("both ends of a long log are reached by wheel, keys and scroll bar, wrapped or not", async ({
  page,
  fleet: { api },
}) => {
  const calm = paneOf(page, calmPath);
  const log = calm.getByRole("log");
  const dragTo = (share: number) =>
    log.evaluate((element, to) => {
      element.scrollTop = to * element.scrollHeight;
    }, share);
  for (const wrapped of [false, true]) {
    if (wrapped) {
      await log.focus();
      await page.keyboard.press("w");
    }
    await dragTo(0);
    await expect(log.getByText("calm 1", { exact: true })).toBeInViewport();
    await dragTo(1);
    await expect(log.getByText(`calm ${calmLines}`, { exact: true })).toBeInViewport();
    await log.hover();
    for (let turn = 0; turn < 40; turn += 1) await page.mouse.wheel(0, -2_000);
    await expect(log.getByText("calm 1", { exact: true })).toBeInViewport();
    for (let turn = 0; turn < 40; turn += 1) await page.mouse.wheel(0, 2_000);
    await expect(log.getByText(`calm ${calmLines}`, { exact: true })).toBeInViewport();
  }
  // What comes now is followed again.
  await run(api, id, `echo "one more" >> ${calmPath}`);
  await expect(log.getByText("one more", { exact: true })).toBeInViewport();
});
