// Saved views: saved, modified, made default, renamed, deleted, and their ownership.
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { removeDrafts } from "@/components/ui/remove-drafts";
import { viewOperations } from "@/lib/bff/operations/views";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { InvocationBackend } from "@/tests/support/component/invocation-backend";
import { openInvocations } from "@/tests/support/component/invocation-table";
import { problem } from "@/tests/support/component/scripted-bff";

function someInvocations(): InvocationBackend {
  const backend = new InvocationBackend();
  for (let at = 0; at < 2; at += 1) backend.add();
  for (let at = 0; at < 2; at += 1) backend.add({ status: "failed" });
  backend.add({ status: "failed", app_name: "accounts", version: "v2" });
  return backend;
}

async function open(
  backend: InvocationBackend,
  query: string,
  options: Parameters<typeof openInvocations>[2] = {},
) {
  const screen = await openInvocations(backend, query, options);
  const menu = screen.getByRole("button", { name: /^View: / });
  const isCalled = (name: string) => expect.element(menu).toHaveAccessibleName(`View: ${name}`);
  const choose = async (item: RegExp) => {
    await menu.click();
    await screen.getByRole("menuitem", { name: item }).click();
  };
  await isCalled("All invocations");
  return { ...screen, menu, isCalled, choose };
}

test("are saved, modified, reset, made default, renamed and deleted", async () => {
  const backend = someInvocations();
  const screen = await open(backend, "?status=failed&cols=status,app_name&live=off");
  const { menu, isCalled, choose } = screen;
  await choose(/Save as new view/);
  const dialog = screen.getByRole("dialog", { name: "Save view" });
  await expect.element(dialog).toBeVisible();
  expect(await axeViolationsIn(dialog.element())).toEqual([]);
  const save = dialog.getByRole("button", { name: "Save view" });
  await save.click();
  await expect.element(dialog.getByRole("alert")).toMatchTextContent("Enter a name.");
  await dialog.getByRole("textbox", { name: "Name" }).fill("What failed");
  await dialog.getByRole("checkbox", { name: /My default/ }).click();
  await save.click();
  await isCalled("What failed");
  expect(backend.bff.calls(viewOperations.createView).map(({ body }) => body)).toEqual([
    { name: "What failed", query: "cols=status%2Capp_name&status=failed", shared: false, is_default: true },
  ]);

  // An empty address opens the default view by a replace, without a history entry.
  const steps = window.history.length;
  window.history.replaceState(null, "", "/invocations");
  await screen.reload();
  await expect.element(screen.getByRole("button", { name: "Remove filter Status failed" })).toBeVisible();
  await expect.poll(screen.headers).toEqual(["Status", "Application"]);
  expect(window.history.length).toBe(steps);

  await screen.getByRole("button", { name: "Remove filter Status failed" }).click();
  await isCalled("What failed, modified");
  await screen.getByRole("button", { name: "Reset", exact: true }).click();
  await isCalled("What failed");
  await expect.element(menu).toHaveFocus();
  await screen.table.getByRole("button", { name: "accounts" }).first().click();
  await isCalled("What failed, modified");
  await screen.getByRole("button", { name: "Save", exact: true }).click();
  await isCalled("What failed");
  await choose(/All invocations/);
  await isCalled("All invocations");
  await expect.poll(screen.ids).toHaveLength(5);
  await choose(/What failed/);
  await expect
    .element(screen.getByRole("button", { name: "Remove filter Application accounts" }))
    .toBeVisible();
  await expect.poll(screen.ids).toHaveLength(1);

  await choose(/Rename/);
  await screen.getByRole("textbox", { name: "Name" }).fill("Accounts that failed");
  await userEvent.keyboard("{Enter}");
  await isCalled("Accounts that failed");
  await choose(/Delete/);
  const sure = screen.getByRole("alertdialog", { name: /Delete view Accounts that failed/ });
  await expect.element(sure.getByRole("button", { name: "Cancel" })).toHaveFocus();
  await sure.getByRole("button", { name: "Delete view" }).click();
  await isCalled("All invocations");
  expect(backend.bff.calls(viewOperations.deleteView)).toHaveLength(1);
  expect(screen.search().has("view")).toBe(false);
  expect(screen.search().get("app_name")).toBe("accounts");
  await expect.element(screen.getByText("This saved view no longer exists")).not.toBeInTheDocument();
});

