// The pictures of the documentation: `npm run pictures` draws them from the built dashboard over a scripted fleet, which
// is the same each time. Each is of a page that says what the text beside it explains.

import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { minuteMs } from "../../lib/bff/time-units.ts";
import { expect, test } from "../screens/fixtures.ts";
import type { ScriptedApi } from "../support/scripted-api/scripted-api.ts";

test.use({ stackName: "pictures", speedup: 4, colorScheme: "light" });

const folder = new URL("../../docs/pictures/", import.meta.url);
/** The wait that shows a stuck page; the recorder reads a list every few seconds. */
const recordedWithinMs = 60_000;

const actions = [
  ...[["storefront", "place-order"] as const, ["storefront", "search"] as const],
  ...[["accounts", "login"] as const, ["catalogue", "price-check"] as const],
] as const;
/** Pools by name, size, what is available and what is acquired. */
const pools = [
  ["checkout-eu", 24, 0, 14],
  ["checkout-us", 40, 31, 9],
  ["research-us", 16, 4, 12],
  ["kiosk", 10, 6, 4],
  ["search-eu", 30, 24, 6],
] as const;
const proxies = ["res-eu-1", "res-eu-3", "dc-us-2", "mobile-jp-1", "dc-eu-4"] as const;
const downProxy = "res-eu-3";
const failedReason = "page.goto: net::ERR_PROXY_CONNECTION_FAILED at https://shop.example/checkout";

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();

/** A fleet in which one proxy is down, and what that does to it. */
function seed({ records, logs }: ScriptedApi): void {
  for (const [app, action] of actions)
    for (const version of ["v4", "v5"]) records.app({ app_name: app, version, actions: [{ name: action }] });
  const byName = new Map(
    proxies.map((name, at) => [
      name,
      records.proxy({
        name,
        type: name.startsWith("dc") ? "datacenter" : name.startsWith("res") ? "residential" : "mobile",
        status: name === downProxy ? "unavailable" : "available",
        last_checked: ago((at + 1) * minuteMs),
      }),
    ]),
  );
  for (const [name, size, available, acquired] of pools) {
    const proxyId = byName.get(name === "checkout-eu" ? downProxy : "dc-us-2")?.id;
    records.pool({
      name,
      available_count: available,
      acquired_count: acquired,
      browser_pool_config: { size, fill_rate_per_minute: 10, ...(proxyId ? { proxy_id: proxyId } : {}) },
    });
  }
  const poolIds = [...records.pools.keys()];
  records.profile({ name: "shop-de", last_used_at: ago(2 * minuteMs) });
  for (let at = 480; at >= 0; at -= 1) {
    const [app, action] = actions[at % actions.length] ?? actions[0];
    const isRunning = at < 9;
    const fails = !isRunning && action === "place-order" && at < 160 && at % 3 === 0;
    const startedMs = at * 7_000 + 4_000;
    const made = records.invocation({
      app_name: app,
      action_name: action,
      version: at < 200 ? "v5" : "v4",
      started_at: ago(startedMs),
      payload: JSON.stringify({ order: 48_000 + at, country: "DE" }),
      status: isRunning ? "running" : fails ? "failed" : "succeeded",
      ...(isRunning ? {} : { finished_at: ago(startedMs - 1_500 - ((at * 379) % 2_400)) }),
      ...(fails ? { status_reason: failedReason } : {}),
    });
    if (!isRunning && !fails) continue;
    const browser = records.browser({
      created_at: ago(startedMs),
      proxy_id: byName.get(fails ? downProxy : "dc-us-2")?.id ?? null,
      pool: { id: poolIds[fails ? 0 : 1 + (at % 4)] ?? "" },
      timeout_seconds: 600,
    });
    records.sessionsOf.set(made.id, [browser.session_id]);
    if (fails) {
      logs.write(
        browser.session_id,
        "chromium",
        ["[network:error] GET https://shop.example/checkout net::ERR_PROXY_CONNECTION_FAILED"],
        ago(startedMs),
      );
      if (at > 12) records.browsers.delete(browser.session_id);
    }
  }
}

async function picture(page: Page, name: string): Promise<void> {
  // Charts and tables that measure themselves follow some frames after the page.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);
  await expect(page.getByText(/^(Loading|connecting$)/)).toHaveCount(0);
  await page.mouse.move(720, 880);
  await page.screenshot({ path: fileURLToPath(new URL(`${name}.png`, folder)), animations: "disabled" });
}

test("the pictures of the documentation", async ({ page, upstream, stack }) => {
  test.slow();
  seed(upstream);
  const admin = await stack.dashboard.admin();
  const down = [...upstream.records.proxies.values()].find(({ name }) => name === downProxy)?.id ?? "";
  upstream.records.checks.set(down, () => ({ status: "unavailable" }));
  for (const { id } of upstream.records.proxies.values())
    await admin.send("POST", `/api/proxies/${id}/check`);
  await admin.send("POST", "/api/alerts/rules/starter");
  await page.goto("/");
  await expect(page.getByText(`Proxy ${downProxy} is down`)).toBeVisible({ timeout: recordedWithinMs });
  await expect(page.getByText(/of 4\d\d/).first()).toBeVisible({ timeout: recordedWithinMs });
  await page.goto("/invocations?status=failed");
  await expect(page.locator("tbody tr[data-key]").nth(10)).toBeVisible();
  await picture(page, "invocations");
  await page.goto("/browsers");
  await expect(page.getByRole("row").filter({ hasText: "checkout-us" }).first()).toBeVisible();
  await picture(page, "browsers");
  await page.goto("/pools");
  await expect(page.getByRole("row").filter({ hasText: "checkout-eu" })).toBeVisible();
  await picture(page, "pools");
  await page.goto("/alerts?tab=rules");
  await expect(page.getByRole("row").nth(2)).toBeVisible();
  await picture(page, "alerts");
  await page.goto("/search?q=ERR_PROXY_CONNECTION_FAILED");
  await expect(page.locator("mark").first()).toBeVisible({ timeout: recordedWithinMs });
  await picture(page, "search");
  // Last, so that the pools have been sampled for a while.
  await page.goto("/");
  await expect(page.getByRole("article", { name: "Pool kiosk" })).toBeVisible();
  await expect(page.locator("svg.recharts-surface")).toHaveCount(2);
  await picture(page, "overview");
});
