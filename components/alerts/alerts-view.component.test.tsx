import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { muteSetting } from "@/lib/bff/alert-rules";
import { bffHeaders } from "@/lib/bff/headers";
import { alertOperations } from "@/lib/bff/operations/alerts";
import {
  AlertBackend,
  alertListOf,
  alertOf,
  deliveryOf,
  ruleOf,
  subjectOf,
  webhookOf,
} from "@/tests/support/component/alert-fixtures";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { renderView } from "@/tests/support/component/render-view";
import { AlertBellButton } from "./alert-bell-button.tsx";
import { AlertsView } from "./alerts-view.tsx";

const draw = (backend: AlertBackend, tab = "") =>
  renderView(
    <>
      <AlertBellButton />
      <AlertsView />
    </>,
    { at: `/alerts${tab === "" ? "" : `?tab=${tab}`}`, bff: backend.bff },
  );
const bell = () => page.getByRole("button", { name: /^Alerts: / });
const panel = () => page.getByRole("dialog", { name: "Open alerts" });
const rowOf = (table: string, text: string) =>
  page.getByRole("table", { name: table, exact: true }).getByRole("row").filter({ hasText: text });
const stale = () => page.getByRole("alert").filter({ hasText: "Not up to date" });

test("without rules the page explains rules, and the bell shows no open alerts", async () => {
  await draw(new AlertBackend());
  await expect.element(page.getByText("No rules yet")).toBeVisible();
  await expect.element(bell()).toHaveAccessibleName("Alerts: none open");
  await page.getByRole("button", { name: "Add rule…" }).click();
  await expect.element(page.getByRole("dialog", { name: "Add rule" })).toBeVisible();
});

test("the starter alerts are added by one click where there is no rule, and from the menu", async () => {
  const backend = new AlertBackend();
  backend.bff.one(alertOperations.createStarterRules, () => {
    const added = backend.rules.length > 0 ? [] : [ruleOf({ name: "Proxy down" })];
    backend.rules = [...backend.rules, ...added];
    return { added };
  });
  await draw(backend);
  await page.getByRole("button", { name: "Add starter alerts" }).click();
  await expect.element(page.getByText("Starter alerts added")).toBeVisible();
  await expect.element(page.getByText("No open alerts")).toBeVisible();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Add starter alerts" }).click();
  await expect.element(page.getByText("All starter alerts exist.")).toBeVisible();
  expect(backend.bff.calls(alertOperations.createStarterRules)).toHaveLength(2);
});

test("on a phone an alert says all of what it found", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1440, 900));
  const backend = new AlertBackend();
  backend.rules = [ruleOf()];
  backend.open = [alertOf({ message: "its newest 2 checks found it unavailable, the last one for 4 min" })];
  await draw(backend);
  const found = rowOf("Open alerts", "frankfurt-7").getByRole("cell", { name: /^its newest/ });
  await expect.element(found).toBeVisible();
  const { scrollWidth, clientWidth } = found.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});

test("on a narrow screen the whole of what an alert found is a tooltip", async () => {
  await page.viewport(720, 900);
  onTestFinished(() => page.viewport(1440, 900));
  const backend = new AlertBackend();
  backend.rules = [ruleOf()];
  const message = "its newest 2 checks found it unavailable, the last one for 4 min";
  backend.open = [alertOf({ message })];
  await draw(backend);
  const found = rowOf("Open alerts", "frankfurt-7").getByText(message);
  await expect.element(found).toHaveAttribute("title", message);
});

test("on a phone two alerts of one proxy are told apart by their rules", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1440, 900));
  const backend = new AlertBackend();
  backend.rules = [ruleOf()];
  backend.open = ["Proxy down", "Gateway down"].map((rule_name) => alertOf({ id: rule_name, rule_name }));
  await draw(backend);
  const open = page.getByRole("table", { name: "Open alerts", exact: true });
  for (const name of ["Proxy down", "Gateway down"])
    await expect.element(open.getByText(name, { exact: true })).toBeVisible();
});

