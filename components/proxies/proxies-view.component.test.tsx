import { useState } from "react";
import { describe, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { PaletteActions, useOfferedActions } from "@/components/layout/palette-actions";
import { proxyCheckOperations } from "@/lib/bff/operations/proxies";
import { proxyOperations } from "@/lib/contract/operations/proxies";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { expectOneBatch } from "@/tests/support/component/expect-one-batch";
import { dependentsOf } from "@/tests/support/component/inventory-fixtures";
import { warnsBeforeUnload } from "@/tests/support/component/leave-warning";
import { checksOf, markOf, proxyOf, summaryOf } from "@/tests/support/component/proxy-fixtures";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, problem, type ScriptedBff } from "@/tests/support/component/scripted-bff";
import { ProxiesView } from "./proxies-view.tsx";

/** What the palette would list. */
function Offered() {
  return useOfferedActions().map(({ id, label, run }) => (
    <button key={id} type="button" onClick={() => run("")}>
      {label}
    </button>
  ));
}

/** Proxies that the list searches by name; a check sets each to its new state, or to `found`. */
function bffWithProxies(
  names: readonly (string | FleetProxy)[],
  found: (proxy: FleetProxy) => Partial<FleetProxy> | Promise<Partial<FleetProxy>> = () => ({}),
): ScriptedBff {
  const proxies = new Map(
    names.map((each) => (typeof each === "string" ? proxyOf(each) : each)).map((each) => [each.id, each]),
  );
  return emptyBff()
    .list(proxyOperations.listProxies, ({ query }) =>
      [...proxies.values()].filter(({ name }) => name?.includes(query.get("query") ?? "")),
    )
    .one(proxyCheckOperations.readProxyBlast, dependentsOf())
    .one(proxyOperations.checkProxy, async ({ params: { id = "" } }) => {
      const proxy = proxies.get(id);
      if (proxy === undefined) throw new Error(`no proxy ${id}`);
      const checked = { ...proxy, status: "available", last_checked: new Date().toISOString() };
      const next = { ...checked, ...(await found(proxy)) };
      proxies.set(id, next);
      return next;
    });
}

const draw = (bff: ScriptedBff, query = "") => renderView(<ProxiesView />, { at: `/proxies${query}`, bff });
type Screen = Awaited<ReturnType<typeof draw>>;
const rowsOf = (screen: Screen) =>
  screen.getByRole("table", { name: "Proxies", exact: true }).getByRole("row");
const row = (screen: Screen, name: string) => rowsOf(screen).filter({ hasText: name });

test("selected proxies are deleted after one confirmation with their number; one in use stays selected", async () => {
  sessionStorage.clear();
  const bff = bffWithProxies(["tokyo", "chicago", "frankfurt"])
    .one(proxyCheckOperations.readProxyBlast, ({ params }) =>
      dependentsOf(
        params.id === "id-chicago"
          ? { sessions: { reach: "all", items: [{ id: "s1", name: null, created_at: null }] } }
          : {},
      ),
    )
    .on(proxyOperations.deleteProxy, ({ params }) =>
      params.id === "id-frankfurt"
        ? problem(404, "not_found", "the proxy was not found")
        : new Response(null, { status: 204 }),
    );
  const screen = await draw(bff);
  await screen.getByRole("checkbox", { name: /all/i }).first().click();
  const bar = screen.getByRole("region", { name: "Selected proxies" });
  await expect.element(bar).toMatchTextContent("3 proxies selected");
  await bar.getByRole("button", { name: "Delete…" }).click();
  const dialog = screen.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("no longer rented");
  const remove = dialog.getByRole("button", { name: "Delete 3 proxies" });
  await expect.element(remove).toHaveAttribute("aria-disabled", "true");
  await dialog.getByLabelText("Type 3 to confirm").fill("3");
  expect(await axeViolationsIn(dialog.element())).toEqual([]);
  await remove.dblClick();
  await expect
    .element(dialog.getByText("1 proxy deleted, 1 had already been deleted, 1 failed."))
    .toBeVisible();
  await expect
    .element(dialog.getByRole("region", { name: "Failures" }))
    .toMatchTextContent(/chicago.*In use by 1 active browser\./);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  await expect.element(bar).toMatchTextContent("1 proxy selected");
  expect(bff.calls(proxyOperations.deleteProxy).map(({ params }) => params.id)).not.toContain("id-chicago");
  expectOneBatch(bff.calls(proxyOperations.deleteProxy));
});

