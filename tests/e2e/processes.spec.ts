// Processes of a session: those its log names, those asked for by id, their ends, and an operator's memory limit.
import type { Locator, Page } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";
import type { ApiClient } from "../support/api-client.ts";
import { faultsOf } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { createBrowser, deleteBrowser } from "./making.ts";

const processes = (page: Page) => page.getByRole("list", { name: "Processes" }).getByRole("listitem");

async function spawn(api: ApiClient, id: string, command: string): Promise<string> {
  const { process_id } = await api.call(operations.spawnProcess, { params: { id }, body: { command } });
  if (process_id == null) throw new Error("the process has no id");
  return process_id;
}

/** How many samples the charts of a row say they draw. */
async function drawnSamples(row: Locator): Promise<number> {
  const words = await row.getByText(/^Recorded since/).textContent();
  return Number(/([\d,]+) samples are drawn/.exec(words ?? "")?.[1]?.replace(",", "") ?? 0);
}

async function add(page: Page, processId: string): Promise<void> {
  await page.getByRole("textbox", { name: "Process id" }).fill(processId);
  await page.getByRole("button", { name: "Add", exact: true }).click();
}

for (const theme of ["light", "dark"] as const) {
  test(`Chromium is named by its log, measured, and held against a limit that stays, ${theme}`, async ({
    page,
    fleet: { api },
  }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    const { id } = await createBrowser(api, { headless: true });
    await page.goto(`/browsers/${id}?tab=processes`);
    const row = processes(page).filter({ hasText: "chromium" });
    await expect(row).toContainText("running");
    await expect(row).toContainText(/Memory\d+ MB/);
    await expect(row).toContainText(/CPU[\d.< ]+%/);
    await row.getByRole("button", { name: /^chromium.*details$/ }).click();
    await expect(row.getByRole("figure").filter({ hasText: "Memory of chromium" })).toBeVisible();
    await expect(row.locator("svg.recharts-surface")).toHaveCount(2);

    await row.getByLabel(/^Watch memory of chromium/).fill("1");
    await row.getByRole("button", { name: "Set limit" }).click();
    await expect(row.getByText("over the limit")).toBeVisible();
    await row.getByLabel(/^Watch memory of chromium/).fill("2000000");
    await row.getByRole("button", { name: "Set limit" }).click();
    // Two minutes of measuring make a forecast, on a slow machine perhaps of a Chromium that still grows.
    await expect(row).toContainText(
      /Limit 2.00 TB: (a forecast needs \d+ s more of measuring|not rising|too unsteady)|it reaches 2.00 TB in/,
    );
    expect(await faultsOf(page)).toEqual([]);

    await page.reload();
    await expect(row).toContainText("2.00 TB");
    await row.getByRole("button", { name: /^chromium.*details$/ }).click();
    await expect.poll(() => drawnSamples(row)).toBeGreaterThan(2);
    await row.getByLabel(/^Watch memory of chromium/).fill("");
    await row.getByRole("button", { name: "Set limit" }).click();
    await expect(row).not.toContainText("Limit");
    await deleteBrowser(api, id);
    await expect(row).toContainText("The session has ended; last known at");

    // What was measured outlives the page and the session.
    const before = await drawnSamples(row);
    await page.reload();
    await expect(row).toContainText("gone");
    await expect(row).toContainText("the API tells nothing about its processes any more");
    await row.getByRole("button", { name: /^chromium.*details$/ }).click();
    await expect(row.locator("svg.recharts-surface")).toHaveCount(2);
    await expect.poll(() => drawnSamples(row)).toBeGreaterThanOrEqual(before);
    await expect(row.getByText(/^Recorded since/)).toContainText("while anybody had this tab open");
    expect(await faultsOf(page)).toEqual([]);
  });
}