test("an alert and its delivery lead to exactly its rows: status, action and window of time", async () => {
  const backend = new AlertBackend();
  backend.rules = [ruleOf()];
  const failing = {
    kind: "failure_share",
    subject: "shop/pay",
    since_ms: Date.UTC(2026, 10, 25, 2, 30),
    resolved_at_ms: null,
    limit_ms: null,
  } as const;
  backend.open = [alertOf({ ...failing, label: "shop / pay" })];
  backend.deliveries = [
    deliveryOf({ title: "Failure spike: shop / pay", alert_id: "alert-1", alert: failing }),
  ];
  backend.webhooks = [webhookOf()];
  const rows =
    "/invocations?status=failed&app_name=shop&action_name=pay&since=2026-11-25T02%3A30%3A00.000Z&interrupted=no";
  const screen = await draw(backend, "webhooks");
  await expect
    .element(page.getByRole("link", { name: "Failure spike: shop / pay" }))
    .toHaveAttribute("href", rows);
  await bell().click();
  await expect.element(panel().getByRole("link", { name: "shop / pay" })).toHaveAttribute("href", rows);
  await userEvent.keyboard("{Escape}");
  await expect.element(panel()).not.toBeInTheDocument();
  await page.getByRole("tab", { name: /^Open/ }).click();
  await rowOf("Open alerts", "shop / pay").click();
  await expect.poll(screen.address).toBe(rows);
});

test("alerts that were never read are never shown as none", async () => {
  const backend = new AlertBackend();
  backend.refuse();
  await draw(backend);
  await bell().click();
  await expect.element(panel()).toMatchTextContent("Alerts could not be loaded.");
  await expect.element(panel()).toMatchTextContent("Alerts unknown");
  await expect.element(bell()).toHaveAccessibleName("Alerts: unknown");
  await expect.element(page.getByText("No open alerts")).not.toBeInTheDocument();
  backend.answer();
  await expect.element(bell()).toHaveAccessibleName("Alerts: none open");
  await expect.element(panel()).toMatchTextContent("No open alerts");
});

test("alerts that cannot be refreshed are shown as outdated, on the bell and in each list", async () => {
  const backend = new AlertBackend();
  backend.rules = [ruleOf()];
  await draw(backend);
  for (const [name, lists] of [
    ["Rules", 1],
    ["History", 1],
    ["Webhooks", 2],
    ["Open", 1],
  ] as const) {
    await page.getByRole("tab", { name: new RegExp(`^${name}`) }).click();
    const tab = page.getByRole("tabpanel", { name: new RegExp(`^${name}`) });
    await expect.poll(() => tab.getByRole("table").elements().length).toBe(lists);
    await expect.poll(() => document.querySelectorAll("[aria-busy=true]").length).toBe(0);
    await expect.poll(() => stale().elements().length).toBe(0);
    backend.refuse();
    await expect.poll(() => stale().elements().length).toBe(lists);
    backend.answer();
  }
  backend.refuse();
  await expect.element(bell()).toHaveAccessibleName("Alerts: none open, not up to date");
  await bell().click();
  await expect.element(panel()).toMatchTextContent("not up to date");
  await expect.element(panel()).not.toMatchTextContent("No open alerts");
  expect(await axeViolationsIn(document.body)).toEqual([]);
  backend.answer();
  await expect.element(bell()).toHaveAccessibleName("Alerts: none open");
  await expect.poll(() => stale().elements().length).toBe(0);
});

test("alerts whose rules were not evaluated recently are shown as outdated, on the page and on the bell", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1440, 900));
  const backend = new AlertBackend();
  backend.rules = [ruleOf()];
  backend.evaluatedAgoMs = 2 * 3_600_000;
  await draw(backend);
  await expect.element(page.getByText("No open alerts")).toBeVisible();
  await expect.element(page.getByText("stale · 2 h", { exact: true })).toBeVisible();
  await expect.element(bell()).toHaveAccessibleName("Alerts: none open, not up to date");
  backend.evaluatedAgoMs = 1_000;
  await expect.element(bell()).toHaveAccessibleName("Alerts: none open");
  await expect.element(page.getByText(/^stale/)).not.toBeInTheDocument();
});

