import { Suspense } from "react";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { ShownOnceDialog } from "@/components/ui/shown-once-dialog";
import type { FoundResource } from "@/lib/bff/inventory";
import { inventoryOperations } from "@/lib/bff/operations/inventory";
import { sessionOperations } from "@/lib/bff/operations/session";
import { viewOperations } from "@/lib/bff/operations/views";
import type { Preferences } from "@/lib/bff/preferences";
import type { View } from "@/lib/bff/views";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { emulateMedia } from "@/tests/support/component/emulated-media";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, type ScriptedBff } from "@/tests/support/component/scripted-bff";
import { AppShell } from "./app-shell.tsx";

const id = "htzv5orfit78e1m2biiifpbv";

function Suspended({ onSuspend }: { onSuspend: () => void }) {
  onSuspend();
  return null;
}

const draw = (onSignOut = vi.fn(), onSuspend = vi.fn(), bff = emptyBff(), preferences: Preferences = {}) =>
  renderView(
    <Suspense fallback={<Suspended onSuspend={onSuspend} />}>
      <AppShell
        operator={{ name: "ada", role: "admin" }}
        environment={{ name: "test", color: "gray" }}
        onSignOut={onSignOut}
      >
        <h1>Overview</h1>
      </AppShell>
    </Suspense>,
    { at: "/", bff, preferences },
  );

// First, while their code is not loaded yet.
test("the page stays visible while what a key opens loads", async () => {
  const suspended = vi.fn();
  await draw(undefined, suspended);
  await userEvent.keyboard("?");
  await expect.element(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  expect(suspended).not.toHaveBeenCalled();
});

const pressNow = (key: string, more: KeyboardEventInit = {}) =>
  (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }),
  );

// Pressed within one task: nothing is drawn meanwhile, as on a slow machine.
test("keys pressed before the palette is drawn are its text, and Enter among them opens nothing", async () => {
  const screen = await draw(undefined, undefined, emptyBff(), { "recent-pages": `/browsers/${id}` });
  pressNow("k", { ctrlKey: true });
  for (const key of ["g", "i", "Backspace", "Backspace", "s", "e", "t", "t", "Enter"]) pressNow(key);
  const palette = page.getByRole("dialog", { name: /^Go to/ });
  await expect.element(palette.getByRole("combobox")).toHaveFocus();
  await expect.element(palette.getByRole("combobox")).toHaveValue("sett");
  await expect.element(palette.getByRole("option", { selected: true })).toMatchTextContent("Settings");
  expect(screen.address()).toBe("/");
  await userEvent.keyboard("{Enter}");
  await expect.poll(screen.address).toBe("/settings");
});

test("Enter with the field, before the list, opens what is first in it", async () => {
  const screen = await draw(undefined, undefined, emptyBff(), { "recent-pages": `/browsers/${id}` });
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLInputElement) queueMicrotask(() => pressNow("Enter"));
  };
  document.addEventListener("focusin", onFocus, { once: true });
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.poll(screen.address).toBe(`/browsers/${id}`);
});

test("a text pasted before the palette is drawn is its text, without its token", async () => {
  await draw();
  pressNow("k", { ctrlKey: true });
  const data = new DataTransfer();
  data.setData("text", `https://host/browsers/${id}?jwt=eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl`);
  document.body.dispatchEvent(
    new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
  );
  const palette = page.getByRole("dialog", { name: /^Go to/ });
  await expect.element(palette.getByRole("combobox")).toHaveValue(`https://host/browsers/${id}`);
});

test("Escape before the palette is drawn leaves the page as it was, with its keys", async () => {
  const screen = await draw();
  pressNow("k", { ctrlKey: true });
  pressNow("Escape");
  await expect.element(page.getByRole("dialog", { name: /^Go to/ })).not.toBeInTheDocument();
  pressNow("g");
  pressNow("i");
  await expect.poll(screen.address).toBe("/invocations");
});

test("keys pressed after the shell has gone, before the palette was drawn, belong to what is there", async () => {
  const screen = await draw();
  pressNow("k", { ctrlKey: true });
  await screen.unmount();
  expect(pressNow("a")).toBe(true);
});

