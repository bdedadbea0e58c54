import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { bffHeaders } from "@/lib/bff/headers";
import { recorderOperations } from "@/lib/bff/operations/recorder";
import { webhookOperations } from "@/lib/bff/operations/webhooks";
import { AlertBackend, deliveryOf, webhookOf } from "@/tests/support/component/alert-fixtures";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { warnsBeforeUnload } from "@/tests/support/component/leave-warning";
import { renderView } from "@/tests/support/component/render-view";
import { problem } from "@/tests/support/component/scripted-bff";
import { WebhooksTab } from "./webhooks-tab.tsx";

const draw = (backend: AlertBackend) =>
  renderView(<WebhooksTab />, { at: "/alerts?tab=webhooks", bff: backend.bff });
const dialog = (name: string) => page.getByRole("dialog", { name });
const rowOf = (table: string, text: string) =>
  page.getByRole("table", { name: table, exact: true }).getByRole("row").filter({ hasText: text });
const opener = () => page.getByRole("button", { name: "Add webhook" }).first();
/** As the server refuses an address. */
const refused = () => {
  const fault = "the host resolves to an address that is not public";
  const details = [{ code: "invalid_target", message: `body.url ${fault}` }];
  const message = `The address is refused: ${fault}.`;
  const body = { code: "invalid_target", message, request_id: "component-test", details };
  return Response.json(body, { status: 400 });
};
const secret = "whsec_0123456789abcdef";

test("a refused URL keeps the draft; the secret is shown once and closed only by its button", async () => {
  const backend = new AlertBackend();
  backend.bff.on(webhookOperations.createWebhook, refused);
  await draw(backend);
  await opener().click();
  const add = dialog("Add webhook");
  await add.getByRole("button", { name: "Add webhook" }).click();
  await expect.element(add.getByText("Enter a name.")).toBeVisible();
  await expect.element(add.getByText(/^Enter an address such as/)).toBeVisible();
  expect(backend.bff.calls(webhookOperations.createWebhook)).toHaveLength(0);
  await add.getByLabelText("Name").fill("pager");
  await add.getByLabelText("Address").fill("https://169.254.169.254/latest/meta-data");
  await add.getByRole("button", { name: "Add webhook" }).click();
  await expect.element(add.getByText(/not public/)).toBeVisible();
  await expect.element(add.getByLabelText("Name")).toHaveValue("pager");
  backend.bff.one(webhookOperations.createWebhook, () => {
    backend.webhooks = [webhookOf()];
    return { ...webhookOf(), secret };
  });
  await add.getByLabelText("Address").fill("https://hooks.example.com/x");
  await add.getByRole("button", { name: "Add webhook" }).click();
  const shown = dialog("Secret of pager");
  await expect.element(shown.getByText(secret)).toBeVisible();
  // From then on the dialog has the keys.
  await expect.element(shown.getByRole("button", { name: "Copy secret" })).toHaveFocus();
  // The first may close the tooltip of the focused button.
  await userEvent.keyboard("{Escape}{Escape}");
  await expect.element(shown).toHaveAttribute("data-state", "open");
  await userEvent.click(document.body, { position: { x: 2, y: 2 }, force: true });
  await expect.element(shown).toHaveAttribute("data-state", "open");
  expect(await axeViolationsIn(shown.element())).toEqual([]);
  await shown.getByRole("button", { name: "I have stored it" }).click();
  await expect.element(rowOf("Webhooks", "pager")).toMatchTextContent("https://hooks.example.com/…");
  await expect.element(page.getByText(/whsec_/)).not.toBeInTheDocument();
});

test("the dialog stays while a webhook is added: a failure is shown in it, and not over a later draft", async () => {
  const backend = new AlertBackend();
  const answered = Promise.withResolvers<void>();
  backend.bff.on(webhookOperations.createWebhook, async () => {
    await answered.promise;
    return problem(503, "store_unavailable", "The store does not answer.");
  });
  await draw(backend);
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
  await add.getByRole("button", { name: "Discard" }).click();
  await expect.element(add).not.toBeInTheDocument();
  await opener().click();
  await expect.element(add.getByLabelText("Name")).toBeVisible();
  await expect.element(add.getByText(/Not added/)).not.toBeInTheDocument();
});

