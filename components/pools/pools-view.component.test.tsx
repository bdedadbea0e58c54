import "@/tests/support/component/fast-paces.ts";
import { describe, expect, test } from "vitest";
import type { InventoryItem } from "@/lib/bff/inventory";
import { poolInsightOperations } from "@/lib/bff/operations/pool-insight";
import { poolHistoryOperations } from "@/lib/bff/operations/pools";
import { poolOperations } from "@/lib/contract/operations/pools";
import type { Pool } from "@/lib/contract/pools";
import { inventoryItemOf, scriptInventory } from "@/tests/support/component/inventory-fixtures";
import {
  consumptionOf,
  historyOf,
  insightOf,
  insightsOf,
  poolOf,
} from "@/tests/support/component/pool-fixtures";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, type ScriptedBff } from "@/tests/support/component/scripted-bff";
import { PoolsView } from "./pools-view.tsx";

/** Pools that the list searches by name, without history. */
function bffWith(pools: () => readonly Pool[], items: InventoryItem[] = []): ScriptedBff {
  return scriptInventory(emptyBff(), items)
    .list(poolOperations.listPools, ({ query }) =>
      pools().filter(({ name }) => name?.includes(query.get("query") ?? "")),
    )
    .one(poolOperations.retrievePool, ({ params: { id_or_name: searchText } }) => {
      const found = pools().find(({ id, name }) => id === searchText || name === searchText);
      if (found === undefined) throw new Error(`no pool ${searchText}`);
      return found;
    })
    .one(poolInsightOperations.readPoolInsight, () =>
      insightsOf(...pools().map(({ id }) => insightOf({ pool_id: id }))),
    )
    .one(poolHistoryOperations.readPoolHistory, () => historyOf({}));
}

const draw = (bff: ScriptedBff, query = "") => renderView(<PoolsView />, { at: `/pools${query}`, bff });

describe("the cards", () => {
  test("each shows its state and forecast as text, and follows the API's counts", async () => {
    let drained = poolOf({ id: "drained", available_count: 2, acquired_count: 6 });
    const bff = bffWith(() => [poolOf({ id: "full" }), drained]).one(
      poolInsightOperations.readPoolInsight,
      () =>
        insightsOf(
          insightOf({ pool_id: "full" }),
          insightOf({
            pool_id: "drained",
            consumption: consumptionOf(),
            empty: { minutes: 4, earliest_minutes: 2, latest_minutes: null, fill_per_minute: 0 },
          }),
        ),
    );
    const screen = await draw(bff);
    const card = (name: string) => screen.getByRole("article", { name: `Pool ${name}` });
    await expect.element(card("full").getByText("at size")).toBeVisible();
    await expect.element(card("drained")).toMatchTextContent("4 min");
    await expect
      .element(card("drained"))
      .toMatchTextContent("2 min at the fastest, never at the slowest drain");
    drained = poolOf({ id: "drained", available_count: 0, acquired_count: 8 });
    await expect.element(card("drained").getByText("none available")).toBeVisible();
    await card("full").getByRole("link", { name: "full" }).click();
    expect(screen.address()).toBe("/pools/full");
  });

  test("counts are shown although forecasts or history fail, and the failure is reported", async () => {
    const bff = bffWith(() => [poolOf({ id: "a" })])
      .fail(poolInsightOperations.readPoolInsight, 400, "bad_request", "No insight.")
      .fail(poolHistoryOperations.readPoolHistory, 400, "bad_request", "No history.");
    const screen = await draw(bff);
    await expect.element(screen.getByText("The forecasts are not up to date")).toBeVisible();
    await expect.element(screen.getByText("Capacity over time is not up to date")).toBeVisible();
    await expect.element(screen.getByRole("article", { name: "Pool a" })).toMatchTextContent("No forecast.");
    await expect.element(screen.getByRole("article", { name: "Pool a" }).getByText("at size")).toBeVisible();
  });
});

describe("compared pools", () => {
  test("one that is not on the page is named, not drawn", async () => {
    const screen = await draw(
      bffWith(() => [poolOf({ id: "a" })]),
      "?compare=a,far",
    );
    await expect.element(screen.getByText(/not among the pools of this page/)).toBeVisible();
    await expect.element(screen.getByRole("link", { name: "far" })).toHaveAttribute("href", "/pools/far");
  });
});

describe("labels", () => {
  test("a labelled pool comes first; search finds pools and their parts by label; a deleted one is removed", async () => {
    let pools = [poolOf({ id: "a" }), poolOf({ id: "b" })];
    const items = [
      inventoryItemOf("pool", "b", {
        name: "b",
        source: "listPools",
        label: "nightly crawl",
        pinned_by: "ada",
      }),
      inventoryItemOf("extension", "blocker", { source: "listPools", label: "ad block", pinned_by: "ada" }),
    ];
    const screen = await draw(bffWith(() => pools, items));
    const cards = screen.getByRole("article");
    await expect.element(cards.first()).toMatchTextContent("nightly crawl");
    await expect.element(cards.first()).toHaveAccessibleName("Pool b");
    const extensions = screen.getByRole("table", { name: "Extensions remembered" });
    await expect.element(extensions).toMatchTextContent("ad block");

    const search = screen.getByRole("searchbox", { name: "Search pools" });
    await search.fill("NIGHTLY");
    await expect.element(screen.getByRole("article", { name: "Pool a" })).not.toBeInTheDocument();
    await expect.element(screen.getByRole("article", { name: "Pool b" })).toBeVisible();
    await expect.element(extensions).not.toBeInTheDocument();
    await search.fill("ad block");
    await expect.element(cards).not.toBeInTheDocument();
    await expect.element(extensions).toMatchTextContent("ad block");
    await screen.getByRole("button", { name: "Clear filters" }).first().click();
    await expect.poll(() => cards.elements().length).toBe(2);

    pools = [poolOf({ id: "a" })];
    items[0] = inventoryItemOf("pool", "b", {
      source: "listPools",
      label: "nightly crawl",
      pinned_by: "ada",
      ended_at_ms: Date.now(),
    });
    const beside = screen.getByRole("table", { name: "Pools remembered" });
    await expect
      .element(beside.getByRole("row").filter({ hasText: "nightly crawl" }))
      .toMatchTextContent("gone");
  });
});