test.each(["Meta", "Control"])(
  "a palette that %s K opens again while it closes receives what is typed",
  async (key) => {
    document.documentElement.style.setProperty("--animate-leave", "leave 5s");
    onTestFinished(() => void document.documentElement.style.removeProperty("--animate-leave"));
    await draw();
    const field = page.getByRole("dialog", { name: /^Go to/ }).getByRole("combobox");
    await userEvent.keyboard(`{${key}>}k{/${key}}`);
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard(`{Escape}{${key}>}k{/${key}}sett`);
    await expect.element(field).toHaveValue("sett");
  },
);

test("the palette opens by its key, finds a page by typed text, and has no accessibility violations", async () => {
  const screen = await draw();
  await userEvent.keyboard("{Control>}k{/Control}");
  const palette = page.getByRole("dialog", { name: /^Go to/ });
  await expect.element(palette.getByRole("combobox")).toHaveFocus();
  expect(await axeViolationsIn(palette.element())).toEqual([]);
  await userEvent.keyboard("sett");
  await expect.element(palette.getByRole("option", { selected: true })).toMatchTextContent("Settings");
  await userEvent.keyboard("{Enter}");
  await expect.element(palette).not.toBeInTheDocument();
  expect(screen.address()).toBe("/settings");
});

/** A text and keys with no time between them to draw the list. */
async function typeAtOnce(field: Element, text: string, ...keys: string[]): Promise<void> {
  if (!(field instanceof HTMLInputElement)) throw new Error("not a text field");
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, text);
  field.dispatchEvent(new Event("input", { bubbles: true }));
  for (const key of keys) {
    field.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    // As between events of a browser.
    await Promise.resolve();
  }
}

test("Enter and the arrows are about the text typed right before them", async () => {
  const screen = await draw();
  const palette = page.getByRole("dialog", { name: /^Go to/ });
  for (const [keys, address] of [
    [["Enter"], "/pools"],
    [["ArrowDown", "Enter"], "/search?q=pools"],
  ] as const) {
    await userEvent.keyboard("{Control>}k{/Control}");
    await expect.element(palette.getByRole("combobox")).toHaveFocus();
    await typeAtOnce(palette.getByRole("combobox").element(), "pools", ...keys);
    await expect.element(palette).not.toBeInTheDocument();
    expect(screen.address()).toBe(address);
  }
});

test("Tab stays in the palette, and a click beside it closes it without reaching the page", async () => {
  await draw();
  await userEvent.keyboard("{Control>}k{/Control}");
  const palette = page.getByRole("dialog", { name: /^Go to/ });
  await expect.element(palette.getByRole("combobox")).toHaveFocus();
  await userEvent.keyboard("{Tab}{Shift>}{Tab}{/Shift}");
  await expect.element(palette.getByRole("combobox")).toHaveFocus();
  const onPage = vi.fn<() => void>();
  const main = document.getElementById("main");
  if (main === null) throw new Error("The shell has no main part.");
  main.addEventListener("click", onPage);
  await userEvent.click(main, { position: { x: 5, y: 5 }, force: true });
  await expect.element(palette).not.toBeInTheDocument();
  expect(onPage).not.toHaveBeenCalled();
});

test("the palette offers to search logs for any text, after what has that name", async () => {
  const screen = await draw();
  await userEvent.keyboard("{Control>}k{/Control}");
  const palette = page.getByRole("dialog", { name: /^Go to/ });
  await expect.element(palette.getByRole("combobox")).toHaveFocus();
  await userEvent.keyboard("pools");
  await expect.element(palette.getByRole("option", { selected: true })).toMatchTextContent("Pools");
  await expect.element(palette.getByRole("option", { name: "Search logs for pools" })).toBeVisible();
  await userEvent.keyboard(" are empty");
  await expect
    .element(palette.getByRole("option", { selected: true }))
    .toMatchTextContent("Search logs for pools are empty");
  await userEvent.keyboard("{Enter}");
  expect(screen.address()).toBe("/search?q=pools+are+empty");
});

/** What was opened last is kept as a preference. */
const keepsRecentPages = (bff: ScriptedBff) =>
  bff.on(sessionOperations.updatePreference, () => new Response(null, { status: 204 }));