test("an edit keeps its draft until saved, and sends only the changes with the reason", async () => {
  const backend = new AlertBackend();
  backend.webhooks = [webhookOf({ waiting: 2 })];
  backend.bff.on(webhookOperations.updateWebhook, refused);
  const screen = await draw(backend);
  await page.getByRole("button", { name: "Edit pager" }).click();
  const edit = dialog("Edit pager");
  await edit.getByLabelText("Name").fill("night pager");
  await screen.reload();
  await page.getByRole("button", { name: "Edit pager" }).click();
  await expect.element(edit.getByLabelText("Name")).toHaveValue("night pager");
  await edit.getByLabelText(/^New address/).fill("no address");
  await edit.getByRole("button", { name: "Save webhook" }).click();
  await expect.element(edit.getByText(/^Enter an address such as/)).toBeVisible();
  await edit.getByLabelText(/^New address/).fill("https://169.254.169.254/latest");
  await expect.element(edit.getByText("2 waiting messages go to the new address.")).toBeVisible();
  await edit.getByRole("button", { name: "Save webhook" }).click();
  await expect.element(edit.getByText(/not public/)).toBeVisible();
  await expect.element(edit.getByLabelText("Name")).toHaveValue("night pager");
  expect(await axeViolationsIn(edit.element())).toEqual([]);
  backend.bff.one(webhookOperations.updateWebhook, () => {
    const changed = webhookOf({ name: "night pager", origin: "https://elsewhere.example.com" });
    backend.webhooks = [changed];
    return changed;
  });
  await edit.getByLabelText(/^New address/).fill("https://elsewhere.example.com/x");
  await edit.getByLabelText(/^Reason/).fill("the team moved");
  await edit.getByRole("button", { name: "Save webhook" }).click();
  await expect
    .element(rowOf("Webhooks", "night pager"))
    .toMatchTextContent("https://elsewhere.example.com/…");
  const call = backend.bff.calls(webhookOperations.updateWebhook).at(-1);
  expect(call?.body).toEqual({ name: "night pager", url: "https://elsewhere.example.com/x" });
  expect(decodeURIComponent(call?.headers.get(bffHeaders.reason) ?? "")).toBe("the team moved");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Edit night pager" }).click();
  const again = dialog("Edit night pager");
  await expect.element(again.getByLabelText(/^New address/)).toHaveValue("");
  await again.getByLabelText("Name").fill("day pager");
  await again.getByRole("button", { name: "Cancel" }).click();
  await again.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Edit night pager" }).click();
  await expect.element(again.getByLabelText("Name")).toHaveValue("night pager");
});

test("what was typed for a webhook that somebody else deletes stays readable, and says why it cannot be saved", async () => {
  const backend = new AlertBackend();
  backend.webhooks = [webhookOf(), webhookOf({ id: "hook-2", name: "chat" })];
  await draw(backend);
  await page.getByRole("button", { name: "Edit pager" }).click();
  const edit = dialog("Edit pager");
  await edit.getByLabelText(/^New address/).fill("https://hooks.example.com/y");
  backend.webhooks = backend.webhooks.slice(1);
  await expect
    .element(edit)
    .toMatchTextContent("This webhook was deleted. Your changes can no longer be saved.");
  await expect.element(edit.getByLabelText(/^New address/)).toHaveValue("https://hooks.example.com/y");
  await expect
    .element(edit.getByRole("button", { name: "Save webhook" }))
    .toHaveAttribute("aria-disabled", "true");
});

test("an edit leaves what somebody else changed meanwhile", async () => {
  const backend = new AlertBackend();
  backend.webhooks = [webhookOf()];
  backend.bff.one(webhookOperations.updateWebhook, webhookOf());
  await draw(backend);
  await page.getByRole("button", { name: "Edit pager" }).click();
  const edit = dialog("Edit pager");
  await edit.getByLabelText(/^New address/).fill("https://hooks.example.com/y");
  backend.webhooks = [webhookOf({ name: "night pager", enabled: false })];
  await expect.element(dialog("Edit night pager").getByLabelText("Name")).toHaveValue("night pager");
  await dialog("Edit night pager").getByRole("button", { name: "Save webhook" }).click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(backend.bff.calls(webhookOperations.updateWebhook).map(({ body }) => body)).toEqual([
    { url: "https://hooks.example.com/y" },
  ]);
});

test("a new secret that a change creates is shown", async () => {
  const backend = new AlertBackend();
  backend.webhooks = [webhookOf()];
  backend.bff.one(webhookOperations.updateWebhook, { ...webhookOf(), secret });
  await draw(backend);
  await page.getByRole("button", { name: "Edit pager" }).click();
  await dialog("Edit pager")
    .getByLabelText(/^New address/)
    .fill("https://hooks.example.com/y");
  await dialog("Edit pager").getByRole("button", { name: "Save webhook" }).click();
  await expect.element(dialog("Secret of pager").getByText(secret)).toBeVisible();
  expect(warnsBeforeUnload()).toBe(true);
});

