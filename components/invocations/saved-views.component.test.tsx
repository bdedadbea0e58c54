// Saved views: kept, changed, made default, renamed, deleted, and whose they are.
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { viewOperations } from "@/lib/bff/operations/views";
import { faultsIn } from "@/tests/support/component/axe";
import { openRuns } from "@/tests/support/component/run-table";
import { RunWorld } from "@/tests/support/component/run-world";
import { problem } from "@/tests/support/component/scripted-bff";

function someRuns(): RunWorld {
  const world = new RunWorld();
  for (let at = 0; at < 2; at += 1) world.add();
  for (let at = 0; at < 2; at += 1) world.add({ status: "failed" });
  world.add({ status: "failed", app_name: "accounts", version: "v2" });
  return world;
}

async function open(world: RunWorld, query: string, options: Parameters<typeof openRuns>[2] = {}) {
  const screen = await openRuns(world, query, options);
  const menu = screen.getByRole("button", { name: /^View: / });
  const isCalled = (name: string) => expect.element(menu).toHaveAccessibleName(`View: ${name}`);
  const choose = async (item: RegExp) => {
    await menu.click();
    await screen.getByRole("menuitem", { name: item }).click();
  };
  await isCalled("All runs");
  return { ...screen, menu, isCalled, choose };
}

test("are saved, modified, reset, made default, renamed and deleted", async () => {
  const world = someRuns();
  const screen = await open(world, "?status=failed&cols=status,app_name&live=off");
  const { menu, isCalled, choose } = screen;
  await choose(/Save as a new view/);
  const dialog = screen.getByRole("dialog", { name: "Save view" });
  await expect.element(dialog).toBeVisible();
  expect(await faultsIn(dialog.element())).toEqual([]);
  const save = dialog.getByRole("button", { name: "Save view" });
  await save.click();
  await expect.element(dialog.getByRole("alert")).toMatchTextContent("Give a name.");
  await dialog.getByRole("textbox", { name: "Name" }).fill("What failed");
  await dialog.getByRole("checkbox", { name: /My default/ }).click();
  await save.click();
  await isCalled("What failed");
  expect(world.bff.calls(viewOperations.createView).map(({ body }) => body)).toEqual([
    { name: "What failed", query: "cols=status%2Capp_name&status=failed", shared: false, is_default: true },
  ]);

  // Nothing in the address: the default, and it takes no step of Back.
  const steps = window.history.length;
  window.history.replaceState(null, "", "/invocations");
  await screen.reload();
  await expect.element(screen.getByRole("button", { name: "Remove filter Status failed" })).toBeVisible();
  await expect.poll(screen.headers).toEqual(["Status", "App"]);
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
  await choose(/All runs/);
  await isCalled("All runs");
  await expect.poll(screen.ids).toHaveLength(5);
  await choose(/What failed/);
  await expect.element(screen.getByRole("button", { name: "Remove filter App accounts" })).toBeVisible();
  await expect.poll(screen.ids).toHaveLength(1);

  await choose(/Rename/);
  await screen.getByRole("textbox", { name: "Name" }).fill("Accounts that failed");
  await userEvent.keyboard("{Enter}");
  await isCalled("Accounts that failed");
  await choose(/Delete/);
  const sure = screen.getByRole("alertdialog", { name: /Delete the view Accounts that failed/ });
  await expect.element(sure.getByRole("button", { name: "Cancel" })).toHaveFocus();
  await sure.getByRole("button", { name: "Delete view" }).click();
  await isCalled("All runs");
  expect(world.bff.calls(viewOperations.deleteView)).toHaveLength(1);
});

test("that is being saved keeps its dialog, so that it is not opened over what came after", async () => {
  const world = someRuns();
  const answered = Promise.withResolvers<void>();
  world.bff.on(viewOperations.createView, async () => {
    await answered.promise;
    return problem(503, "store_unavailable", "The store does not answer.");
  });
  const screen = await open(world, "?status=failed&live=off");
  await screen.choose(/Save as a new view/);
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
  await expect.element(dialog).not.toBeInTheDocument();
  await screen.isCalled("All runs");
});

test("of another, shared with everyone, is opened by a viewer and not changed", async () => {
  const world = someRuns();
  world.view({ name: "Version one", query: "version=v1", shared: true, owner: "grace", mine: false });
  const screen = await open(world, "?live=off", { role: "viewer" });
  await screen.menu.click();
  const item = screen.getByRole("menuitem", { name: /Version one.*grace/ });
  await expect.element(item).toBeVisible();
  expect(await faultsIn(screen.getByRole("menu").element())).toEqual([]);
  await item.click();
  await expect.poll(screen.ids).toHaveLength(4);
  await screen.menu.click();
  for (const act of [/^Delete/, /^Rename/, /^Make it personal/]) {
    const refused = screen.getByRole("menuitem", { name: act });
    await expect.element(refused).toHaveAttribute("aria-disabled", "true");
    await expect.element(refused).toMatchTextContent("Only its owner, grace, or an admin changes this view.");
  }
});
