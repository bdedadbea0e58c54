// The list of invocations over scripted responses: filters, pages, rows, sheet and keyboard.
import { useState } from "react";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ShortcutDialog } from "@/components/layout/shortcut-dialog";
import { logTopic } from "@/lib/bff/live";
import { liveOperations } from "@/lib/bff/operations/live";
import { appOperations } from "@/lib/contract/operations/apps";
import { invocationOperations } from "@/lib/contract/operations/invocations";
import { InvocationBackend } from "@/tests/support/component/invocation-backend";
import { invocationTable, openInvocations } from "@/tests/support/component/invocation-table";
import { renderView } from "@/tests/support/component/render-view";
import { InvocationsView } from "./invocations-view.tsx";

/** Three succeeded and three failed searches of a shop, and two failed logins of another application. */
function eightInvocations(): InvocationBackend {
  const backend = new InvocationBackend();
  for (const query of ["oak", "lamp", "camera"]) backend.add({ payload: JSON.stringify({ query }) });
  for (let at = 0; at < 3; at += 1) backend.add({ version: "v2", status: "failed" });
  for (let at = 0; at < 2; at += 1)
    backend.add({ app_name: "accounts", action_name: "login", version: "v2", status: "failed" });
  return backend;
}

type Screen = Awaited<ReturnType<typeof openInvocations>>;

async function addFilter(screen: Screen, field: string, value: string): Promise<void> {
  await screen.getByRole("button", { name: /^Filter/ }).click();
  const panel = screen.getByRole("dialog", { name: "Add filter" });
  await panel.getByRole("combobox", { name: "Field" }).click();
  await screen.getByRole("option", { name: field, exact: true }).click();
  await panel.getByRole("combobox", { name: "Value" }).fill(value);
  await panel.getByRole("button", { name: "Add filter" }).click();
  await expect.element(screen.getByRole("button", { name: `Remove filter ${field} ${value}` })).toBeVisible();
}

test("filters are sent to the API; the address stores them, reload and Back restore them", async () => {
  const backend = eightInvocations();
  const screen = await openInvocations(backend);
  const { ids, column } = screen;
  await expect.poll(ids).toHaveLength(8);
  await addFilter(screen, "Status", "failed");
  await expect.poll(ids).toHaveLength(5);
  expect(new Set(column("Status"))).toEqual(new Set(["failed"]));
  await addFilter(screen, "Application", "storefront");
  await expect.poll(ids).toHaveLength(3);
  await addFilter(screen, "Action", "search");
  const filters = { status: "failed", app_name: "storefront", action_name: "search" };
  expect(Object.fromEntries(screen.search())).toEqual(filters);
  const lists = () => backend.bff.calls(invocationOperations.listInvocations);
  await expect
    .poll(() =>
      lists().some(({ query }) => Object.entries(filters).every(([key, value]) => query.get(key) === value)),
    )
    .toBe(true);

  await screen.reload();
  await expect.poll(ids).toHaveLength(3);
  for (const chip of ["Status failed", "Application storefront", "Action search"])
    await expect.element(screen.getByRole("button", { name: `Remove filter ${chip}` })).toBeVisible();
  await screen.getByRole("button", { name: "Remove filter Status failed" }).click();
  await expect.poll(ids).toHaveLength(6);
  await expect.element(screen.getByRole("button", { name: /^Filter/ })).toHaveFocus();
  window.history.back();
  await expect.poll(ids).toHaveLength(3);
  window.history.forward();
  await expect.poll(ids).toHaveLength(6);
});

