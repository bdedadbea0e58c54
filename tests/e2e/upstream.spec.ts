// What the operator sees when the API is dead, silent or slow, and when there is nothing in it yet.
import type { Page } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";
import { type Fleet, startFleet } from "../support/fleet.ts";
import { expect, nobody, signIn, test } from "./fixtures.ts";
import { finished, invoke } from "./making.ts";

const main = (page: Page) => page.getByRole("main");
const failure = (page: Page) => main(page).getByRole("alert").filter({ hasText: /./ });

/** Pages that show what the API says, and what must stay on the screen while it says nothing. */
const pages = [
  { path: "/", title: "Overview", kept: "checkout" },
  { path: "/invocations", title: "Invocations", kept: "storefront" },
  { path: "/pools", title: "Pools", kept: "fill_rate_per_minute" },
  { path: "/proxies", title: "Proxies", kept: "mobile-tokyo" },
  { path: "/profiles", title: "Profiles", kept: "e2e-kept" },
] as const;

test.beforeAll(async ({ fleet: { api } }) => {
  const id = await invoke(api, ["storefront", "v1", "search"], { query: "oak" });
  await finished(api, id);
  await api.call(operations.createProfile, { body: { name: "e2e-kept" } }).catch(() => undefined);
});

for (const { path, title, kept } of pages) {
  test(`${title} keeps its last data with its age when the API dies, says so once, and heals`, async ({
    page,
    fleet: { relay },
  }) => {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(main(page).getByText(kept).first()).toBeVisible();
    await expect(failure(page)).toHaveCount(0);

    relay.set({ kind: "refuse" });
    await expect(
      main(page)
        .getByText(/\bstale\b|not newer because|Not up to date|could not be read/i)
        .first(),
    ).toBeVisible({ timeout: 60_000 });
    await expect(main(page).getByText(kept).first()).toBeVisible();
    await expect(
      main(page)
        .getByText(/read \d+ (s|min) ago/)
        .first(),
    ).toBeVisible();
    expect(await failure(page).count(), "alerts on the page").toBeLessThanOrEqual(1);
    const banner = page.getByRole("banner");
    await expect(banner.getByText("API failing")).toBeVisible({ timeout: 60_000 });

    relay.set({ kind: "pass" });
    await expect(banner.getByText(/^Live/)).toBeVisible({ timeout: 60_000 });
    await expect(
      main(page).getByText(/\bstale\b|not newer because|Not up to date|could not be read/i),
    ).toHaveCount(0, { timeout: 60_000 });
    await expect(failure(page)).toHaveCount(0);
    await expect(main(page).getByText(kept).first()).toBeVisible();
  });
}

test("a page opened while the API is dead says what failed, once, and Retry brings the data", async ({
  page,
  fleet: { relay },
}) => {
  relay.set({ kind: "refuse" });
  // Never asked before with these filters: nothing can be kept.
  await page.goto("/invocations?app_name=storefront&since=17h");
  await expect(failure(page)).toHaveCount(1, { timeout: 60_000 });
  await expect(failure(page)).toContainText(/request /);
  await expect(page.getByRole("navigation", { name: "Pages" })).toBeVisible();
  relay.set({ kind: "pass" });
  // The breaker waits some seconds before it asks again; until then Retry is answered by it.
  const retry = failure(page).getByRole("button", { name: "Retry" });
  await expect(async () => {
    if (await retry.isVisible()) await retry.click();
    await expect(main(page).getByText("storefront").first()).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  await expect(failure(page)).toHaveCount(0);
});

test("a silent API leaves the page usable; what is asked comes when it speaks again", async ({
  page,
  fleet: { relay },
}) => {
  await page.goto("/proxies");
  await expect(main(page).getByText("mobile-tokyo")).toBeVisible();
  relay.set({ kind: "blackhole" });
  await page.getByRole("link", { name: /^Profiles/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Profiles" })).toBeVisible();
  await page.getByRole("link", { name: /^Proxies/ }).click();
  await expect(main(page).getByText("mobile-tokyo")).toBeVisible();
  relay.set({ kind: "pass" });
  await page.getByRole("link", { name: /^Pools/ }).click();
  await expect(main(page).getByText("fill_rate_per_minute").first()).toBeVisible({ timeout: 60_000 });
});

test("a slow API shows the outline of the page first, then the data", async ({ page, fleet: { relay } }) => {
  // No answer comes before the outline was seen.
  relay.set({ kind: "blackhole" });
  await page.goto("/proxies?query=tokyo");
  await expect(main(page).locator("[aria-busy=true]").first()).toBeVisible();
  relay.set({ kind: "delay", ms: 700 });
  await expect(main(page).getByText("mobile-tokyo")).toBeVisible();
  await expect(failure(page)).toHaveCount(0);
});

test.describe("an empty fleet", () => {
  let empty: Fleet;
  test.use({ storageState: nobody });
  test.beforeAll(async () => {
    empty = await startFleet();
    const { api } = empty;
    for (const { id } of await api.call(operations.listPools, {})) {
      await api.call(operations.deletePool, { params: { id_or_name: id }, body: { force: true } });
    }
    for (const { id } of await api.call(operations.listProxies, {})) {
      await api.call(operations.deleteProxy, { params: { id } });
    }
  });
  test.afterAll(async () => {
    await empty?.stop();
  });

  test("every page says what it is for, and nothing looks broken", async ({ page }) => {
    await page.goto(`${empty.dashboard.url}/`);
    await signIn(page, empty.operator.username, empty.operator.password);
    await expect(main(page).getByText(/^Nothing: no version fails often/)).toBeVisible();
    await expect(main(page).getByText("This fleet has no pool.")).toBeVisible();
    const firstUse = [
      ["Invocations", "No invocation yet"],
      ["Browsers", "No session is live"],
      ["Pools", "No pool yet"],
      ["Proxies", "No proxy yet"],
      ["Profiles", "No profile yet"],
    ] as const;
    for (const [title, words] of firstUse) {
      await page.getByRole("link", { name: new RegExp(`^${title}`) }).click();
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(main(page).getByText(words)).toBeVisible();
      await expect(failure(page)).toHaveCount(0);
    }
  });
});
