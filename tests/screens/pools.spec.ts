// What the dashboard's own record adds to a pool: its past, which of its sessions are at work, and who changed it.

import { poolHistory } from "../../lib/bff/history.ts";
import { hourMs } from "../../lib/bff/time-units.ts";
import { adminPassword } from "../support/dashboard/dashboard.ts";
import { clickWhenTakenOver } from "../support/dashboard/page-moments.ts";
import { expect, test } from "./fixtures.ts";

test("thirty days of history show a pool that was empty briefly", async ({ page, upstream }) => {
  const { id } = upstream.records.pool({ name: "dips", available_count: 3, acquired_count: 0 });
  const holds = (available_count: number, acquired_count: number) => {
    const pool = upstream.records.pools.get(id);
    if (pool !== undefined) upstream.records.pools.set(id, { ...pool, available_count, acquired_count });
  };
  const newest = async () => {
    const since = Date.now() - 30 * 24 * hourMs;
    const answer = await page.request.get(`/api/history/pools?since_ms=${since}&pool_id=${id}`);
    const { pools } = poolHistory.parse(await answer.json());
    const samples = (pools[0]?.samples ?? []).filter(({ available }) => available !== null);
    // The newest step may have begun since the counts before.
    return { ...samples.at(-1), available_min: Math.min(...samples.map((each) => each.available_min ?? 0)) };
  };
  await page.goto(`/pools/${id}?window=30d`);
  const chart = page.getByRole("region", { name: "Over time" }).getByRole("figure");
  await expect(chart).toContainText(/available 3/);
  await expect.poll(newest).toMatchObject({ available: 3, available_min: 3 });

  holds(0, 3);
  await expect(page.getByText("All acquired").first()).toBeVisible();
  await expect.poll(newest).toMatchObject({ available: 0, available_min: 0 });
  holds(3, 0);
  await expect(page.getByText("All acquired")).toHaveCount(0);
  // A step of thirty days is almost three hours: its last counts alone say that nothing happened.
  await expect.poll(newest).toMatchObject({ available: 3, available_min: 0 });
  await page.reload();
  await expect(chart).toContainText(/available 3,.*least available 0/);
  await expect(page.getByText(/^Last empty at/)).toBeVisible();
});

test("a pool is changed once, audited with name and reason, and its sessions show drift", async ({
  page,
  upstream,
}) => {
  const { id } = upstream.records.pool({
    name: "resized",
    browser_pool_config: { size: 3, fill_rate_per_minute: 10, timeout_seconds: 300 },
  });
  const session = upstream.records.browser({ pool: { id }, timeout_seconds: 300 });
  await page.goto(`/pools/${id}`);
  await clickWhenTakenOver(page.getByRole("button", { name: "Edit…" }));
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "More settings" }).click();
  await dialog.getByLabel("Timeout in seconds").fill("900");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("invocations take longer");
  await dialog.getByRole("button", { name: "Save pool" }).click();
  await expect(dialog).toBeHidden();
  const drift = page.getByRole("region", { name: "Drift from the configuration" });
  await expect(drift.getByText("1 of 1 acquired browser differs")).toBeVisible();
  await expect(drift.getByRole("row").filter({ hasText: session.session_id })).toContainText(
    /Timeout\s*15 min\s*5 min/,
  );
  expect(upstream.hitsOn("PATCH", `/browser_pools/${id}`).map(({ body }) => body)).toEqual([
    { timeout_seconds: 900, size: 3 },
  ]);
  const audit = await page.request.get(`/api/audit?action=updatePool&phase=intended&target=${id}`);
  const act = { actor: "admin", target: `${id} (timeout_seconds: 900)`, reason: "invocations take longer" };
  expect(await audit.json()).toMatchObject([act]);

  await page.request.put(`/api/pools/${id}/rate`, {
    headers: { origin: new URL(page.url()).origin },
    data: { fill_per_minute: 2 },
  });
  await expect(page.getByText("set by admin").first()).toBeVisible();
});

test("a tab has the name of its pool, also when the page is opened by id or come back to", async ({
  page,
  upstream,
}) => {
  const { id } = upstream.records.pool({ name: "named" });
  await page.goto(`/pools/${id}`);
  await expect(page).toHaveTitle("Pool named · Fleetdeck");
  const pages = page.getByRole("navigation", { name: "Pages" });
  await clickWhenTakenOver(pages.getByRole("link", { name: "Pools" }));
  await expect(page).toHaveTitle("Pools · Fleetdeck");
  await page.goBack();
  await expect(page).toHaveTitle("Pool named · Fleetdeck");
});

