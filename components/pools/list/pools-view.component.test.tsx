import { describe, expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import type { InventoryItem } from "@/lib/bff/inventory";
import { poolInsightOperations } from "@/lib/bff/operations/pool-insight";
import { poolHistoryOperations } from "@/lib/bff/operations/pools";
import { poolOperations } from "@/lib/contract/operations/pools";
import type { Pool } from "@/lib/contract/pools";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { inventoryItemOf, scriptInventory } from "@/tests/support/component/inventory-fixtures";
import {
  consumptionOf,
  historyOf,
  insightOf,
  insightsOf,
  pointOf,
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

const row = (screen: Awaited<ReturnType<typeof draw>>, name: string) =>
  screen.getByRole("table", { name: "Pools", exact: true }).getByRole("row").filter({ hasText: name });
const names = () =>
  [...(document.querySelector("table")?.querySelectorAll("tr[data-key]") ?? [])].map((each) =>
    each.getAttribute("data-key"),
  );
const emptying = (pool_id: string, minutes: number) =>
  insightOf({
    pool_id,
    consumption: consumptionOf(),
    empty: { minutes, earliest_minutes: 2, latest_minutes: null, fill_per_minute: 0 },
  });

describe("the rows", () => {
  test("are sorted by trouble, state condition and forecast as text, and follow the API's counts", async () => {
    let drained = poolOf({ id: "drained", available_count: 2, acquired_count: 6 });
    const bff = bffWith(() => [poolOf({ id: "full" }), drained]).one(
      poolInsightOperations.readPoolInsight,
      () => insightsOf(insightOf({ pool_id: "full" }), emptying("drained", 4)),
    );
    const screen = await draw(bff);
    await expect.element(row(screen, "drained")).toMatchTextContent(/Emptying.*2 of 8.*4 min.*25 % · 2\/min/);
    await expect.element(row(screen, "full")).toMatchTextContent(/At size.*8 of 8/);
    expect(names()).toEqual(["drained", "full"]);
    drained = poolOf({ id: "drained", available_count: 0, acquired_count: 8 });
    await expect.element(row(screen, "drained")).toMatchTextContent(/All acquired.*0 of 8.*now/);
    expect(
      await axeViolationsIn(screen.getByRole("table", { name: "Pools", exact: true }).element()),
    ).toEqual([]);
    await row(screen, "full").getByRole("link", { name: "full" }).click();
    expect(screen.address()).toBe("/pools/full");
  });

  test.each(["name=checkout", "query=check"])("are those of %s where the API ignores it", async (search) => {
    const pools = ["checkout", "login"].map((id) => poolOf({ id, name: id }));
    const bff = bffWith(() => pools).list(poolOperations.listPools, pools);
    const screen = await draw(bff, `?${search}`);
    await expect.element(row(screen, "checkout")).toBeVisible();
    expect(names()).toEqual(["checkout"]);
  });

  test("do not say that none is missing where the size is unknown", async () => {
    const screen = await draw(bffWith(() => [poolOf({ id: "unsized", browser_pool_config: {} })]));
    await expect
      .element(
        screen.getByRole("img", { name: "unsized: 0 acquired, 8 available, size unknown", exact: true }),
      )
      .toBeVisible();
  });

  test("have their counts in full beside a long name", async () => {
    const config = { size: 1200, fill_rate_per_minute: 10 };
    const name = "a-pool-with-a-very-long-name-for-residential-browsers-in-europe";
    const pool = { id: "big", name, available_count: 1043, acquired_count: 157, browser_pool_config: config };
    const screen = await draw(bffWith(() => [poolOf(pool)]));
    const count = row(screen, "a-pool").getByText("1,043 of 1,200");
    await expect.element(count).toBeVisible();
    const cell = count.element();
    expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth);
  });

  test("are sorted by a column and narrowed to a state, both in the URL", async () => {
    const pools = [
      poolOf({ id: "a", available_count: 3 }),
      poolOf({ id: "b", available_count: 0 }),
      poolOf({ id: "c" }),
    ];
    const screen = await draw(bffWith(() => pools));
    await expect.poll(names).toEqual(["b", "a", "c"]);
    await screen.getByRole("button", { name: "Available" }).click();
    await screen.getByRole("button", { name: "Available" }).click();
    await expect.poll(names).toEqual(["c", "a", "b"]);
    expect(screen.address()).toBe("/pools?sort=-available");
    await expect
      .element(screen.getByRole("columnheader", { name: "Available" }))
      .toHaveAttribute("aria-sort", "descending");
    await screen.getByRole("combobox", { name: "State" }).click();
    await screen.getByRole("option", { name: "In trouble (1)" }).click();
    await expect.poll(names).toEqual(["b"]);
    expect(screen.address()).toBe("/pools?sort=-available&state=trouble");
  });

  test("are sorted on a phone, too, by the same parameter of the URL", async () => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1440, 900));
    const pools = [
      poolOf({ id: "a", available_count: 3 }),
      poolOf({ id: "b", available_count: 0 }),
      poolOf({ id: "c" }),
    ];
    const screen = await draw(bffWith(() => pools));
    // The heads, which are not shown, hold nothing that takes the focus.
    await expect.element(screen.getByRole("columnheader", { name: "Available" })).toBeInTheDocument();
    await expect.element(screen.getByRole("button", { name: "Available" })).not.toBeInTheDocument();
    await screen.getByRole("combobox", { name: "Sort by" }).click();
    await screen.getByRole("option", { name: "Available" }).click();
    await expect.poll(names).toEqual(["b", "a", "c"]);
    expect(screen.address()).toBe("/pools?sort=available");
    // A pool that is empty needs no time until it is.
    await expect.element(row(screen, "b").getByText("Empty", { exact: true })).toBeVisible();
    await expect.element(row(screen, "b").getByText("now", { exact: true })).not.toBeVisible();
    await screen.getByRole("button", { name: "Ascending. Reverse the order" }).click();
    await expect.poll(names).toEqual(["c", "a", "b"]);
    expect(screen.address()).toBe("/pools?sort=-available");
    await screen.getByRole("combobox", { name: "Sort by" }).click();
    await screen.getByRole("option", { name: "State" }).click();
    await expect.poll(screen.address).toBe("/pools");
    await screen.getByRole("button", { name: "Select", exact: true }).click();
    await expect.element(screen.getByRole("combobox", { name: "Sort by" })).not.toBeInTheDocument();
    await expect.element(screen.getByRole("checkbox", { name: "Select a" })).toBeVisible();
  });

  test("of forty pools have few elements, and no chart", async () => {
    const pools = Array.from({ length: 40 }, (_, at) => poolOf({ id: `pool-${at}` }));
    await draw(bffWith(() => pools));
    await expect.poll(() => names().length).toBe(40);
    expect(document.querySelectorAll("body *").length).toBeLessThan(2_500);
    expect(document.querySelectorAll(".recharts-wrapper").length).toBe(0);
  });

  test("show counts although forecasts fail, and the failure is reported", async () => {
    const bff = bffWith(() => [poolOf({ id: "alpha" })]).fail(
      poolInsightOperations.readPoolInsight,
      400,
      "bad_request",
      "No insight.",
    );
    const screen = await draw(bff);
    await expect.element(screen.getByText("Forecasts not up to date")).toBeVisible();
    await expect.element(row(screen, "alpha")).toMatchTextContent(/At size.*8 of 8/);
  });
});

