import "@/tests/support/component/fast-paces";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { bffHeaders } from "@/lib/bff/headers";
import { webhookOperations } from "@/lib/bff/operations/webhooks";
import { AlertWorld, deliveryOf, webhookOf } from "@/tests/support/component/alert-answers";
import { faultsIn } from "@/tests/support/component/axe";
import { renderView } from "@/tests/support/component/render-view";
import { problem } from "@/tests/support/component/scripted-bff";
import { WebhooksTab } from "./webhooks-tab.tsx";

const draw = (world: AlertWorld) =>
  renderView(<WebhooksTab />, { at: "/alerts?tab=webhooks", bff: world.bff });
const dialog = (name: string) => page.getByRole("dialog", { name });
const rowOf = (table: string, text: string) =>
  page.getByRole("table", { name: table, exact: true }).getByRole("row").filter({ hasText: text });
const opener = () => page.getByRole("button", { name: "Add webhook" }).first();
const refused = () => problem(400, "invalid_input", "The address is not of the public internet.");
const secret = "whsec_0123456789abcdef";

test("a refused address keeps what was typed; the secret is shown once and closed by its button alone", async () => {
  const world = new AlertWorld();
  world.bff.on(webhookOperations.createWebhook, refused);
  await draw(world);
  await opener().click();
  const add = dialog("Add webhook");
  await add.getByRole("button", { name: "Add webhook" }).click();
  await expect.element(add.getByText("Give a name.")).toBeVisible();
  expect(world.bff.calls(webhookOperations.createWebhook)).toHaveLength(0);
  await add.getByLabelText("Name").fill("pager");
  await add.getByLabelText("Address").fill("https://169.254.169.254/latest/meta-data");
  await add.getByRole("button", { name: "Add webhook" }).click();
  await expect.element(add.getByText(/not of the public internet/)).toBeVisible();
  await expect.element(add.getByLabelText("Name")).toHaveValue("pager");
  world.bff.one(webhookOperations.createWebhook, () => {
    world.webhooks = [webhookOf()];
    return { ...webhookOf(), secret };
  });
  await add.getByLabelText("Address").fill("https://hooks.example.com/x");
  await add.getByRole("button", { name: "Add webhook" }).click();
  const shown = dialog("Secret of pager");
  await expect.element(shown.getByText(secret)).toBeVisible();
  await userEvent.keyboard("{Escape}");
  document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  await expect.element(shown.getByText(secret)).toBeVisible();
  expect(await faultsIn(shown.element())).toEqual([]);
  await shown.getByRole("button", { name: "I have kept it" }).click();
  await expect.element(rowOf("Webhooks", "pager")).toMatchTextContent("https://hooks.example.com/…");
  await expect.element(page.getByText(/whsec_/)).not.toBeInTheDocument();
});

test("a webhook that is being added keeps its dialog: a failure is told there, and over no later draft", async () => {
  const world = new AlertWorld();
  const answered = Promise.withResolvers<void>();
  world.bff.on(webhookOperations.createWebhook, async () => {
    await answered.promise;
    return problem(503, "store_unavailable", "The store does not answer.");
  });
  await draw(world);
  await opener().click();
  const add = dialog("Add webhook");
  await add.getByLabelText("Name").fill("never kept");
  await add.getByLabelText("Address").fill("https://hooks.example.com/x");
  const save = add.getByRole("button", { name: /Add webhook/ });
  await save.click();
  await expect.element(save).toHaveAttribute("aria-busy", "true");
  await expect.element(add.getByRole("button", { name: "Close" })).toHaveAttribute("aria-disabled", "true");
  await userEvent.keyboard("{Escape}");
  answered.resolve();
  await expect.element(add.getByRole("alert")).toMatchTextContent("Not added");
  await userEvent.keyboard("{Escape}");
  await expect.element(add).not.toBeInTheDocument();
  await opener().click();
  await expect.element(add.getByLabelText("Name")).toBeVisible();
  await expect.element(add.getByText(/Not added/)).not.toBeInTheDocument();
});

