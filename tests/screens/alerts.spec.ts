// An alert's life through the whole dashboard: recorded checks, a rule, the bell, a webhook, and what is closed by hand.
import type { Locator, Page } from "@playwright/test";
import { alertRule } from "../../lib/bff/alert-rules.ts";
import { webhookMade } from "../../lib/bff/webhooks.ts";
import { faultsOf } from "../support/dashboard/axe-violations.ts";
import type { Visitor } from "../support/dashboard/dashboard.ts";
import { focused, openPalette, tabUntilFocused } from "../support/dashboard/keyboard-navigation.ts";
import {
  expectedSignature,
  startWebhookReceiver,
  type WebhookReceiver,
} from "../support/programs/webhook-receiver.ts";
import { test as base, expect } from "./fixtures.ts";
import { alertTree, browserTree, invocationsTree, invocationTree, poolTree } from "./incident-trees.ts";

const test = base.extend<{ receiver: WebhookReceiver }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of what a fixture needs
  receiver: async ({}, use) => {
    const receiver = await startWebhookReceiver();
    await use(receiver);
    await receiver.close();
  },
});

const row = (page: Page, table: string, text: string) =>
  page.getByRole("table", { name: table, exact: true }).getByRole("row").filter({ hasText: text });
const eventsOf = ({ received }: WebhookReceiver) =>
  received.map(({ headers }) => headers["x-fleetdeck-event"]);

/** A rule that fires at the first failed check of that proxy; deleted again by the answer's `remove`. */
async function ruleOn(admin: Visitor, proxy: string, webhooks: readonly string[]) {
  const made = await admin.send("POST", "/api/alerts/rules", {
    name: `Down ${proxy}`,
    signal: { kind: "proxy_down", proxy, checks: 1 },
    webhooks,
    for_seconds: 0,
    clear_seconds: 0,
    remind_hours: 0,
    enabled: true,
  });
  const { id } = alertRule.parse(made.json);
  return { id, remove: () => admin.send("DELETE", `/api/alerts/rules/${id}`) };
}

test("an alert for a failing proxy fires once, sends a signed webhook, is muted and resolves", async ({
  page,
  upstream: { records },
  stack: { dashboard },
  receiver,
}) => {
  const admin = await dashboard.admin();
  const id = records.id("gateway");
  const found = (status: "available" | "unavailable") =>
    records.proxy({ id, status, last_checked: new Date().toISOString() });
  records.proxy({ id });
  const hook = webhookMade.parse(
    (await admin.send("POST", "/api/alerts/webhooks", { name: "pager", url: receiver.url })).json,
  );
  const rule = await ruleOn(admin, id, [hook.id]);
  await admin.send("POST", `/api/alerts/webhooks/${hook.id}/test`);

  // Shown in a notice only to those who look when it fires: what was open before is in the bell.
  await page.goto("/proxies");
  await expect(row(page, "Proxies", id)).not.toContainText("unavailable");
  await expect(page.getByRole("button", { name: /^Alerts: (none|\d+) open/ })).toBeVisible();
  // The list of proxies reports a check that was made elsewhere.
  found("unavailable");
  await expect(row(page, "Proxies", id)).toContainText("unavailable");
  await expect(page.getByText(`Down ${id}: ${id}`)).toBeVisible();
  await page.getByRole("button", { name: /^Alerts: \d+ open/ }).click();
  const bell = page.getByRole("dialog", { name: "Open alerts" });
  await expect(bell).toContainText("found it unavailable");
  await bell.getByRole("link", { name: "All alerts" }).click();
  const open = row(page, "Open alerts", id);
  await expect(open).toContainText("firing");
  await expect.poll(() => eventsOf(receiver)).toEqual(["test", "fired"]);
  const fired = receiver.received[1];
  expect(JSON.parse(fired?.body ?? "")).toMatchObject({
    event: "fired",
    alert: { rule: { name: `Down ${id}` }, subject: { id, label: id } },
  });
  expect(fired?.headers["webhook-signature"]).toBe(fired && expectedSignature(fired, hook.secret));

  await page.getByRole("button", { name: `Mute ${id}` }).click();
  await page.getByRole("menuitem", { name: "1 hour" }).click();
  await expect(open).toContainText("muted");

  found("available");
  await page.getByRole("tab", { name: "History" }).click();
  await expect(row(page, "Past alerts", id)).toContainText("condition cleared");
  // The end of what was reported is reported, muted or not; nothing was reported twice.
  await expect.poll(() => eventsOf(receiver)).toEqual(["test", "fired", "resolved"]);
  await page.getByRole("tab", { name: "Webhooks" }).click();
  await expect(row(page, "Deliveries", "resolved")).toContainText("delivered");
  await rule.remove();
  await admin.send("DELETE", `/api/alerts/webhooks/${hook.id}`);
});