test("a process asked for by id stays in the address; its end lies between two polls", async ({
  page,
  fleet: { api },
}) => {
  const { id } = await createBrowser(api, { headless: true });
  await page.goto(`/browsers/${id}?tab=processes`);
  await add(page, "no id");
  await expect(page.getByText("A process id is a UUID, 36 characters.")).toBeVisible();
  const processId = await spawn(api, id, "sleep 15; exit 3");
  await add(page, processId);
  const row = processes(page).filter({ hasText: processId.slice(0, 6) });
  await expect(row).toContainText("running");
  await expect(row).toContainText("exited 3", { timeout: 60_000 });
  await expect(row).toContainText(/Ended between \d\d:\d\d:\d\d and \d\d:\d\d:\d\d\./);
  await page.reload();
  await expect(row).toContainText("exited 3");
  // The last time that it ran is on record.
  await expect(row).toContainText(/Ended between \d\d:\d\d:\d\d and \d\d:\d\d:\d\d\./);
  await row.getByRole("button", { name: /off this list$/ }).click();
  await expect(row).toHaveCount(0);
  expect(page.url()).not.toContain(processId);

  await add(page, "00000000-0000-4000-8000-000000000000");
  await expect(page.getByText(/^The API does not know this process/)).toBeVisible();
  await deleteBrowser(api, id);
});

test("a process is killed after saying what that does; the instance's own is not the operator's to kill", async ({
  page,
  fleet: { api },
}) => {
  const { id } = await createBrowser(api, { headless: true });
  const processId = await spawn(api, id, "sleep 600");
  await page.goto(`/browsers/${id}?tab=processes&processes=${processId}`);
  const kill = async (row: ReturnType<typeof processes>) => {
    await row.getByRole("button", { name: /details$/ }).click();
    await row.getByRole("button", { name: "Kill…" }).click();
    await expect(dialog).toContainText("what they have not saved is lost");
    await dialog.getByRole("button", { name: "Send TERM" }).click();
  };
  const dialog = page.getByRole("alertdialog");
  const row = processes(page).filter({ hasText: processId.slice(0, 6) });
  await expect(row).toContainText("running");
  await kill(row);
  await expect(dialog).toBeHidden();
  await expect(row).toContainText("killed by a signal");

  const chromium = processes(page).filter({ hasText: "chromium" });
  await kill(chromium);
  await expect(dialog.getByRole("alert")).toContainText("the instance's own");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(chromium).toContainText("running");
  await deleteBrowser(api, id);
});

test("what was recorded long before is drawn by steps, which say what they are", async ({ page, fleet }) => {
  const { api, dashboard } = fleet;
  const { id } = await createBrowser(api, { headless: true });
  const processId = await spawn(api, id, "sleep 600");
  const store = await dashboard.store();
  const stepMs = 300_000;
  const firstMs = Math.floor(Date.now() / stepMs) * stepMs - 3 * 86_400_000;
  for (let at = 0; at < 24; at += 1) {
    const atMs = firstMs + at * stepMs;
    const step = { session_id: id, process_id: processId, at_ms: atMs, first_ms: atMs + 1_000 };
    const cpu = { cpu_samples: 149, cpu_mean: 20 + at, cpu_max: 60 + at };
    await store
      .insertInto("process_samples_5m")
      .values({ ...step, ...cpu, last_ms: atMs + 299_000, samples: 150, mem_max: (100 + at) * 1_000_000 })
      .execute();
  }
  await page.goto(`/browsers/${id}?tab=processes&processes=${processId}`);
  const row = processes(page).filter({ hasText: processId.slice(0, 6) });
  await expect(row).toContainText("running");
  await row.getByRole("button", { name: /details$/ }).click();
  const all = row.getByRole("button", { name: "All that was recorded" });
  await expect(all).toHaveAttribute("aria-pressed", "false", { timeout: 30_000 });
  await all.click();
  await expect(row.getByText(/3,6\d\d samples recorded since .* Drawn by \d+ min: the mean/)).toBeVisible({
    timeout: 30_000,
  });
  await expect(row.getByRole("figure").filter({ hasText: "CPU, of one core: mean" })).toBeVisible();
  await expect(row.locator("svg.recharts-surface")).toHaveCount(2);
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expect(await faultsOf(page)).toEqual([]);
  }
  await all.click();
  await expect(row.getByText(/^Recorded since/)).toBeVisible();
  await deleteBrowser(api, id);
});