test("idle sessions of a pool are released first, each once", async ({ page, upstream }) => {
  const { records } = upstream;
  const { id } = records.pool({ name: "released", available_count: 0, acquired_count: 2 });
  const idle = records.browser({ pool: { id } }).session_id;
  const busy = records.browser({ pool: { id } }).session_id;
  const invocation = records.invocation({ status: "running" });
  records.sessionsOf.set(invocation.id, [busy]);
  await page.goto(`/pools/${id}`);
  await clickWhenTakenOver(page.getByRole("button", { name: "More", exact: true }));
  await page.getByRole("menuitem", { name: "Release…" }).click();
  const dialog = page.getByRole("dialog");
  const list = dialog.getByRole("list", { name: "Acquired browsers" });
  await expect(list.getByRole("listitem").last()).toContainText(busy);
  await expect(list.getByRole("listitem").last()).toContainText("running invocation");
  await expect(list.getByRole("listitem").first()).toContainText("no running invocation");
  await expect(dialog.getByText("2 of 2 acquired are known")).toBeVisible();

  await dialog.getByRole("checkbox", { name: idle }).check();
  await dialog.getByLabel("Other browser ids").fill("no-such-session");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("it runs empty tonight");
  await dialog.getByRole("button", { name: "Release 2 browsers" }).dblclick();
  await expect(dialog.getByText("1 browser released, 1 failed.")).toBeVisible();
  // Sent at once, on connections of their own.
  const released = upstream.hitsOn("POST", `/browser_pools/${id}/release`).map(({ body }) => body);
  expect(released).toHaveLength(2);
  for (const session_id of [idle, "no-such-session"])
    expect(released).toContainEqual({ session_id, reuse: true });
  const audit = await page.request.get(`/api/audit?action=releaseBrowser&phase=intended&target=${id}`);
  const rows = await audit.json();
  const act = { actor: "admin", reason: "it runs empty tonight" };
  expect(rows).toMatchObject([act, act]);
  for (const session_id of [idle, "no-such-session"])
    expect(rows).toContainEqual(expect.objectContaining({ target: `${id} (${session_id})` }));

  await dialog.getByRole("button", { name: "Close" }).first().click();
  await clickWhenTakenOver(page.getByRole("button", { name: "More", exact: true }));
  await page.getByRole("menuitem", { name: "Release…" }).click();
  await expect(dialog.getByRole("checkbox", { name: busy })).toBeVisible();
  await expect(dialog.getByRole("checkbox", { name: idle })).toHaveCount(0);
});

test("a pool is made from the list, with the draft over a reload, and deleted by its name", async ({
  page,
  upstream,
}) => {
  const proxy = upstream.records.proxy({ name: "Oslo" });
  await page.goto("/pools");
  await clickWhenTakenOver(page.getByRole("button", { name: "Create pool…" }).first());
  const dialog = page.getByRole("dialog", { name: "Create pool" });
  await dialog.getByLabel("Name").fill("made-here");
  await dialog.getByLabel("Size").fill("3");
  await dialog.getByLabel("Proxy").fill("Oslo");
  await page.getByRole("option", { name: /Oslo/ }).click();
  await page.reload();
  await clickWhenTakenOver(page.getByRole("button", { name: "Create pool…" }).first());
  await expect(dialog.getByLabel("Name")).toHaveValue("made-here");
  await expect(dialog.getByLabel("Proxy")).toHaveValue("Oslo");
  await expect(dialog.getByText(/^Keeps 3 browsers running/)).toBeVisible();
  await dialog.getByRole("button", { name: "Create pool" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "made-here" })).toBeVisible();
  expect(upstream.hitsOn("POST", "/browser_pools").map(({ body }) => body)).toEqual([
    { size: 3, name: "made-here", proxy_id: proxy.id },
  ]);
  const [pool] = upstream.records.pools.values();

  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  const asking = page.getByRole("alertdialog");
  await asking.getByLabel(/to confirm$/).fill("made-here");
  await asking.getByRole("textbox", { name: "Reason" }).fill("it was a test");
  await asking.getByRole("button", { name: "Delete pool" }).click();
  await expect(page).toHaveURL(/\/pools$/);
  await expect(page.getByText("No pools yet")).toBeVisible();
  const audit = await page.request.get("/api/audit?phase=answered");
  const acts: unknown = await audit.json();
  expect(acts).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: "createPool", target: pool?.id }),
      expect.objectContaining({ action: "deletePool", target: pool?.id, reason: "it was a test" }),
    ]),
  );
});

test("what was typed outlives an expired sign-in", async ({ page, context }) => {
  await page.goto("/pools");
  await clickWhenTakenOver(page.getByRole("button", { name: "Create pool…" }).first());
  const dialog = page.getByRole("dialog", { name: "Create pool" });
  await dialog.getByLabel("Name").fill("typed-before");
  // The act is to notice it: a read that polls just then would leave the page before the click.
  await page.route("**/api/**", (route) => {
    if (route.request().method() !== "GET") return route.continue();
  });
  await context.clearCookies();
  await dialog.getByRole("button", { name: "Create pool" }).click();
  await page.unroute("**/api/**");
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=%2Fpools/);
  await page.getByLabel("User name").fill("admin");
  await page.getByLabel("Password").fill(adminPassword);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pools" })).toBeVisible();
  await clickWhenTakenOver(page.getByRole("button", { name: "Create pool…" }).first());
  await expect(dialog.getByLabel("Name")).toHaveValue("typed-before");
  await expect(dialog.getByText("Your unsaved changes were restored.")).toBeVisible();
});