describe("a check", () => {
  test("shows its exit address, in the row and in a notice", async () => {
    const screen = await draw(bffWithProxies(["frankfurt"], () => ({ ip_address: "192.0.2.7" })));
    await expect.element(row(screen, "frankfurt")).toMatchTextContent("unchecked");
    await screen.getByRole("button", { name: "Check frankfurt" }).click();
    await expect.element(screen.getByText("frankfurt is available")).toBeVisible();
    await expect.element(screen.getByText("available · answered from 192.0.2.7")).toBeVisible();
    await expect.element(row(screen, "frankfurt")).toMatchTextContent("192.0.2.7");
    await expect.element(row(screen, "frankfurt")).not.toMatchTextContent("unchecked");
  });

  test("in progress is shown in its row and not sent again; a failed one lists the dependents", async () => {
    const answered = Promise.withResolvers<void>();
    const bff = bffWithProxies(["tokyo", "chicago"], async ({ name }) => {
      if (name === "tokyo") await answered.promise;
      return { status: name === "tokyo" ? "available" : "unavailable" };
    }).one(
      proxyCheckOperations.readProxyBlast,
      dependentsOf({
        pools: {
          reach: "all",
          items: [{ id: "pool-1", name: "night", available: 1, acquired: 2, size: 3 }],
        },
      }),
    );
    const screen = await draw(bff);
    await screen.getByRole("button", { name: "Check tokyo" }).click();
    const checking = screen.getByRole("button", { name: "Checking tokyo" });
    await expect.element(checking).toHaveAttribute("aria-busy", "true");
    await expect.element(row(screen, "tokyo")).toMatchTextContent("checking");
    await checking.click({ force: true });
    await screen.getByRole("button", { name: "Check chicago" }).click();
    await expect.element(screen.getByText("chicago is unavailable")).toBeVisible();
    await expect
      .element(screen.getByText(/used by 1 pool, 0 active browsers, 0 running invocations/))
      .toBeVisible();
    await expect.element(row(screen, "chicago")).toMatchTextContent("unavailable");
    answered.resolve();
    await expect.element(screen.getByRole("button", { name: "Check tokyo" })).toBeVisible();
    await expect.element(row(screen, "tokyo").getByText("available", { exact: true })).toBeVisible();
    expect(bff.calls(proxyOperations.checkProxy).map(({ params }) => params.id)).toEqual([
      "id-tokyo",
      "id-chicago",
    ]);
  });

  test("that cannot be made gives no verdict: the row is unchanged and shows the failure", async () => {
    let fails = true;
    const bff = bffWithProxies([proxyOf("office", { status: "unavailable" })]);
    const answers = bff.handlerOf(proxyOperations.checkProxy);
    bff.on(proxyOperations.checkProxy, (call) =>
      fails ? problem(503, "upstream_unavailable", "The API does not answer.") : answers(call),
    );
    const screen = await draw(bff);
    await screen.getByRole("button", { name: "Check office" }).click();
    const failure = screen.getByRole("button", { name: "Check failed: upstream unavailable" });
    await failure.click();
    const why = screen.getByRole("dialog", { name: "Why the check of office failed" });
    await expect.element(why).toMatchTextContent("The API does not answer.");
    expect(await axeViolationsIn(why.element())).toEqual([]);
    await expect.element(row(screen, "office").getByText("unavailable", { exact: true })).toBeVisible();
    fails = false;
    await why.getByRole("button", { name: "Retry" }).click();
    await expect.element(row(screen, "office").getByText("available", { exact: true })).toBeVisible();
    await expect.element(failure).not.toBeInTheDocument();
  });

  test("works on a phone, with its result readable", async () => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1440, 900));
    const screen = await draw(
      bffWithProxies(["frankfurt"]).one(proxyCheckOperations.readProxyHistory, checksOf()),
    );
    await row(screen, "frankfurt").click();
    const sheet = screen.getByRole("dialog", { name: "frankfurt" });
    await sheet.getByRole("button", { name: "Check frankfurt" }).click();
    await expect.element(sheet.getByText("available", { exact: true })).toBeVisible();
    const past = sheet.getByRole("region", { name: "Recorded checks" });
    await expect.element(past).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});

