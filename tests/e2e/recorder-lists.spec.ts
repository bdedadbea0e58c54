// Lists that are longer than the recorder reads: it says so, and takes nothing for gone that it did not read.
import type { Page } from "@playwright/test";
import { adminPassword, type RunningDashboard, startDashboard } from "../support/dashboard.ts";
import { startLongListsApi } from "../support/long-lists-api.ts";
import { faultsOf } from "./accessibility.ts";
import { expect, nobody, signIn, test } from "./fixtures.ts";

test.use({ storageState: nobody });

const token = "token-of-the-long-lists";
let upstream: Awaited<ReturnType<typeof startLongListsApi>>;
let dashboard: RunningDashboard;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  upstream = await startLongListsApi(token, { pools: 1_000, sessions: 1_500 });
  dashboard = await startDashboard({ apiBaseUrl: upstream.url, token });
});
test.afterAll(async () => {
  await dashboard?.stop();
  await upstream?.close();
});

async function sessionsKnown(): Promise<{ live: number; ended: number }> {
  const rows = await (await dashboard.store())
    .selectFrom("seen")
    .select(["ended_at_ms"])
    .where("kind", "=", "session")
    .execute();
  const ended = rows.filter(({ ended_at_ms: atMs }) => atMs !== null).length;
  return { live: rows.length - ended, ended };
}
const read = (page: Page, name: string) =>
  page.getByRole("region", { name: "Recorder" }).getByRole("definition").filter({ hasText: name });

test("what is longer than is read is said where it is told, and nobody beyond it has ended", async ({
  page,
}) => {
  test.setTimeout(240_000);
  await page.goto(`${dashboard.url}/sign-in`);
  await signIn(page, "admin", adminPassword);
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await expect(page.getByText(/the first 910 pools only/)).toBeVisible({ timeout: 60_000 });
  await expect.poll(sessionsKnown, { timeout: 60_000 }).toEqual({ live: 1_500, ended: 0 });

  await page.goto(`${dashboard.url}/settings`);
  const words = "only: the list is longer than is read, the rest is not recorded";
  await expect(read(page, `the first 910 ${words}`)).toBeVisible({ timeout: 30_000 });
  await expect(read(page, `the first 1,810 ${words}`)).toHaveCount(0);

  // The oldest are pushed beyond what is read; they go on all the same.
  upstream.holds.sessions = 2_000;
  await expect(read(page, `the first 1,810 ${words}`)).toBeVisible({ timeout: 90_000 });
  await expect.poll(sessionsKnown, { timeout: 60_000 }).toEqual({ live: 2_000, ended: 0 });
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    expect(await faultsOf(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

  upstream.holds.sessions = 1_000;
  await expect(read(page, `the first 1,810 ${words}`)).toHaveCount(0, { timeout: 90_000 });
  await expect.poll(sessionsKnown, { timeout: 60_000 }).toEqual({ live: 1_000, ended: 1_000 });
});