test("an edit keeps what was typed until it is saved, sends only what changed, and the reason with it", async () => {
  const world = new AlertWorld();
  world.webhooks = [webhookOf({ waiting: 2 })];
  world.bff.on(webhookOperations.updateWebhook, refused);
  await draw(world);
  await page.getByRole("button", { name: "Edit pager" }).click();
  const edit = dialog("Edit pager");
  await edit.getByLabelText("Name").fill("night pager");
  await userEvent.keyboard("{Escape}");
  await expect.element(edit).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Edit pager" }).click();
  await expect.element(edit.getByLabelText("Name")).toHaveValue("night pager");
  await edit.getByLabelText(/^New address/).fill("https://169.254.169.254/latest");
  await expect.element(edit.getByText("2 that wait go to the new address.")).toBeVisible();
  await edit.getByRole("button", { name: "Save webhook" }).click();
  await expect.element(edit.getByText(/not of the public internet/)).toBeVisible();
  await expect.element(edit.getByLabelText("Name")).toHaveValue("night pager");
  expect(await faultsIn(edit.element())).toEqual([]);
  world.bff.one(webhookOperations.updateWebhook, () => {
    const changed = webhookOf({ name: "night pager", origin: "https://elsewhere.example.com" });
    world.webhooks = [changed];
    return changed;
  });
  await edit.getByLabelText(/^New address/).fill("https://elsewhere.example.com/x");
  await edit.getByLabelText(/^Reason/).fill("the team moved");
  await edit.getByRole("button", { name: "Save webhook" }).click();
  await expect
    .element(rowOf("Webhooks", "night pager"))
    .toMatchTextContent("https://elsewhere.example.com/…");
  const call = world.bff.calls(webhookOperations.updateWebhook).at(-1);
  expect(call?.body).toEqual({ name: "night pager", url: "https://elsewhere.example.com/x" });
  expect(decodeURIComponent(call?.headers.get(bffHeaders.reason) ?? "")).toBe("the team moved");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
});

test("a new secret that a change brings is shown", async () => {
  const world = new AlertWorld();
  world.webhooks = [webhookOf()];
  world.bff.one(webhookOperations.updateWebhook, { ...webhookOf(), secret });
  await draw(world);
  await page.getByRole("button", { name: "Edit pager" }).click();
  await dialog("Edit pager")
    .getByLabelText(/^New address/)
    .fill("https://hooks.example.com/y");
  await dialog("Edit pager").getByRole("button", { name: "Save webhook" }).click();
  await expect.element(dialog("Secret of pager").getByText(secret)).toBeVisible();
});

test("a test is sent once, and each sending says what became of it", async () => {
  const world = new AlertWorld();
  world.webhooks = [webhookOf({ dead: 1 })];
  world.bff.one(webhookOperations.testWebhook, () => {
    const sent = deliveryOf({ id: "d3" });
    world.deliveries = [sent, ...world.deliveries];
    return sent;
  });
  const attempt = { at_ms: Date.now(), ms: 12 };
  world.deliveries = [
    deliveryOf({
      ...{ id: "d2", event: "fired", title: "gateway", state: "waiting", next_at_ms: Date.now() + 60_000 },
      attempts: [{ ...attempt, status: null, error: "no answer in time" }],
    }),
    deliveryOf({
      ...{ id: "d1", event: "resolved", title: "older", state: "dead" },
      attempts: [{ ...attempt, status: 500, error: null }],
    }),
  ];
  await draw(world);
  await expect.element(rowOf("Webhooks", "pager")).toMatchTextContent("1 dead");
  await expect
    .element(rowOf("Deliveries", "gateway"))
    .toMatchTextContent(/waiting.*no answer in time in 12 ms/);
  await expect.element(rowOf("Deliveries", "older")).toMatchTextContent(/dead.*answered 500/);
  await page.getByRole("button", { name: "Send a test to pager" }).click();
  await expect.element(rowOf("Deliveries", "a test")).toMatchTextContent("delivered");
  expect(world.bff.calls(webhookOperations.testWebhook)).toHaveLength(1);
  expect(await faultsIn(document.body)).toEqual([]);
});