test("an alert that fires is announced once, on the bell, in a notice and in the list", async () => {
  const backend = new AlertBackend();
  backend.rules = [ruleOf()];
  backend.open = [alertOf({ id: "before", label: "older" })];
  await draw(backend);
  await expect.element(bell()).toHaveAccessibleName("Alerts: 1 open");
  await expect.element(page.getByText("Gateway down: older")).not.toBeInTheDocument();

  backend.open = [
    alertOf(),
    alertOf({ id: "quiet", label: "muted-one", muted_until_ms: Date.now() + 9e6 }),
    ...backend.open,
  ];
  await expect.element(page.getByText("Gateway down: frankfurt-7")).toBeVisible();
  // First, as a notice goes after a while.
  const requestCount = backend.bff.calls(alertOperations.listAlerts).length;
  await expect
    .poll(() => backend.bff.calls(alertOperations.listAlerts).length)
    .toBeGreaterThan(requestCount + 1);
  expect(page.getByText("Gateway down: frankfurt-7").elements()).toHaveLength(1);
  await expect.element(page.getByText("Gateway down: muted-one")).not.toBeInTheDocument();
  await expect.element(bell()).toHaveAccessibleName("Alerts: 2 open");
  await expect.element(rowOf("Open alerts", "frankfurt-7")).toMatchTextContent("firing");
  await expect.element(rowOf("Open alerts", "muted-one")).toMatchTextContent("muted");

  await bell().click();
  await expect.element(panel()).toMatchTextContent("a check found it unavailable");
  await expect.element(panel()).toMatchTextContent("1 more muted.");
  await expect.element(panel()).not.toMatchTextContent("muted-one");
  expect(panel().getByRole("link", { name: "All alerts" }).element()).toHaveAttribute("href", "/alerts");
});

test("at the width of a laptop the values of an alert are not cut", async () => {
  const backend = new AlertBackend();
  backend.rules = [ruleOf()];
  const message = "8 of 41 invocations failed (19.5 %) in 30 min";
  backend.open = [alertOf({ label: "accounts / login", message })];
  // That of the page beside the sidebar.
  await page.viewport(1232, 900);
  await draw(backend);
  const row = rowOf("Open alerts", "accounts / login");
  await expect.element(row).toMatchTextContent(message);
  const cells = [...row.element().children].filter((cell) => cell.scrollWidth > cell.clientWidth);
  expect(cells.map(({ textContent }) => textContent)).toEqual([]);
  await page.viewport(1440, 900);
});

test("an alert is muted for a time and unmuted", async () => {
  const backend = new AlertBackend();
  backend.rules = [ruleOf()];
  backend.open = [alertOf()];
  backend.bff.one(alertOperations.muteAlertRule, ({ body }) => {
    const { minutes } = muteSetting.parse(body);
    return ruleOf({ mutes: minutes === 0 ? [] : [{ subject: "proxy-1", until_ms: 1, by: "ada" }] });
  });
  await draw(backend);
  const menu = page.getByRole("button", { name: "Mute frankfurt-7" });
  await menu.click();
  await expect.element(page.getByRole("menuitem", { name: "1 hour" })).toBeVisible();
  expect(page.getByRole("menuitem", { name: "Unmute" }).elements()).toHaveLength(0);
  expect(await axeViolationsIn(document.body)).toEqual([]);
  backend.open = [alertOf({ muted_until_ms: Date.now() + 3_600_000 })];
  await page.getByRole("menuitem", { name: "1 hour" }).click();
  await expect.element(rowOf("Open alerts", "frankfurt-7")).toMatchTextContent("muted");
  await expect.element(page.getByRole("columnheader", { name: "Muted until" })).toBeVisible();
  await expect.element(bell()).toHaveAccessibleName("Alerts: none open");
  await menu.click();
  await page.getByRole("menuitem", { name: "Unmute" }).click();
  const mutes = () => backend.bff.calls(alertOperations.muteAlertRule);
  await expect
    .poll(() => mutes().map(({ body }) => body))
    .toEqual([
      { subject: "proxy-1", minutes: 60 },
      { subject: "proxy-1", minutes: 0 },
    ]);
  backend.bff.fail(alertOperations.muteAlertRule, 503, "store_full", "The store is full.");
  await menu.click();
  await page.getByRole("menuitem", { name: "Unmute" }).click();
  await expect.element(page.getByText("frankfurt-7 was not unmuted")).toBeVisible();
});

