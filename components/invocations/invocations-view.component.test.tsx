// The page of all runs over given answers: filters, pages, rows, their sheet and the keyboard.
import "@/tests/support/component/fast-paces";
import { useState } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { ShortcutDialog } from "@/components/layout/shortcut-dialog";
import { invocationOperations } from "@/lib/contract/operations/invocations";
import { renderView } from "@/tests/support/component/render-view";
import { openRuns, runTable } from "@/tests/support/component/run-table";
import { RunWorld } from "@/tests/support/component/run-world";
import { InvocationsView } from "./invocations-view.tsx";

/** Three runs of a shop's search that succeeded, three that failed, and two failed logins of another application. */
function eightRuns(): RunWorld {
  const world = new RunWorld();
  for (const query of ["oak", "lamp", "camera"]) world.add({ payload: JSON.stringify({ query }) });
  for (let at = 0; at < 3; at += 1) world.add({ version: "v2", status: "failed" });
  for (let at = 0; at < 2; at += 1)
    world.add({ app_name: "accounts", action_name: "login", version: "v2", status: "failed" });
  return world;
}

type Screen = Awaited<ReturnType<typeof openRuns>>;

async function addFilter(screen: Screen, field: string, value: string): Promise<void> {
  await screen.getByRole("button", { name: /^Filter/ }).click();
  const panel = screen.getByRole("dialog", { name: "Add a filter" });
  await panel.getByRole("combobox", { name: "Field" }).click();
  await screen.getByRole("option", { name: field, exact: true }).click();
  await panel.getByRole("combobox", { name: "Value" }).fill(value);
  await panel.getByRole("button", { name: "Add filter" }).click();
  await expect.element(screen.getByRole("button", { name: `Remove filter ${field} ${value}` })).toBeVisible();
}

test("filters ask the API; the address holds them, reload and Back restore them", async () => {
  const world = eightRuns();
  const screen = await openRuns(world);
  const { ids, column } = screen;
  await expect.poll(ids).toHaveLength(8);
  await addFilter(screen, "Status", "failed");
  await expect.poll(ids).toHaveLength(5);
  expect(new Set(column("Status"))).toEqual(new Set(["failed"]));
  await addFilter(screen, "App", "storefront");
  await expect.poll(ids).toHaveLength(3);
  await addFilter(screen, "Action", "search");
  const filters = { status: "failed", app_name: "storefront", action_name: "search" };
  expect(Object.fromEntries(screen.search())).toEqual(filters);
  const lists = world.bff.calls(invocationOperations.listInvocations);
  await expect
    .poll(() =>
      lists.some(({ query }) => Object.entries(filters).every(([key, value]) => query.get(key) === value)),
    )
    .toBe(true);

  await screen.reload();
  await expect.poll(ids).toHaveLength(3);
  for (const chip of ["Status failed", "App storefront", "Action search"])
    await expect.element(screen.getByRole("button", { name: `Remove filter ${chip}` })).toBeVisible();
  await screen.getByRole("button", { name: "Remove filter Status failed" }).click();
  await expect.poll(ids).toHaveLength(6);
  await expect.element(screen.getByRole("button", { name: /^Filter/ })).toHaveFocus();
  window.history.back();
  await expect.poll(ids).toHaveLength(3);
  window.history.forward();
  await expect.poll(ids).toHaveLength(6);
});

test("a click on a value filters by it; a filter that hides all says so and clears", async () => {
  const screen = await openRuns(eightRuns(), "?app_name=storefront&version=v9");
  const { ids, table } = screen;
  await expect.element(screen.getByText("Nothing matches")).toBeVisible();
  await expect.element(screen.getByText(/Hidden by: .*v9/)).toBeVisible();
  await screen.getByRole("button", { name: "Clear filters" }).click();
  await expect.poll(ids).toHaveLength(8);
  await expect.element(screen.getByRole("main")).toHaveFocus();
  await table.getByRole("button", { name: "storefront" }).first().click();
  await expect.poll(ids).toHaveLength(6);
  await table.getByRole("button", { name: "succeeded" }).first().click();
  await expect.poll(ids).toHaveLength(3);
  expect(Object.fromEntries(screen.search())).toEqual({ app_name: "storefront", status: "succeeded" });
});

test("pages by limit and offset without gaps or repeats; the total is never invented", async () => {
  const world = eightRuns();
  const all = [...world.runs.keys()].toReversed();
  const screen = await openRuns(world, "?limit=3");
  const { ids } = screen;
  const next = screen.getByRole("button", { name: "Next page" });
  await expect.element(screen.getByText("1–3, more")).toBeVisible();
  await expect.poll(ids).toEqual(all.slice(0, 3));
  await next.click();
  await expect.element(screen.getByText("4–6, more")).toBeVisible();
  await expect.poll(ids).toEqual(all.slice(3, 6));
  expect(screen.search().get("offset")).toBe("3");
  await screen.reload();
  await expect.element(screen.getByText("4–6, more")).toBeVisible();
  await expect.poll(ids).toEqual(all.slice(3, 6));
  // Who turns the page by keyboard keeps the button, also where it can do no more.
  next.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(screen.getByText("7–8 of 8")).toBeVisible();
  await expect.element(next).toHaveAttribute("aria-disabled", "true");
  await expect.element(next).toHaveFocus();
  window.history.back();
  await expect.element(screen.getByText("4–6, more")).toBeVisible();
  await screen.getByRole("button", { name: "Previous page" }).click();
  await expect.element(screen.getByText("1–3, more")).toBeVisible();
  await screen.getByRole("combobox", { name: "Rows per page" }).selectOptions("20");
  await expect.element(screen.getByText("1–8 of 8")).toBeVisible();
});

