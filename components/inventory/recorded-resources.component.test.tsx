import { expect, test } from "vitest";
import { bffHeaders } from "@/lib/bff/headers";
import { inventoryOperations } from "@/lib/bff/operations/inventory";
import { inventoryItemOf, scriptInventory } from "@/tests/support/component/inventory-fixtures";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff } from "@/tests/support/component/scripted-bff";
import { RecordedResources } from "./recorded-resources.tsx";

const gone = inventoryItemOf("proxy", "proxy-1", {
  name: "short-lived",
  source: "listProxies",
  ended_at_ms: Date.now() - 5_000,
});
const referred = inventoryItemOf("proxy", "proxy-2", { source: "listPools" });
const pinned = inventoryItemOf("proxy", "from-a-ticket", { label: "the spare one", pinned_by: "ada" });

test("next to a complete list, all other recorded resources are shown with state and source", async () => {
  const bff = scriptInventory(emptyBff(), [gone, referred, pinned, inventoryItemOf("proxy", "listed")]);
  const screen = await renderView(
    <RecordedResources kind="proxy" listed={{ ids: new Set(["listed"]), whole: true }} />,
    { bff },
  );
  const table = screen.getByRole("table", { name: "Other proxies" });
  const rowOf = (text: string) => table.getByRole("row").filter({ hasText: text });
  await expect.element(rowOf("short-lived")).toMatchTextContent("gone");
  await expect.element(rowOf("short-lived")).toMatchTextContent("list of proxies");
  await expect.element(rowOf("proxy-2")).toMatchTextContent("not listed");
  await expect.element(rowOf("proxy-2")).toMatchTextContent("list of pools");
  await expect.element(rowOf("the spare one")).toMatchTextContent("never seen");
  await expect.element(rowOf("the spare one")).toMatchTextContent("pinned");
  await expect
    .element(rowOf("short-lived").getByRole("link", { name: "short-lived" }))
    .toHaveAttribute("href", "/proxies?open=proxy-1");
  await expect.element(rowOf("listed").filter({ hasNotText: "proxy-2" })).not.toBeInTheDocument();
});

test("many recorded resources are drawn in parts", async () => {
  const items = Array.from({ length: 45 }, (_, at) => inventoryItemOf("proxy", `proxy-${at}`));
  // This list has no pages.
  const bff = emptyBff().on(inventoryOperations.listInventory, () =>
    Response.json(items, { headers: { [bffHeaders.observedAtMs]: String(Date.now()) } }),
  );
  const screen = await renderView(<RecordedResources kind="proxy" listed={undefined} />, { bff });
  const rows = screen.getByRole("table", { name: "Other proxies" }).getByRole("row");
  await expect.poll(() => rows.elements().length).toBe(21);
  await screen.getByRole("button", { name: "Show more (25)" }).click();
  await expect.poll(() => rows.elements().length).toBe(41);
  await screen.getByRole("button", { name: "Show more (5)" }).click();
  await expect.poll(() => rows.elements().length).toBe(46);
  await expect.element(screen.getByRole("button", { name: /^Show more/ })).not.toBeInTheDocument();
});

test("search filters by id, name or label, and pinned resources show their label", async () => {
  const bff = scriptInventory(emptyBff(), [gone, pinned]);
  const screen = await renderView(<RecordedResources kind="proxy" listed={undefined} searchText="SHORT" />, {
    bff,
  });
  const rows = screen.getByRole("table", { name: "Other proxies" }).getByRole("row");
  await expect.poll(() => rows.elements().length).toBe(2);
  await screen.getByRole("button", { name: "Pin short-lived" }).click();
  const form = screen.getByRole("dialog", { name: "Pin short-lived" });
  await form.getByRole("textbox", { name: /^Label/ }).fill("short of luck");
  await form.getByRole("button", { name: "Pin", exact: true }).click();
  await expect.element(screen.getByRole("button", { name: "Pinned short of luck" })).toBeVisible();
});

test("next to a list, nothing is drawn for no resources; a failure is", async () => {
  const bff = emptyBff();
  const listed = { ids: new Set<string>(), whole: true };
  const screen = await renderView(<RecordedResources kind="proxy" listed={listed} />, { bff });
  await expect.poll(() => bff.calls(inventoryOperations.listInventory).length).toBeGreaterThan(0);
  expect(screen.container.textContent).toBe("");
  bff.fail(inventoryOperations.listInventory, 400, "store_unavailable", "The store does not answer.");
  await screen.rerender(null);
  const again = await renderView(<RecordedResources kind="proxy" listed={listed} />, { bff });
  await expect.element(again.getByText("The store does not answer.")).toBeVisible();
});
