import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { alertOperations } from "@/lib/bff/operations/alerts";
import { webhookOperations } from "@/lib/bff/operations/webhooks";
import { proxyOperations } from "@/lib/contract/operations/proxies";
import { AlertBackend, ruleOf, webhookOf } from "@/tests/support/component/alert-fixtures";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { proxyOf } from "@/tests/support/component/proxy-fixtures";
import { renderView } from "@/tests/support/component/render-view";
import { problem } from "@/tests/support/component/scripted-bff";
import { AlertsView } from "./alerts-view.tsx";

const draw = (backend: AlertBackend) =>
  renderView(<AlertsView />, { at: "/alerts?tab=rules", bff: backend.bff });
const dialog = (name = "Add rule") => page.getByRole("dialog", { name });
const opener = () => page.getByRole("button", { name: "Add rule…" });

// Drafts outlive a test's page.
beforeEach(() => sessionStorage.clear());

test("a rule is created by keyboard and shows a preview before it is saved", async () => {
  const backend = new AlertBackend();
  backend.webhooks = [webhookOf(), webhookOf({ id: "hook-2", name: "chat" })];
  backend.bff.list(proxyOperations.listProxies, [proxyOf("Tokyo", { id: "proxy-1" })]);
  backend.bff.one(alertOperations.testAlertRule, { readings: [], read_at_ms: Date.now() });
  backend.bff.one(alertOperations.createAlertRule, () => {
    const made = ruleOf();
    backend.rules = [made];
    return made;
  });
  await draw(backend);
  await expect.element(page.getByText("No rules yet")).toBeVisible();
  opener().element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog().getByRole("combobox", { name: "Signal" })).toBeVisible();
  dialog().getByRole("combobox", { name: "Signal" }).element().focus();
  await userEvent.keyboard("{Enter}");
  await page.getByRole("option", { name: "Proxy down" }).click();
  // What most rules need is there at once; the rest is folded.
  await expect.poll(() => dialog().getByRole("textbox").elements()).toHaveLength(1);
  await dialog().getByLabelText("Failed checks in a row").fill("1");
  await dialog().getByRole("button", { name: "More" }).click();
  await expect.element(dialog().getByLabelText("Name")).toHaveValue("Proxy down");
  await dialog().getByLabelText("Name").fill("Gateway down");
  // By its name: the rule has its id.
  const only = dialog().getByRole("combobox", { name: /^Proxy/ });
  await only.fill("tok");
  await page.getByRole("option", { name: /^Tokyo/ }).click();
  await expect.element(only).toHaveValue("Tokyo");
  await expect.element(dialog().getByText(/^proxy-1 · /)).toBeVisible();
  await dialog().getByLabelText("Clear for at least, in seconds").fill("0");
  await dialog().getByRole("checkbox", { name: /pager/ }).click();
  await dialog().getByRole("button", { name: "Test now" }).click();
  await expect.element(dialog().getByText(/^There is nothing to test/)).toBeVisible();
  expect(await axeViolationsIn(dialog().element())).toEqual([]);
  await dialog().getByRole("button", { name: "Add rule" }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByRole("table", { name: "Rules" }).getByText("Gateway down")).toBeVisible();
  const signal = { kind: "proxy_down", checks: 1, proxy: "proxy-1" };
  expect(backend.bff.calls(alertOperations.testAlertRule).map(({ body }) => body)).toEqual([{ signal }]);
  expect(backend.bff.calls(alertOperations.createAlertRule).map(({ body }) => body)).toEqual([
    {
      name: "Gateway down",
      signal,
      for_seconds: 0,
      clear_seconds: 0,
      remind_hours: 4,
      enabled: true,
      webhooks: ["hook-1"],
    },
  ]);
});

