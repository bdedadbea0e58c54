import "@/tests/support/component/fast-paces";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { alertOperations } from "@/lib/bff/operations/alerts";
import { AlertWorld, ruleOf, webhookOf } from "@/tests/support/component/alert-answers";
import { faultsIn } from "@/tests/support/component/axe";
import { renderView } from "@/tests/support/component/render-view";
import { problem } from "@/tests/support/component/scripted-bff";
import { AlertsView } from "./alerts-view.tsx";

const draw = (world: AlertWorld) => renderView(<AlertsView />, { at: "/alerts?tab=rules", bff: world.bff });
const dialog = (name = "New rule") => page.getByRole("dialog", { name });
const opener = () => page.getByRole("button", { name: "New rule" });

test("a rule is made by keyboard and says what it would say before it is saved", async () => {
  const world = new AlertWorld();
  world.webhooks = [webhookOf(), webhookOf({ id: "hook-2", name: "chat" })];
  world.bff.one(alertOperations.testAlertRule, { readings: [], read_at_ms: Date.now() });
  world.bff.one(alertOperations.createAlertRule, () => {
    const made = ruleOf();
    world.rules = [made];
    return made;
  });
  await draw(world);
  await expect.element(page.getByText("No rules yet")).toBeVisible();
  opener().element().focus();
  await userEvent.keyboard("{Enter}");
  await dialog().getByLabelText("Name").fill("Gateway down");
  dialog().getByRole("combobox", { name: "Signal" }).element().focus();
  await userEvent.keyboard("{Enter}");
  await page.getByRole("option", { name: "Proxy down" }).click();
  await dialog().getByLabelText("Failed checks in a row").fill("1");
  await dialog()
    .getByLabelText(/^Proxy id/)
    .fill("proxy-1");
  await dialog().getByLabelText("Clear for … seconds").fill("0");
  await dialog().getByRole("checkbox", { name: /pager/ }).click();
  await dialog().getByRole("button", { name: "Test now" }).click();
  await expect.element(dialog().getByText(/^There is nothing of the kind/)).toBeVisible();
  expect(await faultsIn(dialog().element())).toEqual([]);
  await dialog().getByRole("button", { name: "Add rule" }).click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByRole("table", { name: "Rules" }).getByText("Gateway down")).toBeVisible();
  const signal = { kind: "proxy_down", checks: 1, proxy: "proxy-1" };
  expect(world.bff.calls(alertOperations.testAlertRule).map(({ body }) => body)).toEqual([{ signal }]);
  expect(world.bff.calls(alertOperations.createAlertRule).map(({ body }) => body)).toEqual([
    {
      ...{ name: "Gateway down", signal, for_seconds: 0, clear_seconds: 0, remind_hours: 4 },
      ...{ enabled: true, webhooks: ["hook-1"] },
    },
  ]);
});

test("what a signal says of each subject now is listed with its verdict", async () => {
  const world = new AlertWorld();
  const reading = (subject: string, verdict: "bad" | "unknown", words: string) => ({
    ...{ subject, label: subject, verdict, words },
  });
  world.bff.one(alertOperations.testAlertRule, {
    readings: [reading("alpha", "bad", "40 % of 20"), reading("beta", "unknown", "too few runs")],
    read_at_ms: Date.now(),
  });
  await draw(world);
  await opener().click();
  await dialog().getByRole("button", { name: "Test now" }).click();
  const items = dialog().getByRole("listitem");
  await expect.element(items.nth(0)).toMatchTextContent(/bad\s*alpha\s*40 % of 20/);
  await expect.element(items.nth(1)).toMatchTextContent(/unknown\s*beta\s*too few runs/);
});

test("what is wrong with a rule is said at its field, and nothing is sent", async () => {
  const world = new AlertWorld();
  await draw(world);
  await opener().click();
  await dialog().getByLabelText("Failed, % or more").fill("140");
  await dialog().getByRole("button", { name: "Add rule" }).click();
  await expect.element(dialog().getByText("Give a name of at most 80 characters.")).toBeVisible();
  await expect.element(dialog().getByText("A whole number within its bounds.")).toBeVisible();
});

test("a rule that is being saved keeps its dialog: a failure is told there, and over no later draft", async () => {
  const world = new AlertWorld();
  world.rules = [ruleOf()];
  const answered = Promise.withResolvers<void>();
  world.bff.on(alertOperations.createAlertRule, async () => {
    await answered.promise;
    return problem(503, "store_unavailable", "The store does not answer.");
  });
  await draw(world);
  await opener().click();
  await dialog().getByLabelText("Name").fill("never kept");
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
  await expect.element(dialog().getByLabelText("Name")).toHaveValue("never kept");
  expect(await faultsIn(dialog().element())).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await opener().click();
  await expect.element(dialog().getByLabelText("Name")).toHaveValue("");
  await expect.element(dialog().getByText(/Not saved/)).not.toBeInTheDocument();
  expect(world.bff.calls(alertOperations.createAlertRule)).toHaveLength(1);
});

test("an edited rule begins as it is and is set anew under its id", async () => {
  const world = new AlertWorld();
  const rule = ruleOf({ for_seconds: 30, webhooks: [] });
  world.rules = [rule];
  world.bff.one(alertOperations.updateAlertRule, rule);
  await draw(world);
  await page.getByRole("button", { name: "Edit Gateway down" }).click();
  const edit = dialog("Edit Gateway down");
  await expect.element(edit.getByLabelText(/^Proxy id/)).toHaveValue("proxy-1");
  await edit.getByLabelText("Bad for … seconds").fill("90");
  await edit.getByRole("button", { name: "Save rule" }).click();
  await expect.element(edit).not.toBeInTheDocument();
  const [call] = world.bff.calls(alertOperations.updateAlertRule);
  expect(call?.params).toEqual({ id: "rule-1" });
  expect(call?.body).toMatchObject({ name: "Gateway down", for_seconds: 90, signal: rule.signal });
});