test("a click on a value filters by it; an empty result offers to clear the filters", async () => {
  const screen = await openInvocations(eightInvocations(), "?app_name=storefront&version=v9");
  const { ids, table } = screen;
  await expect.element(screen.getByText("Nothing matches")).toBeVisible();
  await expect.element(screen.getByText(/Hidden by: .*v9/)).toBeVisible();
  await screen.getByRole("button", { name: "Clear filters" }).click();
  await expect.poll(ids).toHaveLength(8);
  // The button is gone; the keyboard goes on at the table.
  await expect.poll(() => document.activeElement?.contains(screen.getByRole("table").element())).toBe(true);
  await expect.element(screen.getByRole("main")).not.toHaveFocus();
  await table.getByRole("button", { name: "storefront" }).first().click();
  await expect.poll(ids).toHaveLength(6);
  await table.getByRole("button", { name: "succeeded" }).first().click();
  await expect.poll(ids).toHaveLength(3);
  expect(Object.fromEntries(screen.search())).toEqual({ app_name: "storefront", status: "succeeded" });
});

test("pages by limit and offset without gaps or repeats; no total is made up", async () => {
  const backend = eightInvocations();
  const all = [...backend.invocations.keys()].toReversed();
  const screen = await openInvocations(backend, "?limit=3");
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
  // The focus stays on the paging button, also on the last page.
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

test("a value the API does not define is reported and ignored", async () => {
  const screen = await openInvocations(eightInvocations(), "?status=exploded&app_name=accounts");
  await expect.poll(screen.ids).toHaveLength(2);
  await expect.element(screen.getByText(/ignored: status “exploded”/i)).toBeVisible();
});

test("new rows wait behind a button; visible rows are updated in place", async () => {
  const backend = eightInvocations();
  const screen = await openInvocations(backend, "?app_name=storefront");
  const { ids, column } = screen;
  await expect.poll(ids).toHaveLength(6);
  const before = ids();
  const { id } = backend.add({ status: "running" });
  await expect.element(screen.getByRole("button", { name: "1 new" })).toBeVisible();
  expect(ids()).toEqual(before);
  await screen.getByRole("button", { name: "1 new" }).click();
  await expect.poll(ids).toEqual([id, ...before]);
  expect(column("Status")[0]).toBe("running");
  backend.change(id, { status: "succeeded", finished_at: new Date().toISOString() });
  await expect.poll(() => column("Status")[0]).toBe("succeeded");
  await expect.element(screen.getByRole("button", { name: /new$/ })).not.toBeInTheDocument();
});

test("on a phone the button for new rows lies over no control above the rows", async () => {
  await page.viewport(390, 800);
  onTestFinished(() => page.viewport(1440, 900));
  const backend = eightInvocations();
  const screen = await openInvocations(backend);
  await expect.poll(screen.ids).toHaveLength(8);
  backend.add({ status: "running" });
  const button = screen.getByRole("button", { name: "1 new" });
  await expect.element(button).toBeVisible();
  const { top } = button.element().getBoundingClientRect();
  const columns = screen.getByRole("button", { name: "Columns" }).element().getBoundingClientRect();
  expect(top).toBeGreaterThanOrEqual(columns.bottom);
});

test("running rows that newer ones moved off the page are said to be not updated", async () => {
  const backend = eightInvocations();
  backend.add({ status: "running" });
  const screen = await openInvocations(backend, "?limit=2");
  await expect.poll(screen.ids).toHaveLength(2);
  backend.add();
  backend.add();
  await expect.element(screen.getByText("1 running or queued row is not updated")).toBeVisible();
  await screen.getByRole("button", { name: "2+ new" }).click();
  await expect.element(screen.getByText(/not updated/)).not.toBeInTheDocument();
});

test("a row opens a sheet with a summary, Enter its page, Esc closes", async () => {
  const backend = eightInvocations();
  for (let at = 0; at < 5; at += 1) backend.add({ payload: '{"query":"oak"}' });
  const screen = await openInvocations(backend, "?app_name=storefront");
  const sheet = screen.getByRole("dialog");
  await expect.poll(screen.ids).toHaveLength(11);
  const [first = "", second = ""] = screen.ids();
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
  await expect.poll(screen.ids).toHaveLength(11);
  await userEvent.keyboard("{Escape}");
  await expect.element(sheet).not.toBeInTheDocument();
  // The focus is back on the row, so the keys go on from there.
  await userEvent.keyboard("j");
  await expect.element(sheet).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.poll(screen.address).toBe(`/invocations/${second}`);
});

test("from row to row the sheet stays and shows each from its beginning", async () => {
  const screen = await openInvocations(eightInvocations());
  const sheet = screen.getByRole("dialog");
  const isOpen = async (at: number) => {
    const href = `/invocations/${screen.ids()[at]}`;
    await expect.element(sheet.getByRole("link", { name: "Open" })).toHaveAttribute("href", href);
    await expect.element(sheet.getByRole("region", { name: "Timeline" })).toBeVisible();
  };
  const scrolled = (element: Element) => [...element.children].find(({ scrollTop }) => scrollTop > 0);
  await expect.poll(screen.ids).toHaveLength(8);
  await userEvent.keyboard("j");
  await isOpen(0);
  const element = sheet.element();
  for (const each of element.children) each.scrollTop = 50;
  expect(scrolled(element)).toBeDefined();
  await userEvent.keyboard("j");
  await isOpen(1);
  expect(sheet.element()).toBe(element);
  expect(scrolled(element)).toBeUndefined();
});

test("the sheet of an invocation that is not in the list has no status while it is read", async () => {
  const backend = new InvocationBackend();
  const invocation = backend.add({ status: "failed" });
  backend.invocations.clear();
  const read = Promise.withResolvers<Response>();
  backend.bff.on(invocationOperations.retrieveInvocation, () => read.promise);
  const screen = await openInvocations(backend, `?open=${invocation.id}`);
  const sheet = screen.getByRole("dialog", { name: "Invocation", exact: true });
  await expect.element(sheet).toBeVisible();
  read.resolve(Response.json(invocation));
  await expect.element(screen.getByRole("dialog", { name: /^failed/ })).toBeVisible();
});

test("the sheet of a failed invocation begins with its cause; other invocations load no log", async () => {
  const backend = new InvocationBackend();
  const failed = backend.add({ status: "failed", status_reason: "no result within 60 s of running" });
  const running = backend.add({ status: "running" });
  const topic = logTopic({ invocationId: failed.id });
  const screen = await openInvocations(backend, `?open=${running.id}`);
  const isRequested = (id: string) =>
    backend.bff
      .calls(liveOperations.watchLive)
      .some(({ query }) => query.getAll("topic").some((each) => each.includes(id)));
  const sheet = screen.getByRole("dialog");
  await expect.element(sheet.getByRole("region", { name: "Timeline" })).toBeVisible();
  await userEvent.keyboard("j");
  const failure = sheet.getByRole("region", { name: "no result within 60 s of running" });
  await expect.element(failure).toMatchTextContent("The invocation timed out.");
  screen.live.writeTo(topic, ["step 1", "ERROR the payment did not load"]);
  screen.live.setState(topic, "ended");
  await expect
    .element(failure.getByRole("list", { name: "Last log lines" }))
    .toMatchTextContent("ERROR the payment did not load");
  // The answer comes first, and once.
  const [first] = [...sheet.element().querySelectorAll("section")];
  expect(first).toBe(failure.element());
  expect(sheet.element().textContent.match(/no result within 60 s/g)).toHaveLength(1);
  await expect
    .element(failure.getByRole("link", { name: /^\d\d:/ }))
    .toHaveAttribute("href", expect.stringMatching(`^/invocations/${failed.id}\\?at=.*&line=`));
  expect([running.id, failed.id].map(isRequested)).toEqual([false, true]);
});

test("closing a sheet from inside returns the focus to its row", async () => {
  const backend = eightInvocations();
  const newest = [...backend.invocations.keys()].toReversed().slice(2);
  const screen = await openInvocations(backend, `?app_name=storefront&open=${newest[1]}`);
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

test("the filter shortcut is disabled in a menu and in a dialog", async () => {
  const screen = await renderView(<ViewAndShortcuts />, { at: "/invocations", bff: eightInvocations().bff });
  await expect.poll(invocationTable(screen).ids).toHaveLength(8);
  const panel = screen.getByRole("dialog", { name: "Add filter" });
  await screen.getByRole("button", { name: /^View: / }).click();
  const all = screen.getByRole("menuitem", { name: /All invocations/ });
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

test("the form of a filter takes the focus when its key is pressed, and suggests what is deployed", async () => {
  const backend = eightInvocations();
  const app = { id: "app1", app_name: "catalogue", version: "v1", actions: [{ name: "crawl" }] };
  backend.bff.list(appOperations.listApps, [app]);
  const screen = await openInvocations(backend, "?live=off");
  await userEvent.keyboard("f");
  const panel = screen.getByRole("dialog", { name: "Add filter" });
  await expect.element(panel.getByRole("combobox", { name: "Field" })).toHaveFocus();
  await panel.getByRole("combobox", { name: "Field" }).click();
  await screen.getByRole("option", { name: "Application", exact: true }).click();
  await panel.getByRole("combobox", { name: "Value" }).fill("cat");
  await expect.element(screen.getByRole("option", { name: "catalogue" })).toBeVisible();
  await panel.getByRole("combobox", { name: "Value" }).fill("x".repeat(256));
  await panel.getByRole("button", { name: "Add filter" }).click();
  await expect.element(panel.getByText(/255/)).toBeVisible();
  await expect.element(panel.getByRole("combobox", { name: "Value" })).toHaveValue("x".repeat(256));
});

test("a filter that has as many values as its address can have takes no other one, which stays typed", async () => {
  const names = Array.from({ length: 20 }, (_, at) => `app-${at}`);
  const screen = await openInvocations(eightInvocations(), `?live=off&app_name=${names.join()}`);
  await screen.getByRole("button", { name: /^Application/ }).click();
  const panel = screen.getByRole("dialog", { name: "Add filter" });
  const value = panel.getByRole("combobox", { name: "Value" });
  await value.fill("one-more");
  await panel.getByRole("button", { name: "Change filter" }).click();
  await expect.element(panel.getByText("Use up to 20 values.")).toBeVisible();
  await expect.element(value).toHaveValue("one-more");
  await panel.getByRole("button", { name: "Remove app-7" }).click();
  await panel.getByRole("button", { name: "Change filter" }).click();
  await expect.poll(screen.address).toContain("one-more");
});

test("a failed first read is an error, not an empty list; a later failure keeps the rows", async () => {
  const backend = eightInvocations();
  backend.bff.fail(invocationOperations.listInvocations, 404, "not_found", "No such list.");
  const screen = await openInvocations(backend, "?live=off");
  await expect.element(screen.getByText("No such list.").first()).toBeVisible();
  await expect.element(screen.getByText("No invocations yet")).not.toBeInTheDocument();
  expect(screen.ids()).toEqual([]);
});

test("on a phone the sheet has the whole name, above its acts", async () => {
  await page.viewport(390, 844);
  onTestFinished(async () => await page.viewport(1440, 900));
  const backend = new InvocationBackend();
  const { id } = backend.add({ action_name: "synchronise-orders", status: "running" });
  const screen = await openInvocations(backend, `?open=${id}`);
  const sheet = screen.getByRole("dialog");
  await expect.element(sheet.getByRole("link", { name: "Open" })).toBeVisible();
  const shown = sheet.getByText("synchronise-orders").first();
  await expect.element(shown).toBeVisible();
  const name = shown.element();
  expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth);
});

test("with a filter, the controls above the rows stay in one line where an open sheet leaves them 752 px", async () => {
  await page.viewport(752, 900);
  onTestFinished(() => page.viewport(1440, 900));
  const backend = new InvocationBackend();
  backend.add({ status: "failed" });
  const screen = await openInvocations(backend, "?status=failed");
  await expect.poll(screen.ids).toHaveLength(1);
  const columns = screen.getByRole("button", { name: "Columns" }).element();
  const controls = [...(columns.parentElement?.children ?? [])].filter(
    ({ clientHeight }) => clientHeight > 0,
  );
  expect(controls).toHaveLength(5);
  const tops = () => new Set(controls.map((each) => each.getBoundingClientRect().top));
  await expect.poll(() => tops().size).toBe(1);
});