test("a value the API does not know is named and left aside", async () => {
  const screen = await openRuns(eightRuns(), "?status=exploded&app_name=accounts");
  await expect.poll(screen.ids).toHaveLength(2);
  await expect.element(screen.getByText(/left aside.*status/i)).toBeVisible();
});

test("new rows wait behind a button; rows that are shown change in place", async () => {
  const world = eightRuns();
  const screen = await openRuns(world, "?app_name=storefront");
  const { ids, column } = screen;
  await expect.poll(ids).toHaveLength(6);
  const before = ids();
  const { id } = world.add({ status: "running" });
  await expect.element(screen.getByRole("button", { name: "1 new" })).toBeVisible();
  expect(ids()).toEqual(before);
  await screen.getByRole("button", { name: "1 new" }).click();
  await expect.poll(ids).toEqual([id, ...before]);
  expect(column("Status")[0]).toBe("running");
  world.change(id, { status: "succeeded", finished_at: new Date().toISOString() });
  await expect.poll(() => column("Status")[0]).toBe("succeeded");
  await expect.element(screen.getByRole("button", { name: /new$/ })).not.toBeInTheDocument();
});

test("a row opens a sheet with its essence, Enter its page, Esc closes", async () => {
  const world = eightRuns();
  for (let at = 0; at < 5; at += 1) world.add({ payload: '{"query":"oak"}' });
  const screen = await openRuns(world, "?app_name=storefront");
  const sheet = screen.getByRole("dialog");
  await expect.poll(screen.ids).toHaveLength(11);
  const [first = ""] = screen.ids();
  await userEvent.keyboard("j");
  await expect.element(sheet).toBeVisible();
  expect(screen.search().get("open")).toBe(first);
  await expect.element(sheet.getByRole("region", { name: "Duration" }).getByText(/p95/)).toBeVisible();
  await expect.element(sheet.getByRole("region", { name: "Timeline" })).toBeVisible();
  await expect.element(sheet.getByRole("treeitem", { name: 'query: "oak"' })).toBeVisible();
  await expect
    .element(sheet.getByRole("link", { name: "Run again" }))
    .toHaveAttribute("href", `/invocations/new?from=${first}`);
  await expect
    .element(sheet.getByRole("link", { name: "Open" }))
    .toHaveAttribute("href", `/invocations/${first}`);
  await screen.reload();
  await expect.element(sheet).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(sheet).not.toBeInTheDocument();
  await userEvent.keyboard("j");
  await expect.element(sheet).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.poll(screen.address).toBe(`/invocations/${first}`);
});

test("a sheet that is closed from inside leaves the keyboard at its row", async () => {
  const world = eightRuns();
  const newest = [...world.runs.keys()].toReversed().slice(2);
  const screen = await openRuns(world, `?app_name=storefront&open=${newest[1]}`);
  const sheet = screen.getByRole("dialog");
  const close = sheet.getByRole("button", { name: "Close" });
  const isAt = async (at: number) => {
    await expect.poll(() => screen.row(at)).toHaveFocus();
    await expect.poll(() => screen.row(at)).toHaveAttribute("aria-current", "true");
  };
  await expect.poll(screen.ids).toEqual(newest);
  await expect.element(screen.row(1)).toHaveAttribute("aria-current", "true");
  await expect.element(close).toBeVisible();
  close.element().focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(screen.row(1)).toHaveFocus();
  await userEvent.keyboard("j");
  await isAt(2);
  await sheet.getByRole("heading", { level: 2 }).first().click();
  await userEvent.keyboard("k");
  await isAt(1);
  await expect.element(close).toBeVisible();
  close.element().focus();
  await userEvent.keyboard("{Escape}");
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(screen.row(1)).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(screen.address).toBe(`/invocations/${newest[1]}`);
});

function ViewAndShortcuts() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <InvocationsView />
      <button type="button" onClick={() => setOpen(true)}>
        Help
      </button>
      <ShortcutDialog open={open} onOpenChange={setOpen} />
    </>
  );
}

test("the key of the filters is silent in a menu and in a dialog", async () => {
  const screen = await renderView(<ViewAndShortcuts />, { at: "/invocations", bff: eightRuns().bff });
  await expect.poll(runTable(screen).ids).toHaveLength(8);
  const panel = screen.getByRole("dialog", { name: "Add a filter" });
  await screen.getByRole("button", { name: /^View: / }).click();
  const all = screen.getByRole("menuitem", { name: /All runs/ });
  await expect.element(all).toBeVisible();
  all.element().focus();
  await userEvent.keyboard("f");
  await expect.element(all).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(all).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Help" }).click();
  const shortcuts = screen.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect.element(shortcuts).toBeVisible();
  await userEvent.keyboard("f");
  await userEvent.keyboard("{Escape}");
  await expect.element(shortcuts).not.toBeInTheDocument();
  await expect.element(panel).not.toBeInTheDocument();
  await userEvent.keyboard("f");
  await expect.element(panel).toBeVisible();
});

test("a first read that fails says so and is not an empty list; a later one leaves the rows", async () => {
  const world = eightRuns();
  world.bff.fail(invocationOperations.listInvocations, 404, "not_found", "No such list.");
  const screen = await openRuns(world, "?live=off");
  await expect.element(screen.getByText("No such list.").first()).toBeVisible();
  await expect.element(screen.getByText("No invocation yet")).not.toBeInTheDocument();
  expect(screen.ids()).toEqual([]);
});