test("an alert without data is marked and can be closed with an audited reason", async ({
  page,
  upstream: { records },
  stack: { dashboard, relay },
}) => {
  const admin = await dashboard.admin();
  const id = records.id("gateway");
  records.proxy({ id, status: "unavailable", last_checked: new Date().toISOString() });
  const rule = await ruleOn(admin, id, []);
  await page.goto("/alerts");
  const open = row(page, "Open alerts", id);
  await expect(open).toContainText("firing");
  relay.set({ kind: "refuse" });
  await expect(page.getByText(/^The API .* Rules on its data neither fire nor clear\.$/)).toBeVisible();
  await expect(open).toContainText("no data for");
  const close = open.getByRole("button", { name: `Close ${id}` });
  await expect(close).not.toHaveAttribute("aria-disabled", "true");
  await close.click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("textbox").fill("the gateway was sold");
  await dialog.getByRole("button", { name: "Close alert" }).click();
  await expect(open).toHaveCount(0);
  await page.getByRole("tab", { name: "History" }).click();
  await expect(row(page, "Past alerts", id)).toContainText("closed by admin: the gateway was sold");
  expect((await admin.get("/api/audit?limit=50")).text).toContain("the gateway was sold");
  await rule.remove();
});

test("an incident is followed from the alert to invocation, log, browser and pool and back by keyboard alone", async ({
  page,
  upstream: { records, logs },
  stack: { dashboard },
}) => {
  const admin = await dashboard.admin();
  const app = records.id("checkout");
  const pool = records.pool();
  const { session_id: session } = records.browser({ pool: { id: pool.id, name: pool.name ?? pool.id } });
  logs.write(session, "chromium", ["ERROR the certificate has expired"]);
  const failed = records.invocation({ app_name: app, status: "failed", status_reason: "page.goto failed" });
  records.sessionsOf.set(failed.id, [session]);
  const made = await admin.send("POST", "/api/alerts/rules", {
    name: `Failing ${app}`,
    webhooks: [],
    enabled: true,
    signal: { kind: "failure_share", app, window_minutes: 5, percent: 50, least: 1 },
    for_seconds: 0,
    clear_seconds: 0,
    remind_hours: 0,
  });
  const rule = alertRule.parse(made.json);
  const names = {
    app,
    invocation: failed.id,
    session,
    pool: { id: pool.id, name: pool.name ?? pool.id },
  };

  const heading = (name: string | RegExp) => page.getByRole("heading", { level: 1, name });
  /** Tabs to a link and follows it. */
  const follow = async (link: Locator) => {
    await tabUntilFocused(page, link, 120);
    await page.keyboard.press("Enter");
  };
  /** What a screen reader reads of the page. */
  const reads = (tree: string) => expect(page.getByRole("main")).toMatchAriaSnapshot(tree);
  /** Axe finds nothing, the tab is named, and the keyboard does not begin at the top of the page again. */
  const arrived = async (name: RegExp) => {
    await expect(page).toHaveTitle(name);
    await expect.poll(() => focused(page)).not.toBe("nothing");
    expect(await faultsOf(page)).toEqual([]);
  };
  await page.goto("/alerts");
  await expect(row(page, "Open alerts", app)).toContainText("firing");
  await reads(alertTree(names));
  await follow(row(page, "Open alerts", app).getByRole("link").first());
  await expect(heading("Invocations")).toBeVisible();
  await expect(row(page, "Invocations", "page.goto failed")).toBeVisible();
  await arrived(/^Invocations · /);
  await reads(invocationsTree(names));
  await page.keyboard.press("j");
  // Enter before the row is open would go to its page at once, and leave no step to go back to.
  await expect(page).toHaveURL(/[?&]open=/);
  await page.keyboard.press("Enter");
  await expect(heading("search")).toBeVisible();
  await expect(page.getByRole("region", { name: "page.goto failed" })).toContainText("ERROR the certificate");
  await arrived(new RegExp(`^search ${failed.id} · `));
  const log = page.getByRole("log", { name: "Lines of Logs of its browsers" });
  await expect(log).toContainText("the certificate has expired");
  await reads(invocationTree(names));
  await tabUntilFocused(page, log);
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText(/^[\d:.]+, Error, ERROR the certificate has expired$/)).toBeAttached();
  await page.keyboard.press("Control+f");
  await expect(page.getByRole("textbox", { name: "Find in this log" })).toBeFocused();
  await page.keyboard.type("certificate");
  await expect(page.getByRole("search").getByRole("status")).toHaveText("1 match");
  await page.keyboard.press("Escape");
  await expect(log).toBeFocused();
  await follow(page.getByRole("link", { name: new RegExp(session) }));
  await expect(heading(new RegExp(session))).toBeVisible();
  await expect(page.getByRole("log")).toContainText("the certificate has expired");
  await arrived(new RegExp(`^Browser ${session} · `));
  await reads(browserTree(names));
  await follow(page.getByRole("link", { name: pool.name ?? pool.id }));
  await expect(heading(new RegExp(pool.id))).toBeVisible();
  await arrived(/^Pool pool/);
  await reads(poolTree(names));
  // The list is there twice: with the open row and without.
  for (const name of [new RegExp(session), "search", "Invocations", "Invocations", "Alerts"]) {
    await page.goBack();
    await expect(heading(name)).toBeVisible();
    await expect.poll(() => focused(page)).not.toBe("nothing");
  }
  await admin.send("DELETE", `/api/alerts/rules/${rule.id}`);
});

test("the palette leads from any page to the form of a new rule", async ({ page }) => {
  await page.goto("/proxies");
  const palette = await openPalette(page);
  await palette.getByRole("combobox").fill("alert rule");
  await expect(palette.getByRole("option", { name: "Add alert rule…" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/alerts/);
  await expect(page.getByRole("dialog", { name: "Add rule" })).toBeVisible();
});