test("a test is sent once, and each delivery shows its result", async () => {
  const backend = new AlertBackend();
  backend.webhooks = [webhookOf({ dead: 1 })];
  backend.bff.one(webhookOperations.testWebhook, () => {
    const sent = deliveryOf({ id: "d3" });
    backend.deliveries = [sent, ...backend.deliveries];
    return sent;
  });
  const attempt = { at_ms: Date.now(), ms: 12 };
  backend.deliveries = [
    deliveryOf({
      id: "d2",
      event: "fired",
      title: "gateway",
      state: "waiting",
      next_at_ms: Date.now() + 60_000,
      attempts: [{ ...attempt, status: null, error: "no answer in time" }],
    }),
    deliveryOf({
      id: "d1",
      event: "resolved",
      title: "older",
      state: "dead",
      attempts: [{ ...attempt, status: 500, error: null }],
    }),
  ];
  await draw(backend);
  await expect.element(rowOf("Webhooks", "pager")).toMatchTextContent("1 failed");
  await expect
    .element(rowOf("Deliveries", "gateway"))
    .toMatchTextContent(/waiting.*no answer in time in 12 ms/);
  await expect.element(rowOf("Deliveries", "older")).toMatchTextContent(/failed.*answered 500/);
  await page.getByRole("button", { name: "Send a test to pager" }).click();
  await expect.element(rowOf("Deliveries", "a test")).toMatchTextContent("delivered");
  await expect.element(page.getByText("Test delivered to pager")).toBeVisible();
  expect(backend.bff.calls(webhookOperations.testWebhook)).toHaveLength(1);
  expect(await axeViolationsIn(document.body)).toEqual([]);
});

test("a test says what the receiver answered, once it did", async () => {
  const backend = new AlertBackend();
  backend.webhooks = [webhookOf()];
  const queued = deliveryOf({ id: "d1", state: "waiting", next_at_ms: Date.now(), attempts: [] });
  backend.bff.one(webhookOperations.testWebhook, () => {
    backend.deliveries = [queued];
    return queued;
  });
  await draw(backend);
  await page.getByRole("button", { name: "Send a test to pager" }).click();
  await expect.element(page.getByText("Sending a test to pager")).toBeVisible();
  await expect.element(rowOf("Deliveries", "a test")).toMatchTextContent("not tried yet");
  const refusal = { at_ms: Date.now(), ms: 12, status: 500, error: "answered 500" };
  backend.deliveries = [{ ...queued, attempts: [refusal] }];
  await expect.element(page.getByText("pager did not accept the test")).toBeVisible();
  await expect
    .element(page.getByText("answered 500 in 12 ms. It is tried again.", { exact: true }))
    .toBeVisible();
  // Said of the first attempt alone.
  backend.deliveries = [{ ...queued, attempts: [refusal, { ...refusal, at_ms: refusal.at_ms + 1 }] }];
  await expect.element(page.getByText("2 of 16")).toBeVisible();
  expect(page.getByText("pager did not accept the test").elements()).toHaveLength(1);
});

test("a test that no replica sends is said to wait", async () => {
  const backend = new AlertBackend();
  backend.webhooks = [webhookOf()];
  const queued = deliveryOf({ id: "d1", state: "waiting", next_at_ms: Date.now(), attempts: [] });
  backend.bff.one(recorderOperations.retrieveRecorder, {
    status: "off",
    since_ms: null,
    leader: null,
    lists: [],
    duties: [],
    gaps: [],
    began_at_ms: null,
    complete_from_ms: null,
    store: {
      kind: "PostgreSQL",
      bytes: 0,
      used_bytes: null,
      max_bytes: null,
      tables: [],
      counted_at_ms: Date.now(),
      trimmed: null,
      trimmed_ids_at_ms: null,
      over_bound: false,
    },
    retention: { raw_hours: 24, days: 30, audit_days: 90 },
  });
  backend.bff.one(webhookOperations.testWebhook, () => {
    backend.deliveries = [queued];
    return queued;
  });
  await draw(backend);
  await page.getByRole("button", { name: "Send a test to pager" }).click();
  await expect.element(page.getByText("Test to pager not sent yet")).toBeVisible();
  await expect.element(page.getByText(/^No replica of the dashboard sends alerts now/)).toBeVisible();
  backend.deliveries = [
    { ...queued, state: "delivered", attempts: [{ at_ms: Date.now(), ms: 12, status: 200, error: null }] },
  ];
  await expect.element(page.getByText("Test delivered to pager")).toBeVisible();
  expect(page.getByText("Test to pager not sent yet").elements()).toHaveLength(1);
});
