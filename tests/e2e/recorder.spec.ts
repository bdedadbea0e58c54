// What an operator is told of the dashboard's own memory.
import type { Page } from "@playwright/test";
import { faultsOf } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";
import { finished, invoke } from "./making.ts";

test.use({ fleetName: "recorder" });

const section = (page: Page) => page.getByRole("region", { name: "Recorder" });

test("the settings say who records, how far it is known, what is kept and what is missing", async ({
  page,
  fleet: { api, relay },
}) => {
  const id = await invoke(api, ["storefront", "v1", "search"], { query: "oak" });
  await finished(api, id);
  await page.goto("/settings");
  const recorder = section(page);
  await expect(recorder.getByText("recording", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(recorder.getByText(/this replica · term 1/)).toBeVisible();
  await expect(recorder.getByText("No gaps: every list was read without a break.")).toBeVisible();
  const rows = recorder.getByRole("table", { name: "What is recorded" }).getByRole("row");
  await expect(rows.filter({ hasText: "Operator actions" })).toBeVisible();
  await expect(rows.filter({ hasText: /^Invocations/ })).toBeVisible();
  await expect(rows.filter({ hasText: /^Samples of processes(?!,)/ })).toContainText("thinned out to 5 min");
  await expect(rows.filter({ hasText: "Ids seen or pinned" })).toContainText("pinned for good");
  for (const list of ["Sessions", "Proxies", "Profiles", "Extensions"])
    await expect(recorder.getByText(`${list} read`)).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  const banner = page.getByRole("banner");
  await expect(banner.getByRole("link", { name: /recorder|recording/i })).toHaveCount(0);

  relay.set({ kind: "refuse" });
  await expect(recorder.getByText("failing", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(recorder.getByText(/failing since/).first()).toBeVisible();
  const gaps = recorder.getByRole("table", { name: "Gaps in what is recorded" });
  const gapOf = (list: string) => gaps.getByRole("row").filter({ hasText: list });
  // A list is silent for as long as it may be before that is a gap.
  for (const list of ["invocations", "pools", "browsers"])
    await expect(gapOf(list).getByText("lasts")).toBeVisible({ timeout: 120_000 });
  const note = banner.getByRole("link", { name: /^Recorder failing for/ });
  await expect(note).toBeVisible({ timeout: 60_000 });
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expect(await faultsOf(page)).toEqual([]);
  }
  await page.goto("/pools");
  await note.click();
  await expect(page).toHaveURL(/\/settings#recorder$/);
  await expect(section(page)).toBeInViewport();

  relay.set({ kind: "pass" });
  await expect(recorder.getByText("recording", { exact: true })).toBeVisible({ timeout: 120_000 });
  await expect(gapOf("invocations").getByText("filled", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(gapOf("pools").getByText("lasts")).toHaveCount(0, { timeout: 60_000 });
  await expect(note).toHaveCount(0, { timeout: 60_000 });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(recorder.getByText("recording", { exact: true })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
    .toBe(true);
});