test("a row opens its pool beside the list: the forecast, the change that helps, and the chart", async () => {
  const samples = [60, 40, 20].map((minutes) => pointOf(Date.now() - minutes * 60_000, 8));
  const bff = bffWith(() => [poolOf({ id: "alpha", available_count: 2, acquired_count: 6 })])
    .one(poolInsightOperations.readPoolInsight, () =>
      insightsOf({ ...emptying("alpha", 4), remedies: [{ kind: "size", by: 4, to: 12, minutes: 80 }] }),
    )
    .one(poolHistoryOperations.readPoolHistory, () => historyOf({ alpha: samples }));
  const screen = await draw(bff);
  await row(screen, "alpha").getByText("Emptying").click();
  expect(screen.address()).toBe("/pools?open=alpha");
  const sheet = screen.getByRole("dialog");
  await expect.element(sheet.getByText("Empty in about 4 min")).toBeVisible();
  await expect.element(sheet.getByText(/Raise the size from 8 to 12: lasts 1 h 20 min\./)).toBeVisible();
  await expect
    .element(sheet.getByRole("application", { name: /^Capacity of alpha over time/ }))
    .toBeVisible();
  await expect.element(sheet.getByText("25 % of the size, 2/min")).toBeVisible();
  await sheet.getByRole("button", { name: "Resize to 12…" }).click();
  const dialog = screen.getByRole("dialog", { name: /^Edit pool/ });
  await expect.element(dialog.getByRole("textbox", { name: "Size" })).toHaveValue("12");
});

test("a pool that leaves the page keeps its open dialog, with what is typed in it", async () => {
  let listed = [poolOf({ id: "alpha" }), poolOf({ id: "beta" })];
  const answered = Promise.withResolvers<void>();
  const bff = bffWith(() => listed).on(poolOperations.retrievePool, async () => {
    await answered.promise;
    return Response.json(poolOf({ id: "alpha" }));
  });
  const screen = await draw(bff, "?open=alpha");
  await screen.getByRole("dialog").getByRole("button", { name: "Edit…" }).click();
  const size = screen.getByRole("dialog", { name: /^Edit pool/ }).getByRole("textbox", { name: "Size" });
  await size.fill("12");
  listed = [poolOf({ id: "beta" })];
  await expect.poll(() => bff.calls(poolOperations.retrievePool).length).toBe(1);
  await expect.element(size).toHaveValue("12");
  answered.resolve();
  await expect.element(size).toHaveValue("12");
});