const openPaletteWith = async (bff: ScriptedBff, text: string) => {
  const screen = await draw(undefined, undefined, bff);
  await userEvent.keyboard("{Control>}k{/Control}");
  const palette = page.getByRole("dialog", { name: /^Go to/ });
  await palette.getByRole("combobox").fill(text);
  return { screen, palette };
};
const resource = (more: Partial<FoundResource> = {}): FoundResource => ({
  kind: "session",
  id,
  name: "the slow one",
  state: "active",
  exact: true,
  ...more,
});

test("the palette shows the one resource that a text names, with its state, and goes there", async () => {
  const bff = emptyBff().list(inventoryOperations.findResources, [resource()]);
  keepsRecentPages(bff);
  const { screen, palette } = await openPaletteWith(bff, id);
  await expect
    .element(palette.getByRole("option", { selected: true }))
    .toMatchTextContent(/Open browser the slow one\s*htzv5orfit78e1m2biiifpbv\s*active/);
  expect(palette.getByRole("option", { name: /^Open/ }).elements()).toHaveLength(1);
  await userEvent.keyboard("{Enter}");
  expect(screen.address()).toBe(`/browsers/${id}`);
});

/** What the server finds for the text, once it has it. */
const bffThatFinds = (found: readonly FoundResource[]) => {
  const released = Promise.withResolvers<void>();
  const bff = emptyBff().on(inventoryOperations.findResources, async () => {
    await released.promise;
    return Response.json(found);
  });
  keepsRecentPages(bff);
  return { bff, answer: released.resolve };
};

test("Enter before the answer opens what is found", async () => {
  const { bff, answer } = bffThatFinds([resource()]);
  const { screen, palette } = await openPaletteWith(bff, id);
  await expect.element(palette.getByRole("option", { selected: true })).toMatchTextContent(/Looking up/);
  await userEvent.keyboard("{Enter}");
  await expect.element(palette.getByRole("option", { selected: true })).toMatchTextContent(/Opening/);
  answer();
  await expect.poll(screen.address).toBe(`/browsers/${id}`);
});

test.each([
  ["opens the only one", [resource({ kind: "pool", id: "pool-1" })], "/pools/pool-1"],
  [
    "opens the only one that contains it",
    [resource({ id: "pool-2", kind: "pool", exact: false })],
    "/pools/pool-2",
  ],
  ["searches the logs where nothing has that name", [], "/search?q=the+slow+one"],
])("Enter after a name, before the answer, %s", async (_, found, address) => {
  const { bff, answer } = bffThatFinds(found);
  const { screen, palette } = await openPaletteWith(bff, "the slow one");
  await expect.element(palette.getByRole("option", { selected: true })).toMatchTextContent(/Looking up/);
  await userEvent.keyboard("{Enter}");
  answer();
  await expect.poll(screen.address).toBe(address);
});

test("Enter after a name of several, before the answer, shows them and opens none", async () => {
  const { bff, answer } = bffThatFinds([resource(), resource({ kind: "pool", id: "pool-1" })]);
  const { screen, palette } = await openPaletteWith(bff, "the slow one");
  await expect.element(palette.getByRole("option", { selected: true })).toMatchTextContent(/Looking up/);
  await userEvent.keyboard("{Enter}");
  answer();
  await expect.element(palette.getByRole("option", { selected: true })).toMatchTextContent("Open browser");
  await expect.element(palette.getByRole("option", { name: /^Open pool the slow one/ })).toBeVisible();
  expect(screen.address()).toBe("/");
});

test("an id that nobody knows may be opened as anything, and says so", async () => {
  const bff = emptyBff().list(inventoryOperations.findResources, []);
  const { palette } = await openPaletteWith(bff, id);
  await expect.element(palette.getByText("Not found. Open as")).toBeVisible();
  expect(palette.getByRole("option", { name: /^Open/ }).elements()).toHaveLength(5);
});

test("a pasted address is looked up by the session in its token, which is dropped", async () => {
  const bff = emptyBff().list(inventoryOperations.findResources, [resource()]);
  const { palette } = await openPaletteWith(bff, "");
  const part = (value: object) => btoa(JSON.stringify(value)).replaceAll("=", "");
  const token = `${part({ alg: "HS256" })}.${part({ sub: id })}.c2lnbmF0dXJl`;
  const data = new DataTransfer();
  data.setData("text", `wss://host/browser/cdp?jwt=${token}`);
  palette
    .getByRole("combobox")
    .element()
    .dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  await expect.element(palette.getByRole("combobox")).toHaveValue(`wss://host/browser/cdp ${id}`);
  await expect.element(palette.getByRole("option", { name: /^Open browser the slow one/ })).toBeVisible();
  for (const { query } of bff.calls(inventoryOperations.findResources))
    expect(query.get("text")).not.toContain("eyJ");
});

