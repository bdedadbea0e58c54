// An alert's whole life as an operator sees it: a rule is made, its proxy goes down, the bell and a webhook tell of it,
// it is muted, and it resolves.
import { createHmac } from "node:crypto";
import type { Page, Route } from "@playwright/test";
import { operations } from "../../lib/contract/operations.ts";
import { type HookReceiver, startHookReceiver } from "../support/hook-receiver.ts";
import { startMoodyProxy } from "../support/moody-proxy.ts";
import { faultsBesideMenus, faultsOf } from "./accessibility.ts";
import { expect, test } from "./fixtures.ts";

test.use({ fleetName: "alerts" });

let receiver: HookReceiver;
test.beforeAll(async () => {
  receiver = await startHookReceiver();
});
test.afterAll(() => receiver.close());

const row = (page: Page, table: string, text: string) =>
  page.getByRole("table", { name: table, exact: true }).getByRole("row").filter({ hasText: text });
const eventsOf = () => receiver.received.map(({ headers }) => headers["x-fleetdeck-event"]);
const looks = [
  ["light", 1440],
  ["dark", 1440],
  ["light", 390],
  ["dark", 390],
] as const;

/** The page as it is now in both themes and widths, free of faults. */
async function lookAt(page: Page, name: string): Promise<void> {
  for (const [colorScheme, width] of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.setViewportSize({ width, height: 900 });
    expect(await faultsBesideMenus(page), `${name}, ${colorScheme}, ${width}`).toEqual([]);
    await page.screenshot({ path: test.info().outputPath(`${name}-${colorScheme}-${width}.png`) });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
}

test("a proxy goes down: the rule fires once, the webhook hears of it signed, it is muted, it resolves", async ({
  page,
  fleet: { api, relay },
}) => {
  test.setTimeout(600_000);
  const proxy = await startMoodyProxy(api, "alerting-gateway");
  let secret = "";

  await test.step("nothing yet: the page says what it is for", async () => {
    await page.goto("/alerts");
    await expect(page.getByText("No rules yet")).toBeVisible();
    await expect(page.getByRole("button", { name: "Alerts: none open" })).toBeVisible();
    await lookAt(page, "empty");
  });

  await test.step("an address that is not of the public internet is refused, one on this machine is taken here", async () => {
    await page.getByRole("tab", { name: "Webhooks" }).click();
    await expect(page).toHaveURL(/tab=webhooks/);
    await page.getByRole("button", { name: "Add webhook" }).click();
    const dialog = page.getByRole("dialog", { name: "Add webhook" });
    await dialog.getByLabel("Name").fill("pager");
    await dialog.getByLabel("Address").fill("https://169.254.169.254/latest/meta-data");
    await dialog.getByRole("button", { name: "Add webhook" }).click();
    await expect(dialog.getByText("not of the public internet")).toBeVisible();
    await dialog.getByLabel("Address").fill(receiver.url);
    await dialog.getByRole("button", { name: "Add webhook" }).click();
    const shown = page.getByRole("dialog", { name: "Secret of pager" });
    secret = (await shown.getByText(/^whsec_/).textContent()) ?? "";
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 500);
    await expect(shown.getByText(secret)).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    await shown.getByRole("button", { name: "I have kept it" }).click();
    await expect(row(page, "Webhooks", "pager")).toContainText("http://127.0.0.1");
    await expect(page.getByText("whsec_")).toBeHidden();
  });

  await test.step("a test notice arrives, signed with that secret, and is in the log", async () => {
    await page.getByRole("button", { name: "Send a test to pager" }).click();
    await expect(row(page, "Deliveries", "test")).toContainText("delivered", { timeout: 60_000 });
    const [got] = receiver.received;
    const [t = "", v1] = String(got?.headers["x-fleetdeck-signature"])
      .split(",")
      .map((part) => part.replace(/^\w+=/, ""));
    expect(v1).toBe(createHmac("sha256", secret).update(`${t}.${got?.body}`).digest("hex"));
    await lookAt(page, "webhooks");
  });

  await test.step("it is edited: what was typed stays until it is saved, a bad address is refused, the secret holds", async () => {
    await page.getByRole("button", { name: "Edit pager" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit pager" });
    await dialog.getByLabel("Name").fill("night pager");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Edit pager" }).click();
    await expect(dialog.getByLabel("Name")).toHaveValue("night pager");
    await dialog.getByLabel("New address").fill("https://169.254.169.254/latest");
    await dialog.getByRole("button", { name: "Save webhook" }).click();
    await expect(dialog.getByText("not of the public internet")).toBeVisible();
    await expect(dialog.getByLabel("Name")).toHaveValue("night pager");
    await lookAt(page, "edit");
    await dialog.getByLabel("New address").fill(`${receiver.url}/moved`);
    await dialog.getByLabel("Reason").fill("the team moved");
    await dialog.getByRole("button", { name: "Save webhook" }).click();
    await expect(row(page, "Webhooks", "night pager")).toContainText("http://127.0.0.1");
    await page.getByRole("button", { name: "Send a test to night pager" }).click();
    await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(2);
    const [, got] = receiver.received;
    const [t = "", v1] = String(got?.headers["x-fleetdeck-signature"])
      .split(",")
      .map((part) => part.replace(/^\w+=/, ""));
    expect(v1).toBe(createHmac("sha256", secret).update(`${t}.${got?.body}`).digest("hex"));
    expect(await (await page.request.get("/api/audit?limit=50")).text()).toContain("the team moved");
  });

  await test.step("a rule, made by keyboard, says what it would say before it is saved", async () => {
    await page.getByRole("button", { name: "New rule" }).focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "New rule" });
    await dialog.getByLabel("Name").fill("Gateway down");
    await dialog.getByRole("combobox", { name: "Signal" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("option", { name: "Proxy down" }).click();
    await dialog.getByLabel("Failed checks in a row").fill("1");
    await dialog.getByLabel("Proxy id").fill(proxy.id);
    await dialog.getByLabel("Clear for … seconds").fill("0");
    await dialog.getByRole("checkbox", { name: /pager/ }).check();
    await dialog.getByRole("button", { name: "Test now" }).click();
    await expect(dialog.getByText("There is nothing of the kind")).toBeVisible();
    await lookAt(page, "rule");
    await dialog.getByRole("button", { name: "Add rule" }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole("tab", { name: "Rules" }).click();
    await expect(row(page, "Rules", "Gateway down")).toContainText("nothing yet");
  });

  await test.step("it goes down: bell, toast, list and webhook tell of it, once", async () => {
    // Told in a notice only to those who look when it fires: what was open before is in the bell.
    await page.goto("/proxies");
    await expect(row(page, "Proxies", "alerting-gateway")).toContainText("never checked");
    await expect(page.getByRole("button", { name: "Alerts: none open" })).toBeVisible();
    proxy.set("unavailable");
    await api.call(operations.checkProxy, { params: { id: proxy.id } });
    // The list of proxies tells the dashboard of a check that was made elsewhere.
    await expect(row(page, "Proxies", "alerting-gateway")).toContainText("unavailable", { timeout: 60_000 });
    await expect(page.getByRole("button", { name: "Alerts: 1 open" })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText("Gateway down: alerting-gateway")).toBeVisible();
    await page.getByRole("button", { name: "Alerts: 1 open" }).click();
    const bell = page.getByRole("dialog", { name: "Open alerts" });
    await expect(bell).toContainText("found it unavailable");
    await bell.getByRole("link", { name: "All alerts" }).click();
    await expect(row(page, "Open alerts", "alerting-gateway")).toContainText("firing");
    await expect.poll(eventsOf, { timeout: 60_000 }).toEqual(["test", "test", "fired"]);
    expect(JSON.parse(receiver.received[2]?.body ?? "")).toMatchObject({
      event: "fired",
      alert: { rule: { name: "Gateway down" }, subject: { id: proxy.id, label: "alerting-gateway" } },
    });
    await lookAt(page, "open");
  });

  await test.step("muted, it leaves the bell and stays in the list", async () => {
    await page.getByRole("button", { name: "Mute alerting-gateway" }).click();
    await page.getByRole("menuitem", { name: "1 hour" }).click();
    await expect(row(page, "Open alerts", "alerting-gateway")).toContainText("muted");
    await expect(page.getByRole("button", { name: "Alerts: none open" })).toBeVisible();
    await page.getByRole("button", { name: "Mute alerting-gateway" }).click();
    await page.getByRole("menuitem", { name: "Unmute" }).click();
    await expect(page.getByRole("button", { name: "Alerts: 1 open" })).toBeVisible();
  });

  await test.step("it is up again: resolved, told, and in the history", async () => {
    proxy.set("available");
    await api.call(operations.checkProxy, { params: { id: proxy.id } });
    await page.goto("/proxies");
    await expect(
      row(page, "Proxies", "alerting-gateway").getByText("available", { exact: true }),
    ).toBeVisible();
    await page.goto("/alerts?tab=history");
    await expect(row(page, "Alerts that are over", "alerting-gateway")).toContainText("clear again", {
      timeout: 60_000,
    });
    await expect.poll(eventsOf, { timeout: 60_000 }).toEqual(["test", "test", "fired", "resolved"]);
    await lookAt(page, "history");
  });

  await test.step("while the API does not answer, the page says that everything learned from it is unknown", async () => {
    await page.getByRole("tab", { name: "Rules" }).click();
    await expect(row(page, "Rules", "Gateway down")).toContainText("1 ok");
    relay.set({ kind: "refuse" });
    await expect(page.getByText(/The API does not answer/)).toBeVisible({ timeout: 60_000 });
    await expect(row(page, "Rules", "Gateway down")).toContainText("unknown", { timeout: 60_000 });
    await lookAt(page, "rules");
    relay.set({ kind: "pass" });
    await expect(row(page, "Rules", "Gateway down")).toContainText("1 ok", { timeout: 120_000 });
  });

  await test.step("an alert without data says since when, and is closed by hand with a reason", async () => {
    proxy.set("unavailable");
    await api.call(operations.checkProxy, { params: { id: proxy.id } });
    await page.goto("/proxies");
    await expect(page.getByRole("button", { name: "Alerts: 1 open" })).toBeVisible({ timeout: 120_000 });
    relay.set({ kind: "refuse" });
    await page.getByRole("link", { name: "Alerts", exact: true }).first().click();
    const own = row(page, "Open alerts", "alerting-gateway");
    await expect(own).toContainText("no data since", { timeout: 120_000 });
    const close = own.getByRole("button", { name: "Close alerting-gateway" });
    await expect(close).toHaveAttribute("aria-disabled", "true");
    await lookAt(page, "no-data");
    await expect(close).not.toHaveAttribute("aria-disabled", "true", { timeout: 240_000 });
    await close.click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByRole("textbox").fill("the gateway was sold");
    await lookAt(page, "close");
    await dialog.getByRole("button", { name: "Close alert" }).click();
    await expect(page.getByText("Nothing fires")).toBeVisible();
    await page.getByRole("tab", { name: "History" }).click();
    await expect(row(page, "Alerts that are over", "the gateway was sold")).toContainText("closed by admin");
    await expect.poll(() => eventsOf().at(-1), { timeout: 60_000 }).toBe("resolved");
    expect(await (await page.request.get("/api/audit?limit=50")).text()).toContain("the gateway was sold");
    relay.set({ kind: "pass" });
  });

  await test.step("a proxy that is deleted ends its alert by itself", async () => {
    await page.goto("/proxies");
    await expect(page.getByRole("button", { name: "Alerts: 1 open" })).toBeVisible({ timeout: 120_000 });
    await api.call(operations.deleteProxy, { params: { id: proxy.id } });
    await page.goto("/alerts?tab=history");
    const gone = row(page, "Alerts that are over", "the proxy is no more");
    await expect(async () => {
      // The list of proxies tells of it.
      await page.request.get("/api/proxies?limit=100");
      await expect(gone).toBeVisible({ timeout: 6_000 });
    }).toPass({ timeout: 120_000 });
    await page.getByRole("tab", { name: "Rules" }).click();
  });

  await test.step("a rule is deleted", async () => {
    await page.getByRole("button", { name: "Delete Gateway down" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete rule" }).click();
    await expect(page.getByText("No rules yet")).toBeVisible();
  });
  await proxy.close();
});

test("alerts that cannot be read are never told as none: the bell and each list say that they are not up to date", async ({
  page,
}) => {
  test.setTimeout(600_000);
  const refuse = (route: Route) =>
    route.fulfill({
      status: 503,
      json: { code: "store_unavailable", message: "The store does not answer.", request_id: "e2e" },
    });
  const lists = /\/api\/alerts(\/rules|\/webhooks|\/deliveries)?(\?.*)?$/;
  const bell = page.getByRole("banner").getByRole("button", { name: /^Alerts: / });
  const panel = page.getByRole("dialog", { name: "Open alerts" });
  const stale = page.getByRole("main").getByRole("alert").filter({ hasText: "Not up to date" });

  await page.route(lists, refuse);
  await page.goto("/alerts");
  await bell.click();
  await expect(panel).toContainText("They could not be read.", { timeout: 60_000 });
  await expect(panel).toContainText("Alerts not known");
  await expect(bell).toHaveAccessibleName("Alerts: not known");
  await expect(page.getByText("No open alerts")).toBeHidden();
  await expect(page.getByText("Nothing fires")).toBeHidden();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();

  await page.unroute(lists, refuse);
  await expect(bell).toHaveAccessibleName(/^Alerts: (none|\d+) open$/, { timeout: 60_000 });
  await expect(page.getByRole("main").getByRole("alert").filter({ hasText: /./ })).toHaveCount(0, {
    timeout: 60_000,
  });
  for (const name of ["Rules", "History", "Webhooks", "Open"]) {
    await page.getByRole("tab", { name: new RegExp(`^${name}`) }).click();
    const panelOfTab = page.getByRole("tabpanel", { name: new RegExp(`^${name}`) });
    await expect(panelOfTab.getByRole("table").last()).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0, { timeout: 60_000 });
    await page.route(lists, refuse);
    await expect(stale).toHaveCount(name === "Webhooks" ? 2 : 1, { timeout: 60_000 });
    if (name === "Open") {
      await expect(bell).toHaveAccessibleName(/, not up to date$/, { timeout: 60_000 });
      await bell.click();
      await expect(panel).toContainText("not up to date");
      await expect(page.getByText("No open alerts")).toBeHidden();
      await page.keyboard.press("Escape");
      await expect(panel).toBeHidden();
      await lookAt(page, "not-up-to-date");
    }
    await page.unroute(lists, refuse);
    await expect(stale).toHaveCount(0, { timeout: 60_000 });
  }
  await expect(bell).toHaveAccessibleName(/^Alerts: (none|\d+) open$/, { timeout: 60_000 });
});

test("a rule and a webhook that are being saved keep their dialog: a failure is told there, and over no later draft", async ({
  page,
}) => {
  const cases = [
    { tab: "Rules", path: "**/api/alerts/rules", opener: "New rule", save: "Add rule", fault: "Not saved" },
    {
      tab: "Webhooks",
      path: "**/api/alerts/webhooks",
      opener: "Add webhook",
      save: "Add webhook",
      fault: "Not added",
    },
  ] as const;
  for (const { tab, path, opener, save, fault } of cases) {
    const asked = Promise.withResolvers<void>();
    const answered = Promise.withResolvers<void>();
    await page.route(path, async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      asked.resolve();
      await answered.promise;
      return route.fulfill({
        status: 503,
        json: { code: "store_unavailable", message: "The store does not answer.", request_id: "e2e" },
      });
    });
    await page.goto(`/alerts?tab=${tab.toLowerCase()}`);
    await expect(page.getByRole("table", { name: tab, exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0, { timeout: 60_000 });
    await page.getByRole("button", { name: opener }).first().click();
    const dialog = page.getByRole("dialog", { name: opener });
    await dialog.getByLabel("Name").fill("never kept");
    if (tab === "Webhooks") await dialog.getByLabel("Address").fill("https://hooks.example.com/x");
    await dialog.getByRole("button", { name: save }).click();
    await asked.promise;
    await expect(dialog.getByRole("button", { name: save })).toHaveAttribute("aria-busy", "true");
    await expect(dialog.getByRole("button", { name: "Close" })).toHaveAttribute("aria-disabled", "true");
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    answered.resolve();
    await expect(dialog.getByRole("alert").filter({ hasText: fault })).toBeVisible();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: opener }).first().click();
    await expect(dialog.getByLabel("Name")).toBeVisible();
    await expect(dialog.getByText(fault)).toHaveCount(0);
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.unroute(path);
  }
});