test("that are gone are left, which is said once", async () => {
  const backend = someInvocations();
  backend.view({ name: "Kept", query: "status=failed" });
  const screen = await open(backend, "?view=deleted-one&status=failed&live=off");
  const notice = screen.getByText("This saved view no longer exists");
  await expect.element(notice).toBeVisible();
  await expect.poll(() => screen.search().has("view")).toBe(false);
  expect(screen.search().get("status")).toBe("failed");
  await screen.choose(/Kept/);
  await screen.isCalled("Kept");
  // It goes by itself.
  expect(notice.elements().length).toBeLessThanOrEqual(1);
});

test("have a name that the operator has not given yet", async () => {
  const backend = someInvocations();
  const taken = "There is a view of this name already. Enter another one.";
  backend.bff.on(viewOperations.createView, () => problem(409, "name_taken", taken));
  const screen = await open(backend, "?status=failed&live=off");
  await screen.choose(/Save as new view/);
  const dialog = screen.getByRole("dialog", { name: "Save view" });
  const name = dialog.getByRole("textbox", { name: "Name" });
  await name.fill("What failed");
  await dialog.getByRole("button", { name: "Save view" }).click();
  await expect.element(name).toHaveAttribute("aria-invalid", "true");
  await expect.element(dialog.getByText(taken)).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("button", { name: "Discard" }).click();
});