test.each([
  ["was deleted", 404, "not_found", "There is no such pool."],
  ["cannot be read", 503, "upstream_unreachable", "The API cannot be reached."],
])(
  "a pool that leaves the page and %s keeps its open dialog, beside the failure",
  async (_, status, code, message) => {
    let listed = [poolOf({ id: "alpha" }), poolOf({ id: "beta" })];
    const bff = bffWith(() => listed).fail(poolOperations.retrievePool, status, code, message);
    const screen = await draw(bff, "?open=alpha");
    const sheet = screen.getByRole("dialog", { name: /alpha/ }).first();
    await sheet.getByRole("button", { name: "Edit…" }).click();
    const size = screen.getByRole("dialog", { name: /^Edit pool/ }).getByRole("textbox", { name: "Size" });
    await size.fill("12");
    listed = [poolOf({ id: "beta" })];
    await expect.element(page.getByText(message)).toBeInTheDocument();
    await expect.element(size).toHaveValue("12");
  },
);

test("the sheet of a pool that left the page follows its counts", async () => {
  let left = 8;
  const bff = bffWith(() => [poolOf({ id: "alpha", available_count: left, acquired_count: 8 - left })]);
  const screen = await draw(bff, "?open=alpha&query=beta");
  const figures = screen.getByRole("dialog");
  await expect.element(figures).toMatchTextContent(/available8acquired0/);
  left = 1;
  await expect.element(figures).toMatchTextContent(/available1acquired7/);
  bff.fail(poolOperations.retrievePool, 404, "not_found", "The pool was not found.");
  await expect.element(figures.getByText("This pool no longer exists")).toBeVisible();
  await expect.element(figures.getByRole("button", { name: "Retry" })).not.toBeInTheDocument();
});

describe("compared pools", () => {
  test("one that is not on the page is named, not drawn", async () => {
    const screen = await draw(
      bffWith(() => [poolOf({ id: "a" })]),
      "?compare=a,far",
    );
    await expect.element(screen.getByText(/not on this page/)).toBeVisible();
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
    await expect.poll(names).toEqual(["b", "a"]);
    await expect.element(row(screen, "nightly")).toMatchTextContent("nightly crawl");
    const extensions = screen.getByRole("table", { name: "Extensions" });
    await expect.element(extensions).toMatchTextContent("ad block");

    const search = screen.getByRole("searchbox", { name: "Search pools" });
    await search.fill("NIGHTLY");
    await expect.poll(names).toEqual(["b"]);
    await expect.element(extensions).not.toBeInTheDocument();
    await search.fill("ad block");
    await expect.poll(names).toEqual([]);
    await expect.element(extensions).toMatchTextContent("ad block");
    await screen.getByRole("button", { name: "Clear filters" }).first().click();
    await expect.poll(() => names().length).toBe(2);

    pools = [poolOf({ id: "a" })];
    items[0] = inventoryItemOf("pool", "b", {
      source: "listPools",
      label: "nightly crawl",
      pinned_by: "ada",
      ended_at_ms: Date.now(),
    });
    const beside = screen.getByRole("table", { name: "Other pools" });
    await expect
      .element(beside.getByRole("row").filter({ hasText: "nightly crawl" }))
      .toMatchTextContent("gone");
  });
});

describe("the form of a new pool", () => {
  test("that the empty list opened stays with what was typed when the first pool appears", async () => {
    const pools: Pool[] = [];
    const screen = await draw(bffWith(() => pools));
    await screen.getByRole("main").getByRole("button", { name: "Create pool…" }).last().click();
    const name = screen.getByRole("dialog", { name: "Create pool" }).getByLabelText(/^Name/);
    await name.fill("night");
    pools.push(poolOf({ id: "of-another" }));
    await expect.poll(names).toEqual(["of-another"]);
    await expect.element(name).toHaveValue("night");
  });

  test("is not offered to a viewer, who learns which role may create pools", async () => {
    const screen = await renderView(<PoolsView />, { at: "/pools", bff: bffWith(() => []), role: "viewer" });
    const create = screen.getByRole("button", { name: "Create pool…" }).first();
    await expect.element(create).toHaveAttribute("aria-disabled", "true");
    create.element().focus();
    await expect
      .element(screen.getByRole("tooltip"))
      .toMatchTextContent("This needs the operator role. Yours is viewer.");
  });
});