test("an alert whose rule is muted cannot be unmuted alone", async () => {
  const backend = new AlertBackend();
  backend.rules = [ruleOf()];
  backend.open = [alertOf({ muted_until_ms: Date.now() + 3_600_000, rule_muted: true })];
  await draw(backend);
  await page.getByRole("button", { name: "Mute frankfurt-7" }).click();
  const unmute = page.getByRole("menuitem", { name: /^Unmute/ });
  await expect.element(unmute).toHaveAttribute("aria-disabled", "true");
  await expect.element(unmute).toMatchTextContent("Its rule is muted. Unmute it in Rules.");
});

test("an alert without data shows for how long, and can be closed with a reason once that is long enough", async () => {
  const backend = new AlertBackend();
  backend.rules = [ruleOf()];
  const lost = alertOf({ known: false, no_data_since_ms: Date.now() - 90_000 });
  backend.open = [lost];
  backend.suppressed = { since_ms: Date.now() - 90_000, code: "upstream_unreachable" };
  backend.bff.on(alertOperations.closeAlert, () => {
    backend.open = [];
    return new Response(null, { status: 204 });
  });
  await draw(backend);
  await expect.element(page.getByText(/^The API cannot be reached\. Rules on its data/)).toBeVisible();
  await expect
    .element(rowOf("Open alerts", "frankfurt-7"))
    .toMatchTextContent(/no data for 1 min · last: a check found/);
  // Amber on the bell as in the table: whether users are hit is not known.
  await bell().click();
  await expect.element(panel()).toMatchTextContent(/no data for 1 min/);
  const shape = () => panel().element().querySelector("li svg");
  await expect.poll(() => shape()?.classList.contains("text-warn")).toBe(true);
  await userEvent.keyboard("{Escape}");
  const close = page.getByRole("button", { name: "Close frankfurt-7" });
  await expect.element(close).toHaveAttribute("aria-disabled", "true");
  backend.open = [{ ...lost, closable: true }];
  await expect.element(close).not.toHaveAttribute("aria-disabled", "true");
  await close.click();
  const dialog = page.getByRole("alertdialog");
  await expect.element(dialog).toMatchTextContent("It fires again when data shows the problem.");
  await expect.element(dialog).not.toMatchTextContent("notified");
  backend.open = [{ ...lost, closable: true, notifies_end: true }];
  await expect.element(dialog).toMatchTextContent("Its webhooks are notified that it ended.");
  await dialog.getByRole("textbox").fill("the gateway was sold");
  await dialog.getByRole("button", { name: "Close alert" }).click();
  await expect.element(page.getByText("No open alerts")).toBeVisible();
  const [call] = backend.bff.calls(alertOperations.closeAlert);
  expect(call?.body).toEqual({ note: "the gateway was sold" });
  expect(decodeURIComponent(call?.headers.get(bffHeaders.reason) ?? "")).toBe("the gateway was sold");
});

