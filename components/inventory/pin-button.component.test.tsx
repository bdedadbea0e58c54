import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import type { InventoryItem } from "@/lib/bff/inventory";
import { inventoryOperations } from "@/lib/bff/operations/inventory";
import type { Role } from "@/lib/bff/roles";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { inventoryItemOf, scriptInventory } from "@/tests/support/component/inventory-fixtures";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, problem } from "@/tests/support/component/scripted-bff";
import { PinBadge } from "./pin-badge.tsx";
import { PinButton } from "./pin-button.tsx";
import { usePins } from "./use-pins.ts";

/** Polls the pins, as every list does. */
function List() {
  usePins("pool");
  return null;
}

async function draw(items: InventoryItem[] = [], role: Role = "operator", beside?: ReactNode) {
  const bff = scriptInventory(emptyBff(), items);
  const screen = await renderView(
    <>
      {beside}
      <PinButton kind="pool" id="pool-1" name="night" />
      <p>
        night
        <PinBadge kind="pool" id="pool-1" />
      </p>
    </>,
    { bff, role },
  );
  const form = screen.getByRole("dialog", { name: "Pin night" });
  return { bff, screen, form, label: form.getByRole("textbox", { name: /^Label/ }) };
}

test("a resource is pinned with a label, shown with it, and unpinned", async () => {
  const { bff, screen, form, label } = await draw();
  await screen.getByRole("button", { name: "Pin night" }).click();
  await label.fill("nightly crawl");
  expect(await axeViolationsIn(form.element())).toEqual([]);
  await userEvent.keyboard("{Enter}");
  await expect.element(form).not.toBeInTheDocument();
  await expect.element(screen.getByText(/nightly crawl/)).toBeVisible();
  expect(bff.calls(inventoryOperations.pinInventory).map(({ params, body }) => ({ params, body }))).toEqual([
    { params: { kind: "pool", id_or_name: "pool-1" }, body: { label: "nightly crawl" } },
  ]);
  await screen.getByRole("button", { name: "Pinned night" }).click();
  await form.getByRole("button", { name: "Unpin" }).click();
  await expect.element(screen.getByRole("button", { name: "Pin night" })).toBeVisible();
  await expect.element(screen.getByText(/nightly crawl/)).not.toBeInTheDocument();
});

test("the form is prefilled with the newest label, whoever set it", async () => {
  const items = [inventoryItemOf("pool", "pool-1", { label: "first", pinned_by: "grace" })];
  const { screen, label } = await draw(items);
  await expect.element(screen.getByText(/first/)).toBeVisible();
  items[0] = inventoryItemOf("pool", "pool-1", { label: "second", pinned_by: "grace" });
  await screen.getByRole("button", { name: "Pinned night" }).click();
  await expect.element(label).toHaveValue("second");
});

test("of a resource that does not exist, only a pin that is left can be removed", async () => {
  const items = [inventoryItemOf("pool", "pool-1", { label: "nightly crawl", pinned_by: "grace" })];
  const bff = scriptInventory(emptyBff(), items);
  const screen = await renderView(
    <>
      <PinButton kind="pool" id="pool-1" name="night" exists={false} />
      <PinButton kind="pool" id="pool-2" name="day" exists={false} />
    </>,
    { bff, role: "operator" },
  );
  await screen.getByRole("button", { name: "Pinned night" }).click();
  await screen.getByRole("button", { name: "Unpin" }).click();
  await expect.element(screen.getByRole("button")).not.toBeInTheDocument();
});

test("typed text is preserved when someone else changes the label meanwhile", async () => {
  const items = [inventoryItemOf("pool", "pool-1", { label: "first", pinned_by: "grace" })];
  const { screen, label } = await draw(items, "operator", <List />);
  await screen.getByRole("button", { name: "Pinned night" }).click();
  await label.fill("typed");
  items[0] = inventoryItemOf("pool", "pool-1", { label: "second", pinned_by: "grace" });
  await expect.element(screen.getByText(/second/)).toBeVisible();
  await expect.element(label).toHaveValue("typed");
});

test("a failure is shown in the form, or in a toast if it was closed", async () => {
  const requested = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const { bff, screen, form, label } = await draw();
  const refused = () => problem(503, "store_unavailable", "The store does not answer.");
  bff.on(inventoryOperations.pinInventory, refused);
  await screen.getByRole("button", { name: "Pin night" }).click();
  await label.fill("crawl");
  await userEvent.keyboard("{Enter}");
  await expect.element(form.getByRole("alert")).toMatchTextContent("The store does not answer.");
  await expect.element(label).toHaveValue("crawl");
  bff.on(inventoryOperations.pinInventory, async () => {
    requested.resolve();
    await answered.promise;
    return refused();
  });
  await form.getByRole("button", { name: "Pin", exact: true }).click();
  await requested.promise;
  await userEvent.keyboard("{Escape}");
  await expect.element(form).not.toBeInTheDocument();
  answered.resolve();
  await expect.element(screen.getByText("The pin of night was not saved")).toBeVisible();
});

test("a viewer sees the label and cannot pin", async () => {
  const items = [inventoryItemOf("pool", "pool-1", { label: "nightly crawl", pinned_by: "grace" })];
  const { screen, form } = await draw(items, "viewer");
  await expect.element(screen.getByText(/nightly crawl/)).toBeVisible();
  const button = screen.getByRole("button", { name: "Pinned night" });
  await expect.element(button).toHaveAttribute("aria-disabled", "true");
  await button.click({ force: true });
  await expect.element(form).not.toBeInTheDocument();
});