test("the palette has saved views and every page, each with its keys", async () => {
  const view: View = {
    id: "v1",
    name: "failed logins",
    query: "status=failed",
    shared: true,
    is_default: false,
    mine: true,
    owner: "ada",
    created_at_ms: 1,
    updated_at_ms: 1,
  };
  const bff = emptyBff().list(viewOperations.listViews, [view]);
  const { screen, palette } = await openPaletteWith(bff, "");
  await expect.element(palette.getByRole("option", { name: /failed logins/ })).toBeVisible();
  for (const name of [/^Audit\s*g\s*u/, /^Invocations\s*g\s*i/])
    await expect.element(palette.getByRole("option", { name })).toBeVisible();
  await palette.getByRole("combobox").fill("failed log");
  await expect.element(palette.getByRole("option", { selected: true })).toMatchTextContent(/failed logins/);
  await userEvent.keyboard("{Enter}");
  expect(screen.address()).toBe("/invocations?status=failed&view=v1");
});

test("g and a letter lead to a page, but not while typing; the help lists them", async () => {
  const screen = await draw();
  pressNow("g");
  pressNow("i");
  await expect.poll(screen.address).toBe("/invocations");
  pressNow("g");
  pressNow("u");
  await expect.poll(screen.address).toBe("/audit");
  await userEvent.keyboard("gzb");
  expect(screen.address()).toBe("/audit");
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(page.getByRole("dialog", { name: /^Go to/ }).getByRole("combobox")).toHaveFocus();
  await userEvent.keyboard("gi{Escape}");
  expect(screen.address()).toBe("/audit");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await userEvent.keyboard("?");
  await expect.element(page.getByRole("dialog")).toMatchTextContent(/Invocations\s*gi/);
});

const confirmation = (
  <ConfirmDialog
    open
    onOpenChange={() => undefined}
    title="End the browser?"
    effect="Chromium stops."
    confirmLabel="End browser"
    onConfirm={() => undefined}
  />
);
const form = (
  <Dialog open onOpenChange={() => undefined} title="Many">
    <p>Text</p>
  </Dialog>
);
const secret = (
  <ShownOnceDialog
    title="Token"
    description="It is shown once."
    secret="abc"
    copyLabel="Copy token"
    closeLabel="Done"
    onClose={() => undefined}
  />
);

test.each([
  ["a confirmation", "alertdialog", confirmation],
  ["a dialog", "dialog", form],
  ["a secret that is shown once", "dialog", secret],
] as const)("nothing opens over %s, and no key leads away from it", async (_name, role, dialog) => {
  const screen = await renderView(
    <AppShell
      operator={{ name: "ada", role: "admin" }}
      environment={{ name: "test", color: "gray" }}
      onSignOut={vi.fn()}
    >
      {dialog}
    </AppShell>,
    { at: "/", bff: emptyBff() },
  );
  await expect.element(page.getByRole(role)).toBeVisible();
  await expect.poll(() => document.activeElement?.closest(`[role=${role}]`)).not.toBeNull();
  await userEvent.keyboard("{Control>}k{/Control}gi?");
  pressNow("k", { ctrlKey: true });
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "g", bubbles: true }));
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "i", bubbles: true }));
  await expect.element(page.getByRole(role)).toBeVisible();
  expect(page.getByRole("combobox", { name: /^Go to/ }).elements()).toHaveLength(0);
  expect(page.getByRole("dialog", { name: "Keyboard shortcuts" }).elements()).toHaveLength(0);
  expect(screen.address()).toBe("/");
});

test("the shortcuts open by their key, and closing restores the focus", async () => {
  await draw();
  const search = page.getByRole("button", { name: /^Account/ });
  search.element().focus();
  await userEvent.keyboard("?");
  const shortcuts = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect.element(shortcuts).toBeVisible();
  expect(await axeViolationsIn(shortcuts.element())).toEqual([]);
  await userEvent.keyboard("{Escape}");
  await expect.element(shortcuts).not.toBeInTheDocument();
  await expect.element(search).toHaveFocus();
});

