// What an operator is shown before they scroll: what needs them, with its figures, worked out from what was recorded.
import type { Page } from "@playwright/test";
import { attention, itemsOf } from "../../lib/bff/attention.ts";
import { adminPassword, Visitor } from "../support/dashboard/dashboard.ts";
import { expect, test } from "./fixtures.ts";

const items = (page: Page) => page.getByRole("region", { name: "Needs attention" }).getByRole("listitem");

test("a failing version is listed with its figures and links to exactly its invocations", async ({
  page,
  upstream: { records },
  stack: { dashboard },
}) => {
  await new Visitor(dashboard.url).signIn("admin", adminPassword);
  const app = records.id("shop");
  for (let at = 0; at < 6; at += 1) {
    records.invocation({ app_name: app, payload: `{"at":${at}}` });
    records.invocation({
      app_name: app,
      version: "v2",
      status: "failed",
      payload: `{"wrong":${at}}`,
      status_reason: "bad input: payload.query",
    });
  }
  await page.goto("/");
  const item = items(page).filter({ hasText: `${app} / search` });
  await expect(item).toContainText(`${app} / search fails 100 % on v2. 0 % on other versions.`);
  await expect(item).toContainText("6 failed invocations · “bad input: payload.query”");
  await expect(
    page.getByRole("region", { name: "Invocations by status" }).getByText(/failed [6-9]|failed \d\d/),
  ).toBeAttached();
  await expect(page.getByRole("region", { name: "Last acts" })).toContainText("admin signed in");
  await item.getByRole("link", { name: "Open failures" }).click();
  await expect(page.getByRole("table", { name: "Invocations" }).getByRole("row")).toHaveCount(7);
});

test("a proxy that is down is one entry with its exhausted pool; an unreachable API comes first", async ({
  page,
  upstream: { records },
  stack: { relay },
}) => {
  const proxy = records.proxy({ status: "unavailable", last_checked: new Date().toISOString() });
  const pool = records.pool({
    available_count: 0,
    acquired_count: 1,
    browser_pool_config: { size: 1, fill_rate_per_minute: 25, proxy_id: proxy.id },
  });
  records.browser({ proxy_id: proxy.id, pool: { id: pool.id } });

  await page.goto("/");
  const down = items(page).filter({ hasText: `Proxy ${proxy.id} is down` });
  await expect(down).toContainText("1 pool and 1 browser use it");
  const taken = down.getByRole("link", { name: `pool ${pool.id} has no browser left` });
  await expect(taken).toBeVisible();
  await expect(items(page).filter({ hasText: pool.id })).toHaveCount(1);
  const tile = page.getByRole("article", { name: `Pool ${pool.id}` });
  await expect(tile).toContainText("All acquired");
  await expect(tile).toContainText("0 of 1 available");
  const reported = itemsOf(attention.parse(await (await page.request.get("/api/attention")).json()));
  expect(new Set(reported.map(({ id }) => id)).size).toBe(reported.length);

  relay.set({ kind: "refuse" });
  // By the banner once a list cannot be read, before that by the list; never by both.
  const silent = page.getByRole("main").getByText(/The API (broke off its answer|has not answered)/);
  await expect(silent).toHaveCount(1);
  await expect(items(page).filter({ hasText: "Nothing recorded yet" })).toHaveCount(0);
  relay.set({ kind: "pass" });
  await expect(silent).toHaveCount(0);

  records.pool({ ...pool, available_count: 1, acquired_count: 0 });
  await expect(taken).toHaveCount(0);
  records.proxies.delete(proxy.id);
  await expect(down).toHaveCount(0);
});
