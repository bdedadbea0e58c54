import "@/tests/support/component/fast-paces.ts";
import { expect, test } from "vitest";
import { inventoryOperations } from "@/lib/bff/operations/inventory";
import { rememberedOf, remembering } from "@/tests/support/component/inventory-answers";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff } from "@/tests/support/component/scripted-bff";
import { Remembered } from "./remembered.tsx";

const gone = rememberedOf("proxy", "proxy-1", {
  name: "short-lived",
  source: "listProxies",
  ended_at_ms: Date.now() - 5_000,
});
const referred = rememberedOf("proxy", "proxy-2", { source: "listPools" });
const pinned = rememberedOf("proxy", "from-a-ticket", { label: "the spare one", pinned_by: "ada" });

test("beside a whole list all else that is known is shown: its state, and where it was learned", async () => {
  const bff = remembering(emptyBff(), [gone, referred, pinned, rememberedOf("proxy", "listed")]);
  const screen = await renderView(
    <Remembered kind="proxy" listed={{ ids: new Set(["listed"]), whole: true }} />,
    { bff },
  );
  const table = screen.getByRole("table", { name: "Proxies remembered" });
  const words = (text: string) => table.getByRole("row").filter({ hasText: text });
  await expect.element(words("short-lived")).toMatchTextContent("gone");
  await expect.element(words("short-lived")).toMatchTextContent("the list of proxies");
  await expect.element(words("proxy-2")).toMatchTextContent("not listed");
  await expect.element(words("proxy-2")).toMatchTextContent("the list of pools");
  await expect.element(words("the spare one")).toMatchTextContent("never seen");
  await expect.element(words("the spare one")).toMatchTextContent("pinned by hand");
  await expect
    .element(words("short-lived").getByRole("link", { name: "short-lived" }))
    .toHaveAttribute("href", "/proxies?open=proxy-1");
  await expect.element(words("listed").filter({ hasNotText: "proxy-2" })).not.toBeInTheDocument();
});

test("a search narrows it by id, name or label; what it pins is called by its label then", async () => {
  const bff = remembering(emptyBff(), [gone, pinned]);
  const screen = await renderView(<Remembered kind="proxy" listed={undefined} sought="SHORT" />, { bff });
  const rows = screen.getByRole("table", { name: "Proxies remembered" }).getByRole("row");
  await expect.poll(() => rows.elements().length).toBe(2);
  await screen.getByRole("button", { name: "Pin short-lived" }).click();
  const form = screen.getByRole("dialog", { name: "Pin short-lived" });
  await form.getByRole("textbox", { name: /^Label/ }).fill("short of luck");
  await form.getByRole("button", { name: "Pin", exact: true }).click();
  await expect.element(screen.getByRole("button", { name: "Pinned short of luck" })).toBeVisible();
});

test("beside a list it says nothing while there is nothing; a failure is said all the same", async () => {
  const bff = emptyBff();
  const listed = { ids: new Set<string>(), whole: true };
  const screen = await renderView(<Remembered kind="proxy" listed={listed} />, { bff });
  await expect.poll(() => bff.calls(inventoryOperations.listInventory).length).toBeGreaterThan(0);
  expect(screen.container.textContent).toBe("");
  bff.fail(inventoryOperations.listInventory, 400, "store_unavailable", "The store does not answer.");
  await screen.rerender(null);
  const again = await renderView(<Remembered kind="proxy" listed={listed} />, { bff });
  await expect.element(again.getByText("The store does not answer.")).toBeVisible();
});