test("the account menu shows the operator and signs out once", async () => {
  const signOut = vi.fn();
  await draw(signOut);
  await page.getByRole("button", { name: /^Account/ }).click();
  const item = page.getByRole("menuitem", { name: "Sign out" });
  await expect.element(item).toBeVisible();
  await expect.element(page.getByRole("menu")).toMatchTextContent("ada");
  expect(await axeViolationsIn(page.getByRole("menu").element())).toEqual([]);
  await item.click();
  expect(signOut).toHaveBeenCalledTimes(1);
});

test("on a phone the pages are behind a button, and following a link closes them", async () => {
  await page.viewport(390, 844);
  const screen = await draw();
  await page.getByRole("button", { name: "Pages", exact: true }).click();
  const drawer = page.getByRole("dialog");
  await expect.element(drawer.getByRole("link", { name: /^Proxies/ })).toBeVisible();
  expect(await axeViolationsIn(drawer.element())).toEqual([]);
  await drawer.getByRole("link", { name: /^Proxies/ }).click();
  await expect.element(drawer).not.toBeInTheDocument();
  expect(screen.address()).toBe("/proxies");
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  await page.viewport(1440, 900);
});

test("the palette lists what was open last, until a text is typed, and opens the list of shortcuts", async () => {
  const bff = emptyBff().list(inventoryOperations.findResources, [resource()]);
  let saved: unknown;
  bff.on(sessionOperations.updatePreference, ({ params, body }) => {
    saved = [params.name, body];
    return new Response(null, { status: 204 });
  });
  const { screen, palette } = await openPaletteWith(bff, id);
  await expect.element(palette.getByRole("option", { name: /^Open browser/ })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.poll(screen.address).toBe(`/browsers/${id}`);
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(palette.getByRole("option", { name: /^Overview/ })).toBeVisible();
  await expect.element(palette.getByText("Recent")).not.toBeInTheDocument();
  await palette.getByRole("option", { name: /^Overview/ }).click();
  await expect.poll(screen.address).toBe("/");
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(palette.getByText("Recent")).toBeVisible();
  await expect.element(palette.getByRole("option", { name: `Open browser ${id}` })).toBeVisible();
  // Other tabs have it, too.
  await expect.poll(() => saved).toEqual(["recent-pages", { value: `/browsers/${id}` }]);
  await palette.getByRole("combobox").fill("keyboard");
  await expect.element(palette.getByText("Recent")).not.toBeInTheDocument();
  await palette.getByRole("option", { name: "Keyboard shortcuts" }).click();
  await expect.element(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
});

test("counts stay within the sidebar, however many invocations run and with the mark of what is stale", async () => {
  const running = { text: "12,480+ running", isStale: true };
  const screen = await renderView(
    <AppShell
      operator={{ name: "ada", role: "admin" }}
      environment={{ name: "test", color: "gray" }}
      counts={{ invocations: running, proxies: { text: "2 down", tone: "bad", isStale: true } }}
      onSignOut={vi.fn()}
    >
      <h1>Invocations</h1>
    </AppShell>,
    { at: "/invocations", bff: emptyBff() },
  );
  const pages = screen.getByRole("navigation", { name: "Pages" });
  const entry = pages.getByRole("link", { name: /^Invocations/ });
  await expect.element(entry).toMatchTextContent("12,480+ running");
  const { right } = pages.element().getBoundingClientRect();
  for (const link of pages.getByRole("link").elements())
    for (const part of [link, ...link.children])
      expect(part.getBoundingClientRect().right, link.textContent).toBeLessThanOrEqual(right);
});

test("a page is printed in dark ink, whatever its theme, and without the list of pages", async () => {
  const root = document.documentElement;
  const { theme } = root.dataset;
  root.dataset.theme = "dark";
  onTestFinished(() => {
    if (theme === undefined) delete root.dataset.theme;
    else root.dataset.theme = theme;
  });
  await draw();
  const pages = page.getByRole("navigation", { name: "Pages" });
  await expect.element(pages).toBeVisible();
  expect(getComputedStyle(root).colorScheme).toBe("dark");
  await emulateMedia({ media: "print" });
  // Out of the accessible tree.
  await expect.element(pages).not.toBeInTheDocument();
  expect(getComputedStyle(root).colorScheme).toBe("light");
});
