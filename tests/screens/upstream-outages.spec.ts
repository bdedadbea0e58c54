// What the operator sees when the API is dead, silent or slow, and when there is nothing in it yet.
import type { Page } from "@playwright/test";
import { brieflyShown } from "../support/dashboard/page-moments.ts";
import { storageStateOf } from "../support/dashboard/storage-state.ts";
import { test as base, expect } from "./fixtures.ts";

/** Names of this test's own: what earlier tests had is still remembered. */
const test = base.extend<{ own: { app: string; proxy: string; profile: string } }>({
  own: async ({ upstream: { records } }, use) => {
    const own = { app: records.id("app"), proxy: records.id("tokyo"), profile: records.id("night") };
    records.invocation({ app_name: own.app });
    records.proxy({ name: own.proxy });
    records.profile({ name: own.profile });
    await use(own);
  },
});

const main = (page: Page) => page.getByRole("main");
const failure = (page: Page) => main(page).getByRole("alert").filter({ hasText: /./ });
const staleMessage = /\bstale\b|Not up to date|could not be read/i;

test("an open page shows its last data with its age during an API outage, one message, and recovers", async ({
  page,
  own,
  stack: { relay },
}) => {
  await page.goto("/proxies");
  await expect(main(page).getByText(own.proxy)).toBeVisible();
  await expect(failure(page)).toHaveCount(0);
  relay.set({ kind: "refuse" });
  await expect(main(page).getByText(staleMessage).first()).toBeVisible();
  await expect(main(page).getByText(own.proxy)).toBeVisible();
  const age = main(page).getByText(/stale · \d+ (s|min)/);
  await expect(age.first()).toBeVisible();
  const banner = page.getByRole("banner");
  await expect(banner.getByText("API failing")).toBeVisible();
  expect(await failure(page).count(), "alerts on the page").toBeLessThanOrEqual(1);

  relay.set({ kind: "pass" });
  await expect(banner.getByText(/^Live/)).toBeVisible();
  await expect(main(page).getByText(staleMessage)).toHaveCount(0);
  await expect(failure(page)).toHaveCount(0);
  await expect(main(page).getByText(own.proxy)).toBeVisible();
});

test("a page opened during an API outage shows one error, and Retry loads the data", async ({
  page,
  own,
  stack: { relay },
}) => {
  relay.set({ kind: "refuse" });
  // Never requested before with these filters: nothing can be kept.
  await page.goto(`/invocations?app_name=${own.app}&since=17h`);
  const lost = failure(page).filter({ hasText: "could not be loaded" });
  await expect(lost).toHaveCount(1);
  await expect(lost).toContainText(/request /);
  await expect(page.getByRole("navigation", { name: "Pages" })).toBeVisible();
  relay.set({ kind: "pass" });
  // The breaker waits before the next request; until then Retry is answered by it.
  const retry = lost.getByRole("button", { name: "Retry" });
  await expect(async () => {
    if (await retry.isVisible()) await retry.click();
    await expect(main(page).getByText(own.app).first()).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(failure(page)).toHaveCount(0);
});

test("an unresponsive API leaves the page usable, and a slow one shows skeletons first", async ({
  page,
  own,
  stack: { relay },
}) => {
  await page.goto("/proxies");
  await expect(main(page).getByText(own.proxy)).toBeVisible();
  await expect(main(page).locator("[aria-busy=true]")).toHaveCount(0);
  relay.set({ kind: "blackhole" });
  // Only until the list as it was once read is shown in its place, where an earlier test has read it.
  await Promise.all([
    brieflyShown(page, "main [aria-busy=true]"),
    page.getByRole("link", { name: /^Profiles/ }).click(),
  ]);
  await expect(page.getByRole("heading", { level: 1, name: "Profiles" })).toBeVisible();
  await page.getByRole("link", { name: /^Proxies/ }).click();
  await expect(main(page).getByText(own.proxy)).toBeVisible();
  relay.set({ kind: "delay", ms: 300 });
  await page.getByRole("link", { name: /^Profiles/ }).click();
  await expect(main(page).getByText(own.profile)).toBeVisible();
  await expect(failure(page)).toHaveCount(0);
});

test("a page that the server could not render shows an error, and Retry loads the page", async ({
  page,
  context,
  consoleErrors,
  stack: { dashboard },
}) => {
  const store = await dashboard.store();
  // A sign-in that was read shortly before would not be read again.
  await context.addCookies(storageStateOf(await dashboard.signedInAdmin()).cookies);
  await store.schema.alterTable("sign_ins").renameTo("sign_ins_elsewhere").execute();
  try {
    await page.goto("/pools");
    await expect(failure(page)).toContainText("This page could not be shown");
  } finally {
    await store.schema.alterTable("sign_ins_elsewhere").renameTo("sign_ins").execute();
  }
  // React notes the server's error in the console; no policy is violated.
  expect(consoleErrors.filter((line) => /Trusted|Content Security Policy/i.test(line))).toEqual([]);
  consoleErrors.length = 0;
  await page.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pools" })).toBeVisible();
});

test("each list of an empty fleet shows an explanation and no error", async ({ page, upstream }) => {
  upstream.reset();
  const firstUse = [
    ["Invocations", "No invocations yet"],
    ["Browsers", "No active browsers"],
    ["Pools", "No pools yet"],
    ["Proxies", "No proxies yet"],
    ["Profiles", "No profiles yet"],
  ] as const;
  await page.goto("/settings");
  for (const [title, text] of firstUse) {
    await page.getByRole("link", { name: new RegExp(`^${title}`) }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(main(page).getByText(text)).toBeVisible();
    await expect(failure(page)).toHaveCount(0);
  }
});