describe("the list", () => {
  test("a row's sheet is in the URL; Escape in the search box stays there; closing returns to the row", async () => {
    const screen = await draw(bffWithProxies(["chicago", "tokyo"]));
    await row(screen, "chicago").getByText("chicago").click();
    const sheet = screen.getByRole("dialog", { name: "chicago" });
    await expect
      .element(sheet.getByRole("region", { name: "Configuration" }))
      .toMatchTextContent("frankfurt");
    expect(screen.address()).toBe("/proxies?open=id-chicago");
    const search = screen.getByRole("searchbox", { name: "Search proxies" });
    await search.fill("tok");
    await userEvent.keyboard("{Escape}");
    await expect.element(search).toHaveValue("");
    await expect.element(sheet).toBeVisible();
    await expect.poll(screen.address).not.toContain("query=");
    await sheet.getByRole("button", { name: "Close" }).click();
    await expect.element(sheet).not.toBeInTheDocument();
    await expect.element(row(screen, "chicago")).toHaveFocus();
  });

  test("the settings of a proxy have plain names, with the API's on demand", async () => {
    const config = { host: "proxy.example", username: "ops", has_password: true, exit_pool: "b" };
    const screen = await draw(bffWithProxies([proxyOf("office", { config })]), "?open=id-office");
    const settings = screen.getByRole("region", { name: "Configuration" });
    await expect
      .element(settings)
      .toMatchTextContent(/Hostproxy\.example\s*User nameops\s*Passwordstored\s*exit_poolb/);
    await expect.element(settings.getByText("User name")).toHaveAttribute("title", "username");
  });

  test("the palette has the acts on the open proxy", async () => {
    const screen = await renderView(
      <PaletteActions>
        <ProxiesView />
        <Offered />
      </PaletteActions>,
      { at: "/proxies?open=id-office", bff: bffWithProxies(["office"]) },
    );
    await expect.element(screen.getByRole("button", { name: "Delete proxy…" })).toBeInTheDocument();
    await screen.getByRole("button", { name: "Rename proxy…" }).click({ force: true });
    await expect.element(screen.getByRole("dialog", { name: "Rename proxy office" })).toBeVisible();
  });

  test("the deletion of a proxy says that more may use it where not everything was read", async () => {
    const bff = bffWithProxies(["office"]).one(
      proxyCheckOperations.readProxyBlast,
      dependentsOf({ pools: { reach: "first", items: [] } }),
    );
    const screen = await draw(bff, "?open=id-office");
    await expect.element(screen.getByText(/^Pools of the first pages read/)).toBeVisible();
    await screen.getByRole("button", { name: "Actions for office" }).click();
    await screen.getByRole("menuitem", { name: "Delete…" }).click();
    await expect
      .element(screen.getByRole("alertdialog", { name: "Delete proxy office?" }))
      .toMatchTextContent("Used by 0 pools, 0 active browsers, 0 running invocations, at least.");
  });

  test("a proxy that leaves the page keeps its open dialog, with what is typed in it", async () => {
    const bff = bffWithProxies(["office", "tokyo"]);
    const listed = bff.handlerOf(proxyOperations.listProxies);
    const answered = Promise.withResolvers<void>();
    bff.on(proxyOperations.retrieveProxy, async () => {
      await answered.promise;
      return Response.json(proxyOf("office"));
    });
    const screen = await draw(bff, "?open=id-office");
    await screen.getByRole("button", { name: "Actions for office" }).click();
    await screen.getByRole("menuitem", { name: "Rename…" }).click();
    const name = screen.getByRole("dialog", { name: "Rename proxy office" }).getByRole("textbox").first();
    await name.fill("branch office");
    bff.list(proxyOperations.listProxies, [proxyOf("tokyo")]);
    await expect.poll(() => bff.calls(proxyOperations.retrieveProxy).length).toBe(1);
    await expect.element(name).toHaveValue("branch office");
    answered.resolve();
    bff.on(proxyOperations.listProxies, listed);
    await expect.element(name).toHaveValue("branch office");
  });

  test("what was typed about a proxy that is deleted meanwhile stays until its form is closed", async () => {
    const bff = bffWithProxies(["office", "tokyo"]);
    const screen = await draw(bff, "?open=id-office");
    await screen.getByRole("button", { name: "Actions for office" }).click();
    await screen.getByRole("menuitem", { name: "Rename…" }).click();
    const form = screen.getByRole("dialog", { name: "Rename proxy office" });
    await form.getByLabelText("Name").fill("branch office");
    bff.list(proxyOperations.listProxies, [proxyOf("tokyo")]);
    for (const operation of [proxyOperations.retrieveProxy, proxyOperations.updateProxy])
      bff.fail(operation, 404, "not_found", "The proxy was not found.");
    await expect.poll(() => document.body.textContent).toContain("This proxy no longer exists");
    await form.getByRole("button", { name: "Rename proxy" }).click();
    await expect.element(form.getByRole("alert")).toMatchTextContent("Not renamed");
    await expect.element(form.getByLabelText("Name")).toHaveValue("branch office");
    await form.getByRole("button", { name: "Cancel" }).click();
    await form.getByRole("button", { name: "Discard" }).click();
    await expect.element(form).not.toBeInTheDocument();
    await expect.element(screen.getByRole("button", { name: "Actions for office" })).not.toBeInTheDocument();
  });

  test("the URL opens a proxy that the page does not list, requested by its id", async () => {
    const bff = bffWithProxies(["tokyo"]).one(proxyOperations.retrieveProxy, proxyOf("elsewhere"));
    const screen = await draw(bff, "?open=id-elsewhere&query=tokyo");
    await expect.element(screen.getByRole("dialog", { name: "elsewhere" })).toBeVisible();
    await expect.element(screen.getByRole("searchbox", { name: "Search proxies" })).toHaveValue("tokyo");
  });

  test("a proxy that the page does not list is read again, and stays beside a failure of that", async () => {
    let status: "available" | "unavailable" = "available";
    const bff = bffWithProxies(["tokyo"]).one(proxyOperations.retrieveProxy, () =>
      proxyOf("elsewhere", { status }),
    );
    const screen = await draw(bff, "?open=id-elsewhere&query=tokyo");
    const sheet = screen.getByRole("dialog", { name: "elsewhere" });
    await expect.element(sheet.getByText("available", { exact: true })).toBeVisible();
    status = "unavailable";
    await expect.element(sheet.getByText("unavailable", { exact: true })).toBeVisible();
    bff.fail(proxyOperations.retrieveProxy, 503, "upstream_unreachable", "The API cannot be reached.");
    await expect.element(sheet.getByText("The API cannot be reached.")).toBeVisible();
    await expect.element(sheet.getByText("unavailable", { exact: true })).toBeVisible();
    bff.fail(proxyOperations.retrieveProxy, 404, "not_found", "The proxy was not found.");
    const gone = sheet.getByRole("alert").filter({ hasText: "This proxy no longer exists" });
    await expect.element(gone).toBeVisible();
    await expect.element(gone.getByRole("button", { name: "Retry" })).not.toBeInTheDocument();
    await expect.element(sheet.getByText("unavailable", { exact: true })).toBeVisible();
    for (const name of ["Check elsewhere", "Actions for elsewhere"])
      await expect.element(sheet.getByRole("button", { name })).not.toBeInTheDocument();
  });

  test("while a search loads, the previous rows are not shown as its result", async () => {
    const answered = Promise.withResolvers<void>();
    const bff = bffWithProxies(["frankfurt", "tokyo"]);
    const answers = bff.handlerOf(proxyOperations.listProxies);
    bff.on(proxyOperations.listProxies, async (call) => {
      if (call.query.get("query") === "tokyo") await answered.promise;
      return await answers(call);
    });
    const screen = await draw(bff);
    await expect.element(screen.getByRole("button", { name: "Check all 2" })).toBeVisible();
    await screen.getByRole("searchbox", { name: "Search proxies" }).fill("tokyo");
    await expect.poll(screen.address).toBe("/proxies?query=tokyo");
    await expect.element(screen.getByRole("button", { name: "Check first 200" })).toBeVisible();
    await expect.element(row(screen, "frankfurt")).toBeVisible();
    answered.resolve();
    await expect.element(screen.getByRole("button", { name: "Check all 1" })).toBeVisible();
    await expect.element(row(screen, "frankfurt")).not.toBeInTheDocument();
  });

  test("a page cannot be selected before its rows are read", async () => {
    const answers = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const bff = emptyBff().list(proxyOperations.listProxies, async ({ query }) => {
      await answers[query.get("query") === "c" ? 1 : 0]?.promise;
      return query.get("query") === "c" ? [proxyOf("c")] : [proxyOf("a"), proxyOf("b")];
    });
    const screen = await draw(bff);
    const all = screen.getByRole("checkbox", { name: "Select all rows on this page" });
    await expect.element(all).toBeDisabled();
    answers[0]?.resolve();
    await all.click();
    await expect.element(screen.getByText("2 proxies selected")).toBeVisible();
    await screen.getByRole("searchbox", { name: "Search proxies" }).fill("c");
    await expect.poll(screen.address).toBe("/proxies?query=c");
    await expect.element(all).toBeDisabled();
    answers[1]?.resolve();
    await all.click();
    await expect.element(screen.getByText("3 proxies selected")).toBeVisible();
  });

  test("proxies in trouble come first; a status narrows the list, what is checked and the address", async () => {
    const screen = await draw(
      bffWithProxies([
        proxyOf("amsterdam", { status: "available" }),
        proxyOf("tokyo", { status: "unavailable" }),
        proxyOf("new"),
      ]),
    );
    const names = () =>
      rowsOf(screen)
        .elements()
        .flatMap((each) => each.querySelector("th[scope=row]")?.textContent ?? []);
    await expect.poll(names).toEqual(["tokyo", "new", "amsterdam"]);
    await screen.getByRole("button", { name: "Name", exact: true }).click();
    await expect.poll(names).toEqual(["amsterdam", "new", "tokyo"]);
    await screen.getByRole("combobox", { name: "Status" }).click();
    await screen.getByRole("option", { name: "Unavailable (1)" }).click();
    await expect.poll(screen.address).toBe("/proxies?sort=name&status=unavailable");
    await expect.poll(names).toEqual(["tokyo"]);
    await expect.element(screen.getByRole("button", { name: "Check all 1" })).toBeVisible();
    await screen.getByRole("button", { name: "Check tokyo" }).click();
    await expect.element(screen.getByText("Hidden by: status unavailable.")).toBeVisible();
    await screen.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(names).toEqual(["amsterdam", "new", "tokyo"]);
  });

  test("an address of any length is shown in full on a laptop", async () => {
    const ip = "203.113.213.113";
    const screen = await draw(bffWithProxies([proxyOf("frankfurt", { ip_address: ip })]));
    const address = screen.getByRole("cell", { name: ip });
    await expect.element(address).toBeVisible();
    const { scrollWidth, clientWidth } = address.element();
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  });

  test("proxies are sorted on a phone, too, by the same parameter of the address", async () => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1440, 900));
    const screen = await draw(bffWithProxies(["amsterdam", "tokyo"]));
    const label = screen.getByText("Sort by", { exact: true }).element();
    expect(label.getClientRects()).toHaveLength(1);
    expect(label.getBoundingClientRect().height).toBeLessThan(24);
    await screen.getByRole("combobox", { name: "Sort by" }).click();
    await screen.getByRole("option", { name: "Name" }).click();
    await screen.getByRole("button", { name: "Ascending. Reverse the order" }).click();
    await expect.poll(screen.address).toBe("/proxies?sort=-name");
    await expect.element(rowsOf(screen).nth(1)).toMatchTextContent("tokyo");
  });

  test("on a phone the share of its checks says that it is the uptime, in full", async () => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1440, 900));
    const summary = summaryOf({ checks: 144, available: 144, unavailable: 0, uptime: 1 });
    const bff = bffWithProxies(["frankfurt"]).one(
      proxyCheckOperations.readProxyHistory,
      checksOf({ proxy_id: "id-frankfurt", marks: [markOf(Date.now())], summary }),
    );
    const screen = await draw(bff);
    const share = screen.getByText(/^100 %/);
    await expect.element(share).toBeVisible();
    const cell = share.element().closest("td");
    expect(cell?.getAttribute("data-label")).toBe("Uptime");
    expect(cell?.scrollWidth).toBeLessThanOrEqual(cell?.clientWidth ?? 0);
  });

  test("of a list with more pages, a status says that it narrows this page, and only what it shows is checked", async () => {
    const screen = await draw(
      bffWithProxies([
        proxyOf("tokyo", { status: "unavailable" }),
        proxyOf("amsterdam", { status: "available" }),
        proxyOf("osaka", { status: "unavailable" }),
      ]),
      "?limit=2&status=unavailable",
    );
    await expect.element(screen.getByText("filtered and sorted within this page")).toBeVisible();
    await expect.element(screen.getByRole("button", { name: "Check all 1" })).toBeVisible();
  });

  test("the selection survives paging", async () => {
    const screen = await draw(bffWithProxies(["a", "b", "c"]), "?limit=2");
    const box = (id: string) => screen.getByRole("checkbox", { name: `Select id-${id}` });
    const selected = (text: string) => expect.element(screen.getByText(text, { exact: true })).toBeVisible();
    await box("a").click();
    await selected("1 proxy selected");
    await screen.getByRole("button", { name: "Next page" }).click();
    await expect.element(box("c")).not.toBeChecked();
    await box("c").click();
    await selected("2 proxies selected");
    await screen.getByRole("button", { name: "Previous page" }).click();
    await expect.element(box("a")).toBeChecked();
    await box("a").click();
    await selected("1 proxy selected");
  });

  test("uptime and strip reflect the recorded checks; the sheet lists each with its source", async () => {
    const now = Date.now();
    const marks = [
      markOf(now - 3_000_000, { source: "schedule", latency_ms: null }),
      markOf(now - 2_000_000, { status: "unavailable", source: "list", latency_ms: null }),
      markOf(now - 1_000_000, { latency_ms: 240 }),
    ];
    const summary = summaryOf({
      checks: 7,
      available: 4,
      unavailable: 3,
      uptime: 4 / 7,
      flap: 68,
      p50_ms: 120,
      p95_ms: 240,
      measured: 5,
    });
    const bff = bffWithProxies([proxyOf("moody", { type: "custom" })]).one(
      proxyCheckOperations.readProxyHistory,
      checksOf({ proxy_id: "id-moody", marks, summary }),
    );
    const screen = await draw(bff, "?past=1h");
    const strip = row(screen, "moody").getByRole("img");
    await expect
      .element(strip)
      .toHaveAccessibleName("7 checks, 4 available, 3 unavailable in the last hour; the newest 3 are shown");
    await expect.element(row(screen, "moody")).toMatchTextContent("57 % of 7");
    await expect.element(row(screen, "moody")).toMatchTextContent("flapping, 68");
    await row(screen, "moody").getByText("moody", { exact: true }).click();
    const sheet = screen.getByRole("dialog", { name: "moody" });
    await expect.element(sheet).toMatchTextContent("A custom proxy is your own server");
    const newest = sheet.getByRole("table", { name: "Newest checks" }).getByRole("row");
    await expect.poll(() => newest.elements().length).toBe(4);
    const texts = newest.elements().map(({ textContent }) => textContent);
    expect(texts[1]).toMatch(/available.*operator/);
    expect(texts[2]).toMatch(/unavailable.*elsewhere/);
    expect(texts[3]).toMatch(/available.*schedule/);
    await expect
      .element(sheet.getByRole("region", { name: "Recorded checks" }))
      .toMatchTextContent("p50 120 ms · p95 240 ms of 5");
    expect(await axeViolationsIn(sheet.element())).toEqual([]);
  });

  test("the sheet of a proxy begins with its health: since when its checks fail, then what it affects", async () => {
    const now = Date.now();
    const marks = [
      markOf(now - 1_800_000),
      markOf(now - 1_200_000, { status: "unavailable" }),
      markOf(now - 60_000, { status: "unavailable" }),
    ];
    const last_checked = new Date(now - 60_000).toISOString();
    const bff = bffWithProxies([proxyOf("oslo", { status: "unavailable", last_checked })]).one(
      proxyCheckOperations.readProxyHistory,
      checksOf({ proxy_id: "id-oslo", marks, summary: summaryOf() }),
    );
    const screen = await draw(bff, "?open=id-oslo");
    await expect
      .element(screen.getByRole("dialog", { name: "oslo" }))
      .toMatchTextContent(
        /unavailable\s*first failed 20 min ago\s*last checked 1 min ago\s*Affected.*Configuration.*quality 4 of 4, 1 is best\s*LocationDE · frankfurt/,
      );
  });

  test("an unreadable history is reported, and no figure is invented", async () => {
    const bff = bffWithProxies(["tokyo"]).fail(
      proxyCheckOperations.readProxyHistory,
      400,
      "store_unavailable",
      "The store does not answer.",
    );
    const screen = await draw(bff);
    await expect.element(screen.getByText("The checks could not be loaded")).toBeVisible();
    await expect.element(row(screen, "tokyo")).not.toMatchTextContent("%");
  });

  test("where the API cannot list, a proxy can still be checked by id", async () => {
    const bff = bffWithProxies(["tokyo"]).fail(
      proxyOperations.listProxies,
      501,
      "not_supported",
      "No such list.",
    );
    const screen = await draw(bff);
    await expect.element(screen.getByText("This API does not list proxies")).toBeVisible();
    await screen.getByLabelText("Proxy id").fill("id-tokyo");
    await screen.getByRole("button", { name: "Choose" }).click();
    await screen.getByRole("button", { name: "Check id-tokyo" }).click();
    await expect.element(screen.getByText("tokyo is available")).toBeVisible();
  });
});