test("that is being saved keeps its dialog, which does not reopen over a later one", async () => {
  const backend = someInvocations();
  const answered = Promise.withResolvers<void>();
  backend.bff.on(viewOperations.createView, async () => {
    await answered.promise;
    return problem(503, "store_unavailable", "The store does not answer.");
  });
  const screen = await open(backend, "?status=failed&live=off");
  await screen.choose(/Save as new view/);
  const dialog = screen.getByRole("dialog", { name: "Save view" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Never kept");
  await dialog.getByRole("button", { name: "Save view" }).click();
  const cancel = dialog.getByRole("button", { name: "Cancel" });
  await expect.element(cancel).toHaveAttribute("aria-disabled", "true");
  await userEvent.click(cancel, { force: true });
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog).toBeVisible();
  answered.resolve();
  await expect.element(dialog.getByRole("alert")).toMatchTextContent("The store does not answer.");
  await cancel.click();
  await dialog.getByRole("button", { name: "Discard" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.isCalled("All invocations");
});

test("have a name that outlives a reload, for the state that it was typed for", async () => {
  const backend = someInvocations();
  const screen = await open(backend, "?status=failed&live=off");
  const name = screen.getByRole("dialog", { name: "Save view" }).getByRole("textbox", { name: "Name" });
  await screen.choose(/Save as new view/);
  await name.fill("What failed");
  await screen.reload();
  await screen.isCalled("All invocations");
  await screen.choose(/Save as new view/);
  await expect.element(name).toHaveValue("What failed");
  await screen.reload();
  await screen.getByRole("button", { name: "Remove filter Status failed" }).click();
  await screen.choose(/Save as new view/);
  await expect.element(name).toHaveValue("");
  removeDrafts();
});

test("changed by a colleague are not replaced without a question", async () => {
  const backend = someInvocations();
  const view = backend.view({ name: "Shared", query: "status=failed", shared: true });
  const screen = await open(backend, "?live=off");
  await screen.choose(/Shared/);
  await screen.isCalled("Shared");
  backend.view({ ...view, query: "status=queued" });
  // The views are read again after any act on them.
  await screen.choose(/Use as default/);
  await screen.isCalled("Shared, changed since");
  const save = screen.getByRole("button", { name: "Save", exact: true });
  await expect.element(save).not.toBeInTheDocument();
  await screen.table.getByRole("button", { name: "accounts" }).first().click();
  await screen.isCalled("Shared, modified");
  await save.click();
  const sure = screen.getByRole("alertdialog", { name: "Replace view Shared?" });
  await sure.getByRole("button", { name: "Cancel" }).click();
  const stored = backend.views.get(view.id);
  expect(stored?.query).toBe("status=queued");
  await save.click();
  await sure.getByRole("button", { name: "Replace view" }).click();
  await screen.isCalled("Shared");
  expect(backend.bff.calls(viewOperations.updateView).at(-1)?.body).toEqual({
    query: "app_name=accounts&status=failed",
    expected_updated_at_ms: stored?.updated_at_ms,
  });
  await screen.getByRole("button", { name: "Remove filter Application accounts" }).click();
  await screen.isCalled("Shared, modified");
  await save.click();
  await screen.isCalled("Shared");
  await expect.element(sure).not.toBeInTheDocument();
});

test("changed by a colleague while that is asked are replaced after another question only", async () => {
  const backend = someInvocations();
  const view = backend.view({ name: "Shared", query: "status=failed", shared: true });
  const screen = await open(backend, "?live=off");
  await screen.choose(/Shared/);
  backend.view({ ...view, query: "status=queued" });
  await screen.choose(/Use as default/);
  await screen.isCalled("Shared, changed since");
  await screen.table.getByRole("button", { name: "accounts" }).first().click();
  const save = screen.getByRole("button", { name: "Save", exact: true });
  await save.click();
  const sure = screen.getByRole("alertdialog", { name: "Replace view Shared?" });
  const answers = backend.bff.handlerOf(viewOperations.updateView);
  backend.bff.on(viewOperations.updateView, () => {
    backend.bff.on(viewOperations.updateView, answers);
    backend.view({ ...view, query: "status=running" });
    return problem(409, "view_changed", "The view was changed after you opened it.");
  });
  await sure.getByRole("button", { name: "Replace view" }).click();
  await expect.element(sure).not.toBeInTheDocument();
  await expect.element(screen.getByText("The view was changed after you opened it.")).toBeVisible();
  const stored = backend.views.get(view.id);
  await save.click();
  await sure.getByRole("button", { name: "Replace view" }).click();
  await screen.isCalled("Shared");
  expect(backend.bff.calls(viewOperations.updateView).at(-1)?.body).toEqual({
    query: "app_name=accounts&status=failed",
    expected_updated_at_ms: stored?.updated_at_ms,
  });
});

test("changed by a colleague are not replaced without a question after another view and Back", async () => {
  const backend = someInvocations();
  const view = backend.view({ name: "Shared", query: "status=failed", shared: true });
  backend.view({ name: "Other", query: "version=v1" });
  const screen = await open(backend, "?live=off");
  await screen.choose(/Shared/);
  await screen.isCalled("Shared");
  backend.view({ ...view, query: "status=queued" });
  await screen.choose(/Use as default/);
  await screen.isCalled("Shared, changed since");
  await screen.choose(/Other/);
  await screen.isCalled("Other");
  window.history.back();
  await screen.isCalled("Shared, changed since");
});

test("shared by another operator can be opened by a viewer, not changed", async () => {
  const backend = someInvocations();
  backend.view({ name: "Version one", query: "version=v1", shared: true, owner: "grace", mine: false });
  const screen = await open(backend, "?live=off", { role: "viewer" });
  await screen.menu.click();
  const item = screen.getByRole("menuitem", { name: /Version one.*grace/ });
  await expect.element(item).toBeVisible();
  expect(await axeViolationsIn(screen.getByRole("menu").element())).toEqual([]);
  await item.click();
  await expect.poll(screen.ids).toHaveLength(4);
  await screen.menu.click();
  for (const act of [/^Delete/, /^Rename/, /^Stop sharing/]) {
    const refused = screen.getByRole("menuitem", { name: act });
    await expect.element(refused).toHaveAttribute("aria-disabled", "true");
    await expect
      .element(refused)
      .toMatchTextContent("Only its owner grace or an admin can change this view.");
  }
});