test("older past alerts are shown on demand", async () => {
  const backend = new AlertBackend();
  backend.rules = [ruleOf()];
  const ended = { resolved_at_ms: Date.now(), resolved_why: "clear" as const };
  backend.bff.one(alertOperations.listAlerts, ({ query }) =>
    query.get("state") === "open"
      ? alertListOf([])
      : query.get("cursor") === "5:a"
        ? alertListOf([alertOf({ id: "b", label: "the older one", ...ended })])
        : alertListOf([alertOf({ id: "a", label: "the newer one", ...ended })], { next_cursor: "5:a" }),
  );
  await draw(backend, "history");
  await expect.element(rowOf("Past alerts", "the newer one")).toBeVisible();
  await page.getByRole("button", { name: "Show older alerts" }).click();
  await expect.element(rowOf("Past alerts", "the older one")).toBeVisible();
  await expect.element(rowOf("Past alerts", "the newer one")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Show older alerts" })).not.toBeInTheDocument();
  await expect.element(rowOf("Past alerts", "the older one")).toHaveFocus();
});

test("the history shows why each alert ended and how long it lasted", async () => {
  const backend = new AlertBackend();
  const over = { fired_at_ms: Date.now() - 600_000, resolved_at_ms: Date.now() - 480_000 };
  backend.resolved = [
    alertOf({ ...over, id: "a", label: "alpha", resolved_why: "clear" }),
    alertOf({ ...over, id: "b", label: "beta", resolved_why: "gone", message: "the proxy was deleted" }),
    alertOf({
      ...over,
      id: "c",
      label: "gamma",
      resolved_why: "closed",
      closed_by: "bo",
      closed_note: "it was sold",
    }),
  ];
  await draw(backend, "history");
  await expect.element(rowOf("Past alerts", "alpha")).toMatchTextContent("condition cleared");
  await expect.element(rowOf("Past alerts", "alpha")).toMatchTextContent("2 min");
  await expect.element(rowOf("Past alerts", "beta")).toMatchTextContent("the proxy was deleted");
  await expect.element(rowOf("Past alerts", "gamma")).toMatchTextContent("closed by bo: it was sold");
});

test("a rule shows the state of its subjects, and is deleted after confirmation", async () => {
  const backend = new AlertBackend();
  const rule = (name: string, given: Parameters<typeof ruleOf>[0]) => ruleOf({ id: name, name, ...given });
  backend.rules = [
    rule("fresh", { updated_at_ms: Date.now() + 60_000 }),
    rule("idle", {}),
    rule("calm", { subjects: [subjectOf()] }),
    rule("wide", {
      subjects: [subjectOf()],
      subject_counts: { total: 1_150, firing: 0, pending: 0, unknown: 50 },
    }),
    rule("blind", { subjects: [subjectOf({ known: false })] }),
    rule("out of sight", { subjects: [subjectOf({ state: "firing", known: false })] }),
    rule("half seen", {
      subjects: [subjectOf({ state: "firing" }), subjectOf({ subject: "b", state: "firing", known: false })],
    }),
    rule("waiting", { subjects: [subjectOf({ state: "pending" })] }),
    rule("here only", { subjects: [subjectOf({ state: "firing" })] }),
    rule("loud", {
      webhooks: ["hook-1"],
      subjects: [subjectOf({ state: "firing" }), subjectOf({ subject: "other" })],
      subject_counts: { total: 180, firing: 150, pending: 0, unknown: 0 },
    }),
    rule("quiet", { enabled: false, subjects: [subjectOf({ state: "firing" })] }),
  ];
  backend.open = [
    alertOf({ rule_id: "loud" }),
    alertOf({ id: "alert-2", rule_id: "half seen", severe: false }),
  ];
  backend.bff.on(alertOperations.deleteAlertRule, ({ params }) => {
    backend.rules = backend.rules.filter(({ id }) => id !== params.id);
    return new Response(null, { status: 204 });
  });
  await draw(backend, "rules");
  for (const [name, standing] of [
    ["fresh", "not evaluated yet"],
    ["idle", "nothing to watch"],
    ["calm", "1 ok"],
    ["wide", "1,100 ok"],
    ["blind", "unknown"],
    ["out of sight", "1 no data"],
    ["half seen", "1 firing"],
    ["waiting", "1 pending"],
    ["loud", "150 firing"],
    ["quiet", "off"],
  ] as const) {
    await expect.element(rowOf("Rules", name)).toMatchTextContent(standing);
    const { scrollWidth, clientWidth } = rowOf("Rules", name).getByText(standing, { exact: true }).element();
    expect(scrollWidth, `${standing} is cut off`).toBeLessThanOrEqual(clientWidth);
  }
  // As red as the alerts of the rule.
  for (const [name, tone] of [
    ["loud", "bad"],
    ["half seen", "warn"],
  ] as const)
    expect(rowOf("Rules", name).element().querySelector(`.text-${tone}`)).not.toBeNull();
  // A severe one may be among those that the list lacks.
  backend.isComplete = false;
  await expect.poll(() => rowOf("Rules", "half seen").element().querySelector(".text-bad")).not.toBeNull();
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1440, 900));
  const onPhone = page.getByText("not evaluated yet", { exact: true }).element();
  expect(onPhone.scrollWidth).toBeLessThanOrEqual(onPhone.clientWidth);
  await page.viewport(1440, 900);
  await page.getByRole("button", { name: "Delete here only" }).click();
  const unnotified = page.getByRole("alertdialog");
  await expect.element(unnotified.getByText("1 open alert ends.", { exact: true })).toBeVisible();
  await unnotified.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Delete loud" }).click();
  const dialog = page.getByRole("alertdialog");
  await expect.element(dialog).toMatchTextContent("150 open alerts end, and the webhooks are notified");
  await dialog.getByRole("button", { name: "Delete rule" }).click();
  await expect.element(rowOf("Rules", "loud")).not.toBeInTheDocument();
  expect(backend.bff.calls(alertOperations.deleteAlertRule)).toHaveLength(1);
});