/** The page, and another one to navigate to. */
function Pages() {
  const [here, setHere] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setHere(!here)}>
        Turn the page
      </button>
      {here ? <ProxiesView /> : null}
    </>
  );
}

describe("a check of many", () => {
  test("runs a few at a time, continues while another page is open, and lists failures and unavailable ones", async () => {
    let inFlight = 0;
    let maxInFlight = 0;
    const looked = Promise.withResolvers<void>();
    const names = ["p1", "p2", "p3", "p4", "p5", "p6"];
    const bff = bffWithProxies(names, ({ name }) => ({
      status: name === "p2" ? "unavailable" : "available",
    }));
    const answers = bff.handlerOf(proxyOperations.checkProxy);
    bff.on(proxyOperations.checkProxy, async (call) => {
      inFlight += 1;
      maxInFlight = Math.max(maxInFlight, inFlight);
      await looked.promise;
      inFlight -= 1;
      return call.params.id === "id-p5"
        ? problem(404, "not_found", "There is no such proxy.")
        : await answers(call);
    });
    const screen = await renderView(<Pages />, { at: "/proxies", bff });
    await screen.getByRole("button", { name: "Check all 6" }).click();
    const strip = screen.getByRole("region", { name: "Checks" });
    const status = strip.getByRole("status");
    await expect.element(status).toMatchTextContent("Checking: 0 of 6 proxies.");
    await expect
      .element(screen.getByRole("button", { name: "Check all 6" }))
      .toHaveAttribute("aria-disabled");
    await screen.getByRole("button", { name: "Turn the page" }).click();
    await expect.element(strip).not.toBeInTheDocument();
    looked.resolve();
    await expect.poll(() => inFlight).toBe(0);
    await screen.getByRole("button", { name: "Turn the page" }).click();
    await expect
      .element(status)
      .toMatchTextContent("5 proxies checked, 4 available, 1 unavailable, 1 could not be checked.");
    // Their verdicts are in the list.
    await expect.poll(warnsBeforeUnload).toBe(false);
    expect(maxInFlight).toBe(4);
    expectOneBatch(bff.calls(proxyOperations.checkProxy));
    expect(bff.calls(proxyOperations.checkProxy).map(({ params }) => params.id)).toEqual(
      names.map((name) => `id-${name}`),
    );
    await strip.getByText("1 could not be checked").last().click();
    await expect
      .element(strip.getByRole("listitem").filter({ hasText: "p5" }))
      .toMatchTextContent("not_found There is no such proxy.");
    const down = strip.getByRole("region", { name: "Unavailable" }).getByRole("listitem");
    await expect
      .element(down)
      .toMatchTextContent("p2 unavailable; used by 0 pools, 0 active browsers, 0 running invocations");
    await expect
      .element(down.getByRole("link", { name: "p2" }))
      .toHaveAttribute("href", "/proxies?open=id-p2");
    expect(await axeViolationsIn(strip.element())).toEqual([]);
    await strip.getByRole("button", { name: "Dismiss" }).click();
    await expect.element(strip).not.toBeInTheDocument();
    await expect.element(screen.getByRole("main")).toHaveFocus();
  });

  test("covers only the selected ones; the rest can be cancelled, calls in flight are awaited", async () => {
    const answered = Promise.withResolvers<void>();
    const names = ["p1", "p2", "p3", "p4", "p5", "p6"];
    const bff = bffWithProxies(names, async () => {
      await answered.promise;
      return {};
    });
    const screen = await draw(bff);
    for (const name of names.slice(1))
      await screen.getByRole("checkbox", { name: `Select id-${name}` }).click();
    await expect.element(screen.getByRole("button", { name: "Check all 6" })).toBeVisible();
    const bar = screen.getByRole("region", { name: "Selected proxies" });
    await bar.getByRole("button", { name: "Check", exact: true }).click();
    const strip = screen.getByRole("region", { name: "Checks" });
    await strip.getByRole("button", { name: "Stop" }).click();
    await expect.element(strip.getByRole("status")).toMatchTextContent("stopping after 4 in progress");
    answered.resolve();
    await expect
      .element(strip.getByRole("status"))
      .toMatchTextContent("4 proxies checked, 4 available, 1 not sent.");
    expect(bff.calls(proxyOperations.checkProxy).map(({ params }) => params.id)).toEqual(
      ["p2", "p3", "p4", "p5"].map((name) => `id-${name}`),
    );
  });

  test("reads a list longer than the page to its end first; if that fails, nothing is checked", async () => {
    let fails = true;
    const bff = bffWithProxies(["a", "b", "c"]);
    const answers = bff.handlerOf(proxyOperations.listProxies);
    bff.on(proxyOperations.listProxies, (call) =>
      fails && call.query.get("limit") !== "2" ? problem(400, "bad_request", "Not now.") : answers(call),
    );
    const screen = await draw(bff, "?limit=2");
    await screen.getByRole("button", { name: "Check first 200" }).click();
    const failed = screen.getByText("Nothing was checked: the list could not be loaded completely");
    await expect.element(failed).toBeVisible();
    expect(bff.calls(proxyOperations.checkProxy)).toEqual([]);
    fails = false;
    await screen.getByRole("button", { name: "Retry" }).click();
    await expect
      .element(screen.getByRole("region", { name: "Checks" }).getByRole("status"))
      .toMatchTextContent("3 proxies checked, 3 available.");
    await expect.element(failed).not.toBeInTheDocument();
  });
});