test("the preview lists the value of each subject with its verdict", async () => {
  const backend = new AlertBackend();
  const reading = (subject: string, verdict: "bad" | "unknown", message: string) => ({
    subject,
    label: subject,
    verdict,
    message,
  });
  backend.bff.one(alertOperations.testAlertRule, {
    readings: [reading("alpha", "bad", "40 % of 20"), reading("beta", "unknown", "too few invocations")],
    read_at_ms: Date.now(),
  });
  await draw(backend);
  await opener().click();
  await dialog().getByRole("button", { name: "Test now" }).click();
  const items = dialog().getByRole("listitem");
  await expect.element(items.nth(0)).toMatchTextContent(/bad\s*alpha\s*40 % of 20/);
  await expect.element(items.nth(1)).toMatchTextContent(/unknown\s*beta\s*too few invocations/);
  // It is of the condition that was tested, not of another one.
  const share = dialog().getByLabelText("Failed, % or more");
  const tested = (share.element() as HTMLInputElement).value;
  await share.fill("41");
  await expect.element(items).toHaveLength(0);
  await share.fill(tested);
  await expect.element(items).toHaveLength(2);
});

test("an invalid rule is reported at its field with the bounds, also a folded one, and nothing is sent", async () => {
  const backend = new AlertBackend();
  await draw(backend);
  await opener().click();
  await dialog().getByLabelText("Failed, % or more").fill("140");
  const more = dialog().getByRole("button", { name: "More" });
  await more.click();
  await dialog().getByLabelText("Name").fill("");
  await more.click();
  await dialog().getByRole("button", { name: "Add rule" }).click();
  await expect.element(dialog().getByText("Enter a name of up to 80 characters.")).toBeVisible();
  await expect.element(dialog().getByText("Must be a whole number from 1 to 100.")).toBeVisible();
  expect(backend.bff.calls(alertOperations.createAlertRule)).toEqual([]);
});

test("of a rule about stuck invocations either limit is enough: the fault at one goes as the other is entered", async () => {
  await draw(new AlertBackend());
  await opener().click();
  await dialog().getByRole("combobox", { name: "Signal" }).click();
  await page.getByRole("option", { name: "Stuck invocations" }).click();
  const times = dialog().getByLabelText(/p99/);
  await dialog()
    .getByLabelText(/minutes/)
    .fill("");
  await times.fill("");
  await dialog().getByRole("button", { name: "Add rule" }).click();
  const fault = dialog().getByText("Enter minutes, a multiple of the p99, or both.");
  await expect.element(fault).toBeVisible();
  await times.fill("3");
  await expect.element(fault).not.toBeInTheDocument();
  await times.fill("");
  await expect.element(fault).toBeVisible();
});

test("another signal names the rule, unless a name was typed; what is typed is there again after a reload", async () => {
  const backend = new AlertBackend();
  const screen = await draw(backend);
  await opener().click();
  const signal = dialog().getByRole("combobox", { name: "Signal" });
  const choose = async (name: string) => {
    await signal.click();
    await page.getByRole("option", { name }).click();
  };
  await choose("Nothing recorded");
  await dialog().getByRole("button", { name: "More" }).click();
  await expect.element(dialog().getByLabelText("Name")).toHaveValue("Nothing recorded");
  await dialog().getByLabelText("Name").fill("Blind");
  await dialog().getByLabelText("For at least, in minutes").fill("12");
  await dialog().getByLabelText("For at least, in seconds").fill("45");
  await choose("Pool cannot fill");
  await expect.element(dialog().getByLabelText("For at least, in seconds")).toHaveValue("45");
  await choose("Nothing recorded");
  await expect.element(dialog().getByLabelText("For at least, in minutes")).toHaveValue("12");
  await choose("Pool cannot fill");
  await expect.element(dialog().getByLabelText("Name")).toHaveValue("Blind");
  await dialog().getByLabelText("For at least, in minutes").fill("7");
  await screen.reload();
  await opener().click();
  await expect.element(dialog().getByText("Your unsaved changes were restored.")).toBeVisible();
  await expect.element(dialog().getByLabelText("For at least, in minutes")).toHaveValue("7");
  await dialog().getByRole("button", { name: "Start over" }).click();
  await expect.element(dialog().getByLabelText("Failed, % or more")).toHaveValue("20");
});