test("a rule that nothing is known of while the API does not answer is unknown", async () => {
  const backend = new AlertBackend();
  backend.rules = [ruleOf({ name: "blind" })];
  backend.suppressed = { since_ms: Date.now(), code: "upstream_unreachable" };
  await draw(backend, "rules");
  await expect.element(rowOf("Rules", "blind")).toMatchTextContent("unknown");
});

test("a rule says how many webhooks it notifies, and how many of them are off", async () => {
  const backend = new AlertBackend();
  const rule = (name: string, webhooks: string[], off: number) =>
    ruleOf({ id: name, name, webhooks, webhooks_off: off });
  backend.rules = [
    rule("unheard", [], 0),
    rule("paging", ["hook-1"], 0),
    rule("half", ["hook-1", "hook-2"], 1),
    rule("silenced", ["hook-2"], 1),
  ];
  await draw(backend, "rules");
  for (const [name, notified] of [
    ["unheard", "dashboard only"],
    ["paging", "here, 1 webhook"],
    ["half", "here, 2 webhooks, 1 off"],
    ["silenced", "here, 1 webhook, off"],
  ] as const)
    await expect
      .element(rowOf("Rules", name).getByRole("cell", { name: notified, exact: true }))
      .toBeVisible();
});

test("a viewer reads alerts and may change none", async () => {
  const backend = new AlertBackend();
  backend.rules = [ruleOf()];
  backend.open = [alertOf({ known: false, no_data_since_ms: 1, closable: true })];
  await renderView(<AlertsView />, { at: "/alerts", bff: backend.bff, role: "viewer" });
  for (const name of ["Add rule…", "Mute frankfurt-7", "Close frankfurt-7"])
    await expect.element(page.getByRole("button", { name })).toHaveAttribute("aria-disabled", "true");
  await page.getByRole("tab", { name: "Webhooks" }).click();
  await expect.element(page.getByText("Not for your role")).toBeVisible();
});
