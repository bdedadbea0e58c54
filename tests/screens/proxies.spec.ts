// What the dashboard records of proxies: each check with who made it, and what depends on one.
import { clickWhenTakenOver } from "../support/dashboard/page-moments.ts";
import { expect, test } from "./fixtures.ts";

test("each check is recorded once with its source; a failed request records none", async ({
  page,
  upstream,
  stack: { dashboard },
}) => {
  const { records } = upstream;
  const proxy = records.proxy({ name: "moody-gateway" });
  records.proxies.set(proxy.id, { ...proxy, status: undefined });
  await page.goto(`/proxies?past=1h&open=${proxy.id}`);
  const sheet = page.getByRole("dialog", { name: "moody-gateway" });
  const checks = sheet.getByRole("table", { name: "Newest checks" }).getByRole("row");
  const past = sheet.getByRole("region", { name: "Recorded checks" });
  const strip = sheet.getByRole("img", { name: /in the last hour$/ });
  await expect(strip).toHaveAccessibleName("no checks in the last hour");

  const failed = page.getByRole("button", { name: /^Check failed/ }).first();
  upstream.fail("POST", `/proxies/${proxy.id}/check`, {
    kind: "answer",
    status: 500,
    body: { code: "internal_error", message: "It broke." },
  });
  await sheet.getByRole("button", { name: "Check moody-gateway" }).click();
  await expect(failed).toBeVisible();
  upstream.fail("POST", `/proxies/${proxy.id}/check`, { kind: "hold", until: Promise.resolve() });

  await sheet.getByRole("button", { name: "Check moody-gateway" }).click();
  await expect(strip).toHaveAccessibleName("1 check, 1 available, 0 unavailable in the last hour");
  await expect(failed).toBeHidden();
  // Created by someone else: only the list reports it.
  const elsewhere = { ...proxy, status: "unavailable", last_checked: new Date().toISOString() } as const;
  records.proxies.set(proxy.id, elsewhere);
  await expect(strip).toHaveAccessibleName("2 checks, 1 available, 1 unavailable in the last hour");
  await expect(checks).toHaveCount(3);

  const admin = await dashboard.admin();
  const schedule = (enabled: boolean) =>
    admin.send("PUT", "/api/proxies/schedule", { enabled, every_minutes: 60, per_hour: 60 });
  try {
    const nightly = records.proxy({ name: "nightly-gateway", status: undefined });
    expect((await schedule(true)).status).toBe(200);
    await page.goto(`/proxies?past=1h&open=${nightly.id}`);
    const own = page.getByRole("dialog", { name: "nightly-gateway" });
    await expect(own.getByRole("table", { name: "Newest checks" })).toContainText(/available.*schedule/);
    expect(upstream.hitsOn("POST", `/proxies/${nightly.id}/check`)).toHaveLength(1);
    // That it was set is in the audit; the check is no operator's act.
    const acts = (await admin.get("/api/audit?limit=100")).text;
    expect(acts).toContain("setProxySchedule");
    expect(acts).not.toContain(nightly.id);
  } finally {
    await schedule(false);
  }

  await page.goto(`/proxies?past=1h&open=${proxy.id}`);
  await expect(checks).toHaveCount(3);
  await expect(checks.nth(1)).toContainText(/unavailable.*elsewhere/);
  await expect(checks.nth(2)).toContainText(/available.*operator/);
  await expect(past).toContainText(/p50 .* p95 .* of 1/);
});

test("a proxy's dependents are its pool, live session and invocation, with equal counts on the overview", async ({
  page,
  upstream,
}) => {
  const { records } = upstream;
  const proxy = records.proxy({ name: "blast-gateway" });
  const pool = records.pool({ name: "blast-pool", browser_pool_config: { size: 1, proxy_id: proxy.id } });
  const session = records.browser({ proxy_id: proxy.id });
  const invocation = records.invocation({ app_name: "catalogue", action_name: "crawl", status: "running" });
  records.sessionsOf.set(invocation.id, [session.session_id]);
  records.checks.set(proxy.id, () => ({ status: "unavailable" }));
  await page.goto(`/proxies?open=${proxy.id}`);
  const sheet = page.getByRole("dialog", { name: "blast-gateway" });
  const dependents = sheet.getByRole("region", { name: "Used by" });
  await expect(dependents).toContainText("1 pool, 1 active browser, 1 running invocation");
  await expect(dependents.getByRole("link", { name: "blast-pool" })).toBeVisible();
  await expect(dependents).toContainText("catalogue v1 crawl");

  await sheet.getByRole("button", { name: "Check blast-gateway" }).click();
  await expect(page.getByText("used by 1 pool, 1 active browser, 1 running invocation")).toBeVisible();
  const down = sheet.getByRole("region", { name: "Affected" });
  await expect(down).toContainText("1 pool");
  await page.goto("/");
  const item = page.getByRole("listitem").filter({ hasText: "Proxy blast-gateway is down" });
  await expect(item).toContainText("1 pool, 1 browser, and 1 running invocation use it");

  records.pools.delete(pool.id);
  records.browsers.delete(session.session_id);
  records.invocations.set(invocation.id, {
    ...invocation,
    status: "failed",
    finished_at: new Date().toISOString(),
  });
  await page.goto(`/proxies?open=${proxy.id}`);
  await expect(down).toContainText("0 pools, 0 active browsers, 0 running invocations");
});

test("a proxy is made, renamed and deleted, each audited with its id and reason", async ({
  page,
  upstream,
}) => {
  await page.goto("/proxies");
  await clickWhenTakenOver(page.getByRole("button", { name: "Create proxy…" }).first());
  const form = page.getByRole("dialog", { name: "Create proxy" });
  await form.getByLabel(/^Name/).fill("Oslo");
  await form.getByLabel("Host").fill("proxy.example");
  await form.getByLabel("Port").fill("8080");
  await form.getByLabel("User name").fill("ada");
  await form.getByLabel("Password").fill("of-nobody-else");
  await form.getByRole("button", { name: "Create proxy" }).click();
  const sheet = page.getByRole("dialog", { name: "Oslo" });
  await expect(sheet).toBeVisible();
  const [made] = upstream.records.proxies.values();
  expect(made?.config).toEqual({ host: "proxy.example", port: 8080, username: "ada", has_password: true });

  await sheet.getByRole("button", { name: "Actions for Oslo" }).click();
  await page.getByRole("menuitem", { name: "Rename…" }).click();
  const rename = page.getByRole("dialog", { name: "Rename proxy Oslo" });
  await rename.getByLabel("Name").fill("Bergen");
  await rename.getByRole("button", { name: "Rename proxy" }).click();
  await page.getByRole("button", { name: "Actions for Bergen" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  const asking = page.getByRole("alertdialog");
  await asking.getByRole("textbox", { name: "Reason" }).fill("not paid for any more");
  await asking.getByLabel("Type Bergen to confirm").fill("Bergen");
  await asking.getByRole("button", { name: "Delete proxy" }).click();
  await expect(page.getByText("No proxies yet")).toBeVisible();
  const audit = await page.request.get("/api/audit?phase=answered");
  const text = await audit.text();
  expect(text).not.toContain("of-nobody-else");
  expect(JSON.parse(text)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ action: "createProxy", target: made?.id }),
      expect.objectContaining({ action: "updateProxy", target: `${made?.id} to Bergen` }),
      expect.objectContaining({ action: "deleteProxy", target: made?.id, reason: "not paid for any more" }),
    ]),
  );
});