test("the dialog stays while a rule is saved: a failure is shown in it, and not over a later draft", async () => {
  const backend = new AlertBackend();
  backend.rules = [ruleOf()];
  const answered = Promise.withResolvers<void>();
  backend.bff.on(alertOperations.createAlertRule, async () => {
    await answered.promise;
    return problem(503, "store_unavailable", "The store does not answer.");
  });
  await draw(backend);
  await opener().click();
  await dialog().getByLabelText("Failed, % or more").fill("33");
  const save = dialog().getByRole("button", { name: /Add rule/ });
  await save.click();
  await expect.element(save).toHaveAttribute("aria-busy", "true");
  await expect
    .element(dialog().getByRole("button", { name: "Close" }))
    .toHaveAttribute("aria-disabled", "true");
  await userEvent.keyboard("{Escape}");
  await userEvent.keyboard("{Enter}");
  answered.resolve();
  await expect.element(dialog().getByRole("alert")).toMatchTextContent("Not saved");
  await expect.element(dialog().getByLabelText("Failed, % or more")).toHaveValue("33");
  expect(await axeViolationsIn(dialog().element())).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await dialog().getByRole("button", { name: "Discard" }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await opener().click();
  await expect.element(dialog().getByLabelText("Failed, % or more")).toHaveValue("20");
  await expect.element(dialog().getByText(/Not saved/)).not.toBeInTheDocument();
  expect(backend.bff.calls(alertOperations.createAlertRule)).toHaveLength(1);
});

test("an edited rule starts with its present values and is saved under its id", async () => {
  const backend = new AlertBackend();
  const rule = ruleOf({ for_seconds: 30, webhooks: [] });
  backend.rules = [rule];
  backend.bff.one(alertOperations.updateAlertRule, rule);
  await draw(backend);
  await page.getByRole("button", { name: "Edit Gateway down" }).click();
  const edit = dialog("Edit Gateway down");
  await edit.getByRole("button", { name: "More" }).click();
  await expect.element(edit.getByRole("combobox", { name: /^Proxy/ })).toHaveValue("proxy-1");
  await edit.getByLabelText("For at least, in seconds", { exact: true }).fill("90");
  await edit.getByRole("button", { name: "Save rule" }).click();
  await expect.element(edit).not.toBeInTheDocument();
  const [call] = backend.bff.calls(alertOperations.updateAlertRule);
  expect(call?.params).toEqual({ id: "rule-1" });
  expect(call?.body).toMatchObject({ name: "Gateway down", for_seconds: 90, signal: rule.signal });
});

/** Edits the rule of `backend` and saves it; returns the form. */
async function saveSevenChecks(backend: AlertBackend) {
  await draw(backend);
  await page.getByRole("button", { name: "Edit Gateway down" }).click();
  const edit = dialog("Edit Gateway down");
  await edit.getByLabelText("Failed checks in a row").fill("7");
  await edit.getByRole("button", { name: "Save rule" }).click();
  return edit;
}

test("a rule that somebody else changes meanwhile is replaced only after that was said", async () => {
  const backend = new AlertBackend();
  const opened = ruleOf();
  backend.rules = [opened];
  const { updateAlertRule } = alertOperations;
  backend.bff.on(updateAlertRule, () => {
    backend.rules = [ruleOf({ remind_hours: 9, updated_at_ms: opened.updated_at_ms + 1 })];
    return problem(409, "rule_changed", "The rule was changed after you opened it.");
  });
  const edit = await saveSevenChecks(backend);
  await expect
    .element(edit.getByRole("alert"))
    .toMatchTextContent("The rule was changed after you opened it");
  await expect.element(edit).toMatchTextContent(/This rule was changed .*\. Saving replaces these changes\./);
  await expect.element(edit.getByLabelText("Failed checks in a row")).toHaveValue("7");
  backend.bff.one(updateAlertRule, opened);
  await edit.getByRole("button", { name: "Save rule" }).click();
  await expect.element(edit).not.toBeInTheDocument();
  expect(backend.bff.calls(updateAlertRule).map(({ body }) => body)).toMatchObject([
    { expected_updated_at_ms: opened.updated_at_ms, signal: { checks: 7 } },
    { expected_updated_at_ms: opened.updated_at_ms + 1, signal: { checks: 7 } },
  ]);
});

test("a restored draft says that somebody else changed the rule since it was begun, until it is started over", async () => {
  const backend = new AlertBackend();
  backend.webhooks = [webhookOf(), webhookOf({ id: "hook-2", name: "chat" })];
  const begun = ruleOf();
  backend.rules = [begun];
  const edit = dialog("Edit Gateway down");
  const screen = await draw(backend);
  await page.getByRole("button", { name: "Edit Gateway down" }).click();
  await edit.getByRole("checkbox", { name: /pager/ }).click();
  await expect.element(edit).not.toMatchTextContent("This rule was changed");
  await screen.unmount();
  backend.rules = [ruleOf({ webhooks: ["hook-2"], updated_at_ms: begun.updated_at_ms + 1 })];
  await draw(backend);
  await page.getByRole("button", { name: "Edit Gateway down" }).click();
  await expect.element(edit.getByRole("checkbox", { name: /pager/ })).toBeChecked();
  const warning = /This rule was changed .*Saving replaces these changes\./;
  await expect.element(edit).toMatchTextContent(warning);
  await edit.getByRole("button", { name: "Start over" }).click();
  await expect.element(edit.getByRole("checkbox", { name: /chat/ })).toBeChecked();
  await expect.element(edit).not.toMatchTextContent("This rule was changed");
});

test("what was typed for a rule that somebody else deletes stays readable, and says why it cannot be saved", async () => {
  const backend = new AlertBackend();
  backend.rules = [ruleOf()];
  backend.bff.on(alertOperations.updateAlertRule, () => {
    backend.rules = [];
    return problem(404, "not_found", "The rule was not found.");
  });
  const edit = await saveSevenChecks(backend);
  await expect
    .element(edit)
    .toMatchTextContent("This rule was deleted. Your changes can no longer be saved.");
  await expect.element(edit.getByLabelText("Failed checks in a row")).toHaveValue("7");
  await expect
    .element(edit.getByRole("button", { name: "Save rule" }))
    .toHaveAttribute("aria-disabled", "true");
});

test("a rule is saved without a webhook that was deleted since it was chosen", async () => {
  const backend = new AlertBackend();
  backend.webhooks = [webhookOf(), webhookOf({ id: "hook-2", name: "chat" })];
  const rule = ruleOf({ webhooks: ["hook-1", "hook-2"] });
  backend.rules = [rule];
  backend.bff.one(alertOperations.updateAlertRule, rule);
  await draw(backend);
  await page.getByRole("button", { name: "Edit Gateway down" }).click();
  const edit = dialog("Edit Gateway down");
  await expect.element(edit.getByRole("checkbox", { name: /pager/ })).toBeChecked();
  backend.webhooks = backend.webhooks.slice(1);
  await expect.element(edit.getByRole("checkbox", { name: /pager/ })).not.toBeInTheDocument();
  await edit.getByRole("button", { name: "Save rule" }).click();
  await expect.element(edit).not.toBeInTheDocument();
  expect(backend.bff.calls(alertOperations.updateAlertRule)).toMatchObject([
    { body: { webhooks: ["hook-2"] } },
  ]);
});

test("a rule keeps a webhook that was added to it and that the list of webhooks does not have yet", async () => {
  const backend = new AlertBackend();
  backend.webhooks = [webhookOf()];
  backend.rules = [ruleOf({ webhooks: ["hook-1"] })];
  await draw(backend);
  await page.getByRole("button", { name: "Edit Gateway down" }).click();
  await expect.element(dialog("Edit Gateway down").getByRole("checkbox", { name: /pager/ })).toBeChecked();
  await userEvent.keyboard("{Escape}");
  backend.bff.fail(webhookOperations.listWebhooks, 503, "store_unavailable", "The store does not answer.");
  const changed = ruleOf({ name: "Gateway slow", webhooks: ["hook-1", "hook-2"] });
  backend.rules = [changed];
  backend.bff.one(alertOperations.updateAlertRule, changed);
  await page.getByRole("button", { name: "Edit Gateway slow" }).click();
  const edit = dialog("Edit Gateway slow");
  await expect.element(edit.getByRole("checkbox", { name: /pager/ })).toBeChecked();
  await edit.getByRole("button", { name: "Save rule" }).click();
  await expect.element(edit).not.toBeInTheDocument();
  expect(backend.bff.calls(alertOperations.updateAlertRule)).toMatchObject([
    { body: { webhooks: ["hook-1", "hook-2"] } },
  ]);
});
